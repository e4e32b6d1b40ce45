import type { FastifyInstance } from 'fastify';
import { countNoun } from '../../../lib/text/text.ts';
import { toLocal } from '../../../lib/time/zoned-time.ts';
import type { BookEntry, BookPage } from '../../../organizer/applications/book/vendor-book.ts';
import { asFoodKind } from '../../../organizer/applications/inbox/food.ts';
import type { ApplicationService } from '../../../organizer/applications/service.ts';
import { recordsOld } from '../../../published-state/records-age.ts';
import { OUTCOME_NAMES } from '../../kit/applications/application-names.ts';
import { FOOD_NAMES } from '../../kit/food-messages.ts';
import { queryOf, sendPage } from '../../kit/forms/forms.ts';
import { renderPage } from '../../kit/frame/render-page.ts';
import { signedInOf } from '../../kit/frame/session.ts';
import type { SignedInFrame } from '../../kit/frame/signed-in-frame.ts';
import { EMPTY_HTML, type Html, html, joinHtml } from '../../kit/html.ts';
import { isBeyond, readPage, renderBeyond, renderPaging } from '../../kit/paging.ts';
import { renderDay, renderShortDay } from '../../kit/render-dates.ts';
import { renderMark } from '../applications/application-standing.ts';
import { inboxAddress } from '../applications/inbox-addresses.ts';

interface BookPagesOptions {
  readonly applications: Pick<ApplicationService, 'getVendorBook'>;
  readonly isFictional: () => Promise<boolean | undefined>;
}

const BOOK_ADDRESS = '/organizer/vendors';
const BOOK_TEXT_MAX = 100;

const EVENTS_SHOWN_MAX = 3;

/** Adds the vendor book, which lists the vendors that the account has worked with. */
export function addBookRoutes(app: FastifyInstance, { applications, isFictional }: BookPagesOptions): void {
  app.get(BOOK_ADDRESS, { schema: { hide: true } }, async (request, reply) => {
    const account = signedInOf(request);
    const query = queryOf(request);
    const text = (query.get('q') ?? '').trim().slice(0, BOOK_TEXT_MAX);
    const book = await applications.getVendorBook(account.accountId, { text, page: readPage(query) });
    const page = renderBook({ account, fictional: await isFictional(), book, text });
    return sendPage(reply, isBeyond(book) && book.total > 0 ? 404 : 200, page);
  });
}

/**
 * Renders the vendors that an organizer has worked with, including their current records, documents and
 * outcomes.
 */
function renderBook(options: SignedInFrame & { readonly book: BookPage; readonly text: string }): Html {
  const { account, fictional, book, text } = options;
  const title = 'Your vendors';
  const addressOf = (page: number) => {
    const query = new URLSearchParams({ ...(text === '' ? {} : { q: text }), page: String(page) });
    return `${BOOK_ADDRESS}?${query}`;
  };
  const main = html`<p class="kicker"><a href="/organizer">Your events</a></p>
<h1>${title}</h1>
${
  book.all === 0
    ? html`<p class="lead">Vendors you approve are kept here, with their documents and how it went.</p>`
    : html`<form class="filter" action="${BOOK_ADDRESS}" method="get" role="search"><div class="field"><label for="q">Name, license, food or event</label>
<input id="q" name="q" type="text" value="${text}" maxlength="${BOOK_TEXT_MAX}" autocomplete="off"></div>
<div class="actions"><button class="quiet" type="submit">Search</button>${text === '' ? EMPTY_HTML : html` <a href="${BOOK_ADDRESS}">Show all</a>`}</div></form>
${book.total === 0 ? html`<p>No vendor fits “${text}”.</p>` : isBeyond(book) ? renderBeyond(book, addressOf) : html`${renderTable(book)}${renderPaging(book, addressOf)}`}`
}`;
  return renderPage({ title, description: title, fictional, current: '/organizer', account, main });
}

function renderTable({ entries, total }: BookPage): Html {
  return html`<div class="wide" role="region" aria-label="Your vendors" tabindex="0"><table class="list stacked inbox"><caption>${countNoun(total, 'vendor')}</caption>
<thead><tr><th scope="col">Vendor</th><th scope="col">Today</th><th scope="col">Documents</th><th scope="col">With you</th></tr></thead><tbody>
${joinHtml(entries.map(renderEntry), '\n')}
</tbody></table></div>`;
}

function renderEntry(entry: BookEntry): Html {
  const { newest, vendor, standing } = entry;
  const kind = asFoodKind(newest.food_kind);
  const food = newest.food || (kind === undefined ? '' : FOOD_NAMES.en[kind]);
  const license = vendor
    ? html`<a href="/vendor/${vendor.id}"><span class="number">${vendor.license_number}</span></a>`
    : html`<span class="number">${newest.license_number}</span>`;
  const mark = standing
    ? renderMark(standing, recordsOld(standing.records_reach_to, standing.today))
    : renderMark(null);
  return html`<tr><th scope="row">${newest.business_name}${food === '' ? EMPTY_HTML : html`<span class="small">${food}</span>`}<span class="small">${license}</span>${renderContact(entry)}</th><td data-label="Today">${mark}</td><td data-label="Documents">${renderDocuments(entry)}</td><td data-label="With you">${renderEvents(entry)}</td></tr>`;
}

function renderContact({ newest: { contact_name, contact_phone, contact_email } }: BookEntry): Html {
  // The phone number is empty if the contact details were erased.
  if (contact_phone === '') return EMPTY_HTML;
  const mailto = `mailto:${encodeURIComponent(contact_email).replace('%40', '@')}`;
  return html`<span class="small">${contact_name} · <a href="tel:${contact_phone.replace(/[^+0-9]/g, '')}">${contact_phone}</a> · <a href="${mailto}">email</a></span>`;
}

/** Renders the documents that are still valid, with their expiration dates. */
function renderDocuments({ newest, documents }: BookEntry): Html {
  const address = `${inboxAddress({ id: newest.event_id })}/${encodeURIComponent(newest.id)}/documents`;
  const good = documents.filter(({ state }) => state === 'confirmed');
  const dated = good.flatMap(({ name, expires_on }) =>
    expires_on === null ? [] : [html`<li>${name}: until ${renderDay(expires_on)}</li>`],
  );
  return html`<a href="${address}">${good.length === 0 ? 'No documents confirmed' : `${good.length} of ${documents.length} documents confirmed`}<span class="visually-hidden">: ${newest.business_name}</span></a>${dated.length === 0 ? EMPTY_HTML : html`<ul class="plain-list">${dated}</ul>`}`;
}

function renderEvents({ events, outcomes }: BookEntry): Html {
  const counted = [...outcomes].map(([outcome, count]) => `${OUTCOME_NAMES[outcome]}: ${count}`).join(' · ');
  const items = events.slice(0, EVENTS_SHOWN_MAX).map((each) => {
    const day = renderShortDay(toLocal(each.starts_at, each.timezone).slice(0, 10));
    return html`<li><a href="${inboxAddress({ id: each.event_id })}/${encodeURIComponent(each.id)}">${each.event_name}</a>, ${day}</li>`;
  });
  const more = events.length - items.length;
  return html`${countNoun(events.length, 'event')}${counted === '' ? EMPTY_HTML : html`<span class="small">${counted}</span>`}<ul class="plain-list">${items}${more > 0 ? html`<li>and ${more} more</li>` : EMPTY_HTML}</ul>`;
}
