// A value that components can watch.
import { useEffect, useLayoutEffect, useReducer, useState } from "preact/hooks";
import { useLatest } from "./latest.ts";

/** A watched value. */
export class Store<T> {
  private listeners = new Set<() => void>();
  constructor(private value: T) {}

  get(): T {
    return this.value;
  }

  set(value: T) {
    if (Object.is(value, this.value)) return;
    this.value = value;
    for (const listener of [...this.listeners]) listener();
  }

  update(change: (value: T) => T) {
    this.set(change(this.value));
  }

  watch(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }
}

/** The store's value, now and at every change. */
export function useStore<T>(store: Store<T>): T {
  const [value, setValue] = useState(store.get());
  useEffect(() => {
    setValue(() => store.get());
    return store.watch(() => setValue(() => store.get()));
  }, [store]);
  return value;
}

/** A part of the store's value; only its changes draw the component again. */
export function useSelect<T, S>(store: Store<T>, select: (value: T) => S): S {
  const value = select(store.get());
  const drawn = useLatest({ value, select });
  const [, draw] = useReducer((count: number) => count + 1, 0);
  useLayoutEffect(() => {
    const update = () => {
      const { value, select } = drawn.current;
      if (!Object.is(select(store.get()), value)) draw(null);
    };
    update();
    return store.watch(update);
  }, [store]);
  return value;
}
