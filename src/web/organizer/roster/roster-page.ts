import type { PrintedTable } from '../../../decisions/evidence-pack/pack.ts';
import { type Cell, toCsv } from '../../../lib/text/csv.ts';
import { countNoun } from '../../../lib/text/text.ts';
import {
  type Roster,
  type RosterEntry,
  rosterEmail,
  rosterHead,
} from '../../../organizer/applications/roster/roster.ts';
import { REGULATOR } from '../../../regulator/source/regulator.ts';
import { FOOD_NAMES } from '../../kit/food-messages.ts';
import { renderPage } from '../../kit/frame/render-page.ts';
import type { SignedInFrame } from '../../kit/frame/signed-in-frame.ts';
import { EMPTY_HTML, type Html, html, joinHtml } from '../../kit/html.ts';
import { renderDay } from '../../kit/render-dates.ts';
import { inboxAddress } from '../applications/inbox-addresses.ts';

/** The list of an event's vendors for the regulator, to view, download and send. */

const NOT_SAID = 'Not given';
const COLUMNS = [
  { title: 'No.', share: 0.07 },
  { title: 'Vendor', share: 0.27 },
  { title: 'Owner or operator', share: 0.2 },
  { title: 'License', share: 0.16 },
  { title: 'Type of food', share: 0.3 },
] as const;

function rosterAddress({ id }: { readonly id: string }): string {
  return `/organizer/events/${encodeURIComponent(id)}/roster`;
}

/** Renders the facts that are missing, the list, and three ways to send the list. */
export function renderRoster(
  options: SignedInFrame & { readonly roster: Roster; readonly today: string },
): Html {
  const { account, fictional, roster, today } = options;
  const { event, entries } = roster;
  const title = `Vendor list for ${REGULATOR.shortName}`;
  const main = html`<p class="kicker"><a href="/organizer/events/${event.id}">${event.name}</a></p>
<h1>${title}</h1>
${renderDue(roster, today)}
${entries.length === 0 ? html`<p>No one is approved yet. Approve vendors, and they are on this list. <a href="${inboxAddress(event)}?tab=decide">Look at applications</a></p>` : html`${renderMissing(roster)}${renderSending(roster)}${renderTable(roster)}`}`;
  return renderPage({ title, description: title, fictional, current: '/organizer', account, main });
}

function renderDue({ due_on }: Roster, today: string): Html {
  const notice = REGULATOR.eventNotice;
  if (notice === undefined || due_on === null) return EMPTY_HTML;
  const late = due_on < today ? html` <strong>That day is past. Send it now.</strong>` : '';
  return html`<p class="lead">${notice.office} asks sponsors for this list at least ${notice.businessDays} business days before the event: by <strong>${renderDay(due_on)}</strong>, earlier if there is a holiday in between.${late} <a href="${notice.page.url}" rel="noreferrer">${notice.page.title}</a></p>`;
}

/** Renders the facts that are still missing from the list, each with a link to where it can be added. */
function renderMissing({ event, entries }: Roster): Html {
  const link = ({ application_id, business_name }: RosterEntry) =>
    html`<a href="${inboxAddress(event)}/${encodeURIComponent(application_id)}">${business_name}</a>`;
  const list = (some: readonly RosterEntry[]) => joinHtml(some.map(link), ', ');
  const unknown = entries.filter(({ is_on_record }) => !is_on_record);
  const unsaid = entries.filter(({ food }) => food === null);
  return html`${unknown.length === 0 ? '' : html`<p class="changed"><strong>License not found: check the number.</strong> ${list(unknown)}</p>`}
${unsaid.length === 0 ? '' : html`<p class="changed"><strong>Type of food not given: ask the vendor.</strong> ${list(unsaid)}</p>`}
${event.organizer_name === '' || event.organizer_email === '' ? html`<p class="changed"><strong>Your name or contact email is missing.</strong> <a href="/organizer/events/${event.id}/edit">Edit the details</a></p>` : ''}`;
}

function renderSending(roster: Roster): Html {
  const address = rosterAddress(roster.event);
  const { subject, text } = rosterEmail(roster, foodOf);
  const to = REGULATOR.eventNotice?.email ?? '';
  const query = `subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(text.replaceAll('\n', '\r\n'))}`;
  return html`<div class="actions no-print"><a class="button" href="mailto:${to}?${query}">Write the email</a> <a href="${address}.pdf">Download as PDF</a> <a href="${address}.csv">Download as CSV</a></div>
<details class="no-print"><summary>Copy the email text</summary>
<div class="field"><label for="email-to">To</label><input id="email-to" type="text" readonly value="${to}"></div>
<div class="field"><label for="email-subject">Subject</label><input id="email-subject" type="text" readonly value="${subject}"></div>
<div class="field"><label for="email-text">Text</label><textarea id="email-text" rows="14" readonly>
${text}</textarea></div></details>`;
}

function renderTable(roster: Roster): Html {
  const heads = COLUMNS.map(({ title }) => html`<th scope="col">${title}</th>`);
  const rows = toRows(roster).map(
    ([number, name, who, license, food]) =>
      html`<tr><td data-label="No.">${number}</td><th scope="row">${name}</th><td data-label="Owner or operator">${who}</td><td data-label="License"><span class="number">${license}</span></td><td data-label="Type of food">${food}</td></tr>`,
  );
  return html`<div class="wide" role="region" aria-label="Vendors" tabindex="0"><table class="list stacked short"><caption>${countNoun(roster.entries.length, 'vendor')}</caption>
<thead><tr>${heads}</tr></thead><tbody>
${joinHtml(rows, '\n')}
</tbody></table></div>`;
}

function foodOf({ food }: Pick<RosterEntry, 'food'>): string {
  if (food === null) return NOT_SAID;
  const kind = FOOD_NAMES.en[food.kind];
  return food.text === '' ? kind : food.kind === 'other' ? food.text : `${kind}: ${food.text}`;
}

function toRows({ entries }: Roster): readonly (readonly [string, string, string, string, string])[] {
  return entries.map((entry, index) => [
    String(index + 1),
    entry.business_name,
    entry.contact_name,
    entry.license_number,
    foodOf(entry),
  ]);
}

/** Returns the list as CSV. Every row includes the event, because people copy parts of a list. */
export function rosterCsv(roster: Roster): string {
  const head: Cell[] = ['No.', 'Vendor', 'Owner or operator', 'License', 'Type of food', 'Event'];
  const about = rosterHead(roster.event).join('; ');
  return toCsv([head, ...toRows(roster).map((row): Cell[] => [...row, about])]);
}

/** Returns the list in the format used for printing. */
export function toPrintedRoster(
  roster: Roster,
  made: { readonly at: Date; readonly baseUrl: string; readonly fictional: boolean },
): PrintedTable {
  return {
    kind: 'table',
    title: `Food vendors: ${roster.event.name}`,
    madeAt: made.at.toISOString(),
    issuer: made.baseUrl,
    fictional: made.fictional,
    lines: rosterHead(roster.event),
    columns: COLUMNS,
    entries: toRows(roster),
  };
}
