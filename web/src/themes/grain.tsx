// Wood: a gradient with a pattern of grain over it.

/** The grain's pattern; `unit` is about a tenth of the board's width. */
export function Grain({ id, unit, tone = "#3b2413" }: { id: string; unit: number; tone?: string }) {
  const w = unit * 6;
  const lines = [0.04, 0.13, 0.2, 0.31, 0.38, 0.47, 0.58, 0.66, 0.73, 0.85, 0.93];
  return (
    <pattern id={id} width={w} height={unit * 2} patternUnits="userSpaceOnUse">
      {lines.map((at, i) => {
        const y = at * unit * 2;
        const bend = (i % 3) * unit * 0.06 - unit * 0.05;
        return (
          <path
            key={at}
            d={`M0 ${y}C${w * 0.25} ${y + bend} ${w * 0.3} ${y - bend} ${w * 0.5} ${y}S${w * 0.8} ${y + bend} ${w} ${y}`}
            fill="none"
            stroke={tone}
            stroke-opacity={i % 2 ? 0.1 : 0.17}
            stroke-width={unit * (i % 4 === 0 ? 0.045 : 0.025)}
          />
        );
      })}
    </pattern>
  );
}

/** A gradient from one edge to the other. */
export function Shade(props: { id: string; stops: string[]; down?: boolean }) {
  const last = props.stops.length - 1;
  return (
    <linearGradient id={props.id} x1="0" y1="0" x2={props.down ? "0" : "1"} y2="1">
      {props.stops.map((color, i) => (
        <stop key={color} offset={i / last} stop-color={color} />
      ))}
    </linearGradient>
  );
}

/** A gradient for something round, lit from the upper left. */
export function Ball({ id, stops }: { id: string; stops: string[] }) {
  const last = stops.length - 1;
  return (
    <radialGradient id={id} cx="0.36" cy="0.3" r="0.85">
      {stops.map((color, i) => (
        <stop key={color} offset={i / last} stop-color={color} />
      ))}
    </radialGradient>
  );
}

/** The same in a seat's colour, which comes with the board. */
export function SeatBall({ id, seat }: { id: string; seat: number }) {
  const fill = `var(--fill-${seat})`;
  const stops = [
    `color-mix(in oklab, ${fill}, #fff 45%)`,
    fill,
    `color-mix(in oklab, ${fill}, var(--edge-${seat}) 65%)`,
  ];
  return (
    <radialGradient id={id} cx="0.36" cy="0.3" r="0.85">
      {stops.map((color, i) => (
        <stop key={color} offset={i / 2} style={{ stopColor: color }} />
      ))}
    </radialGradient>
  );
}
