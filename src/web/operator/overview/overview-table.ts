import { type Html, html, joinHtml } from '../../kit/html.ts';

/** Renders a table that becomes a list of cards on a phone. The first cell of each row is its heading. */
export function renderTable(table: {
  readonly caption: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly (Html | string)[])[];
}): Html {
  const { caption, columns, rows } = table;
  const heads = columns.map((name) => html`<th scope="col">${name}</th>`);
  const lines = rows.map(([first, ...cells]) => {
    const rest = cells.map((cell, index) => html`<td data-label="${columns[index + 1] ?? ''}">${cell}</td>`);
    return html`<tr><th scope="row" data-label="${columns[0] ?? ''}">${first}</th>${rest}</tr>`;
  });
  return html`<div class="wide" role="region" aria-label="${caption}" tabindex="0">
<table class="list stacked"><caption>${caption}</caption>
<thead><tr>${heads}</tr></thead>
<tbody>
${joinHtml(lines, '\n')}
</tbody></table></div>`;
}

/** Renders pairs of names and values. */
export function renderFacts(facts: readonly (readonly [name: string, value: Html | string])[]): Html {
  const items = facts.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`);
  return html`<dl class="ledger">${joinHtml(items, '\n')}</dl>`;
}
