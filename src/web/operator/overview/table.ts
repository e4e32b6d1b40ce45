import { html } from 'ghtml';

/** A table that stands as a list of cards on a phone; the first cell of each row names it. Cells are markup. */
export function renderTable(table: {
  readonly caption: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}): string {
  const { caption, columns, rows } = table;
  const heads = columns.map((name) => html`<th scope="col">${name}</th>`);
  const lines = rows.map(([first = '', ...cells]) => {
    const rest = cells.map(
      (markup, index) => html`<td data-label="${columns[index + 1] ?? ''}">!${markup}</td>`,
    );
    return html`<tr><th scope="row" data-label="${columns[0] ?? ''}">!${first}</th>!${rest.join('')}</tr>`;
  });
  return html`<div class="wide" role="region" aria-label="${caption}" tabindex="0">
<table class="list stacked"><caption>${caption}</caption>
<thead><tr>!${heads.join('')}</tr></thead>
<tbody>
!${lines.join('\n')}
</tbody></table></div>`;
}

/** Names with their values, markup. */
export function renderFacts(facts: readonly (readonly [name: string, markup: string])[]): string {
  const items = facts.map(([name, markup]) => html`<div><dt>${name}</dt><dd>!${markup}</dd></div>`);
  return html`<dl class="ledger">!${items.join('\n')}</dl>`;
}
