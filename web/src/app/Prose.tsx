// Our own rule pages, made by our own server.
import "../style/prose.css";
import { useEffect, useRef } from "preact/hooks";

export function Prose({ html }: { html: string }) {
  const article = useRef<HTMLElement>(null);
  useEffect(() => {
    // What scrolls sideways on a small screen must be reached by keyboard too.
    for (const box of article.current?.querySelectorAll<HTMLElement>("pre, table") ?? []) {
      if (box.scrollWidth > box.clientWidth) box.tabIndex = 0;
    }
  }, [html]);
  return <article ref={article} class="prose" dangerouslySetInnerHTML={{ __html: html }} />;
}
