import { html } from 'ghtml';

/** Sentences as a list. */
export function renderList(items: readonly string[]): string {
  return html`<ul>!${items.map((item) => html`<li>${item}</li>`).join('\n')}</ul>`;
}

/** A table that scrolls by itself where it is wider than the page; the first cell of a row is its head. */
export function renderTable(
  caption: string,
  heads: readonly string[],
  rows: readonly (readonly string[])[],
): string {
  const lines = rows.map(([first, ...others]) => {
    const cells = others.map((cell) => html`<td>${cell}</td>`);
    return html`<tr><th scope="row">${first ?? ''}</th>!${cells.join('')}</tr>`;
  });
  return html`<div class="wide" role="region" aria-label="${caption}" tabindex="0"><table class="list"><caption>${caption}</caption>
<thead><tr>!${heads.map((head) => html`<th scope="col">${head}</th>`).join('')}</tr></thead>
<tbody>
!${lines.join('\n')}
</tbody></table></div>`;
}
