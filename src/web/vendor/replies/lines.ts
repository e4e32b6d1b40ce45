import { html } from 'ghtml';

/** What somebody wrote, as paragraphs and lines; nothing in it becomes markup or a link. */
export function renderLines(text: string): string {
  return text
    .split(/\n{2,}/)
    .map((paragraph) => {
      const lines = paragraph.split('\n').map((line) => html`${line}`);
      return `<p>${lines.join('<br>')}</p>`;
    })
    .join('\n');
}
