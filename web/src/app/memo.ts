// A component that is drawn again only when one of its properties has changed.
import { Component, type ComponentChild, type FunctionComponent, h } from "preact";

export function memo<P extends object>(draw: (props: P) => ComponentChild): FunctionComponent<P> {
  class Memo extends Component<P> {
    override shouldComponentUpdate(next: Readonly<P>): boolean {
      const before = this.props as P;
      return (Object.keys(next) as (keyof P)[]).some((key) => !Object.is(next[key], before[key]));
    }
    override render(props: P) {
      return h(draw as FunctionComponent<P>, props);
    }
  }
  return Memo as unknown as FunctionComponent<P>;
}
