// Pages that come when they are needed: who only looks at the games loads no board.
import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";

export const loadBoards = () => import("../pages/boards.ts");

type PropsOf<Part> = Part extends (props: infer Props) => unknown ? Props & object : never;

/** A component of a module whose code is on its way; while it is, nothing. */
export function later<Module, Name extends keyof Module>(load: () => Promise<Module>, name: Name) {
  type Props = PropsOf<Module[Name]>;
  let loaded: ComponentType<Props> | null = null;
  return function Later(props: Props) {
    const [, setReady] = useState(loaded !== null);
    const [failed, setFailed] = useState(false);
    useEffect(() => {
      if (loaded) return;
      load().then(
        (module) => {
          loaded = module[name] as ComponentType<Props>;
          setReady(true);
        },
        () => setFailed(true),
      );
    }, []);
    if (failed) {
      return (
        <p class="narrow problem" role="alert">
          This part of the page could not be loaded. Reload it to try again.
        </p>
      );
    }
    const Loaded = loaded;
    return Loaded && <Loaded {...props} />;
  };
}
