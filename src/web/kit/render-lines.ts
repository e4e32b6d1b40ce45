import { type Html, html, joinHtml } from './html.ts';

/** Renders user-entered text as paragraphs and lines. Nothing in it becomes markup or a link. */
export function renderLines(text: string): Html {
  const paragraphs = text.split(/\n{2,}/).map((paragraph) => {
    const lines = paragraph.split('\n').map((line) => html`${line}`);
    return html`<p>${joinHtml(lines, html`<br>`)}</p>`;
  });
  return joinHtml(paragraphs, '\n');
}
