import { type Html, html, joinHtml } from './html.ts';

/**
 * Renders text that a user entered as paragraphs and lines. Markup and links in the text are not rendered.
 */
export function renderLines(text: string): Html {
  const paragraphs = text.split(/\n{2,}/).map((paragraph) => {
    const lines = paragraph.split('\n').map((line) => html`${line}`);
    return html`<p>${joinHtml(lines, html`<br>`)}</p>`;
  });
  return joinHtml(paragraphs, '\n');
}
