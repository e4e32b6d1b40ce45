import { type Html, html, joinHtml } from '../../kit/html.ts';

/** Marks a command to type in a terminal. Commands are the same in every language. */
export const inCode = (inside: readonly (string | Html)[]): Html => html`<code lang="en">${inside}</code>`;

/** Renders sentences as a list. */
export function renderList(items: readonly string[]): Html {
  return html`<ul>${joinHtml(
    items.map((item) => html`<li>${item}</li>`),
    '\n',
  )}</ul>`;
}

/**
 * Renders a table that scrolls on its own if it is wider than the page. The first cell in each row is the
 * row's heading. A table with few columns stacks its rows in a narrow window.
 */
export function renderTable(
  caption: string,
  heads: readonly string[],
  rows: readonly (readonly (string | Html)[])[],
  isStacked = false,
): Html {
  const lines = rows.map(([first, ...others]) => {
    const cells = others.map((cell, index) =>
      isStacked ? html`<td data-label="${heads[index + 1] ?? ''}">${cell}</td>` : html`<td>${cell}</td>`,
    );
    return html`<tr><th scope="row">${first ?? ''}</th>${cells}</tr>`;
  });
  return html`<div class="wide" role="region" aria-label="${caption}" tabindex="0"><table class="list${isStacked ? ' stacked short' : ''}"><caption>${caption}</caption>
<thead><tr>${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead>
<tbody>
${joinHtml(lines, '\n')}
</tbody></table></div>`;
}
