import { AppError } from '../../http/errors/errors.ts';
import { inEach, type Language } from '../../lib/language/language.ts';
import type { ListWindow } from '../../lib/list-window.ts';
import { cutText } from '../../lib/text/cut-text.ts';
import { PAGING } from './forms/form-messages.ts';
import { EMPTY_HTML, type Html, html } from './html.ts';
import { linkTo } from './tags.ts';

/** One page of a list: the page number, starting at 1, and the total number of rows. */
export interface PageOf {
  readonly page: number;
  readonly pageSize: number;
  readonly total: number;
}

/** The highest page number accepted for any list. */
const PAGE_MAX = 50_000;

/** Returns the requested page number. Throws `invalid_parameter` if the value is not a page number. */
export function readPage(query: URLSearchParams, name = 'page'): number {
  const text = query.get(name) ?? '1';
  const page = /^[1-9]\d{0,5}$/.test(text) ? Number(text) : 0;
  if (page >= 1 && page <= PAGE_MAX) return page;
  const texts = inEach((language) => PAGING[language].noPage({ text: cutText(text), max: PAGE_MAX }));
  throw new AppError('invalid_parameter', texts.en, { parameter: name, forPeople: texts });
}

export function countPages({ total, pageSize }: PageOf): number {
  return Math.max(1, Math.ceil(total / pageSize));
}

/** Returns the offset and row limit of a page. */
export function windowOf({ page, pageSize }: Omit<PageOf, 'total'>): ListWindow {
  return { offset: (page - 1) * pageSize, rowsMax: pageSize };
}

/** Returns true if this page is past the end of the list. An empty list has one page. */
export function isBeyond(list: PageOf): boolean {
  return list.page > countPages(list);
}

/** Returns "201–300 of 1,200", or "all 12" if they fit on one page. */
export function rangeText(list: PageOf, language: Language = 'en'): string {
  const { page, pageSize, total } = list;
  if (total <= pageSize) return PAGING[language].all({ total });
  const first = (page - 1) * pageSize + 1;
  const last = Math.min(total, page * pageSize);
  return PAGING[language].range({ first, last, total });
}

/**
 * Renders links to the previous and next pages, or nothing if there is only one page. `addressOf` must keep
 * the other query parameters.
 */
export function renderPaging(
  list: PageOf,
  addressOf: (page: number) => string,
  language: Language = 'en',
): Html {
  const t = PAGING[language];
  const { page } = list;
  const pages = countPages(list);
  if (pages < 2) return EMPTY_HTML;
  return html`<nav class="paging no-print" aria-label="${t.pages}">
${page > 1 ? html`<a rel="prev" href="${addressOf(page - 1)}">${t.previous}</a>` : html`<span></span>`}
<span>${t.place({ page, pages })}</span>
${page < pages ? html`<a rel="next" href="${addressOf(page + 1)}">${t.next}</a>` : html`<span></span>`}
</nav>`;
}

/** Renders the paging links or, if the page is past the end, a sentence that says so. */
export function renderPlace(
  list: PageOf,
  addressOf: (page: number) => string,
  language: Language = 'en',
): Html {
  return isBeyond(list) ? renderBeyond(list, addressOf, language) : renderPaging(list, addressOf, language);
}

/** Returns a function that builds the addresses for a list whose only parameter is the page. */
export function plainAddress(address: string): (page: number) => string {
  return (page) => (page > 1 ? `${address}?page=${page}` : address);
}

/**
 * Renders a message for a page past the end of the list. Rows may have been removed since the link was
 * created.
 */
export function renderBeyond(
  list: PageOf,
  addressOf: (page: number) => string,
  language: Language = 'en',
): Html {
  const pages = countPages(list);
  return html`<p>${PAGING[language].beyond({ page: list.page, pages, first: linkTo(addressOf(1)) })}</p>`;
}
