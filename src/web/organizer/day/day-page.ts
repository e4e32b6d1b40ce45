import { describeTime } from '../../../lib/time/zoned-time.ts';
import { DAY_LENGTHS, type DayEntry, type DayList } from '../../../organizer/applications/day/day.ts';
import type { ApplicationOutcome } from '../../../organizer/applications/schemas.ts';
import { DEPOSIT_NAMES, OUTCOME_NAMES, STATUS_NAMES } from '../../kit/applications/application-names.ts';
import { FOOD_NAMES } from '../../kit/food-messages.ts';
import { renderErrorSummary } from '../../kit/forms/fields.ts';
import { renderPage } from '../../kit/frame/render-page.ts';
import type { SignedInFrame } from '../../kit/frame/signed-in-frame.ts';
import { EMPTY_HTML, type Html, html, joinHtml } from '../../kit/html.ts';
import { dayAddress, inboxAddress } from '../applications/inbox-addresses.ts';

/**
 * Renders the day-of list of an event's vendors, for use on a phone. It shows who is here, where each vendor
 * goes, and each vendor's outcome.
 */
export function renderDay(
  options: SignedInFrame & { readonly list: DayList; readonly refusal?: string | undefined },
): Html {
  const { account, fictional, list, refusal } = options;
  const { event, entries } = list;
  const here = entries.filter(({ checked_in_at }) => checked_in_at !== null).length;
  const title = 'Day-of list';
  const main = html`<p class="kicker"><a href="/organizer/events/${event.id}">${event.name}</a></p>
<h1>${title}</h1>
${refusal === undefined ? EMPTY_HTML : renderErrorSummary({ day: refusal })}
${
  entries.length === 0
    ? html`<p>No one is approved yet. <a href="${inboxAddress(event)}?tab=decide">Look at applications</a></p>`
    : html`<p class="lead" id="day"><strong>${here} of ${entries.length}</strong> checked in</p>
<ol class="day">${joinHtml(
        entries.map((entry) => renderEntry(entry, list)),
        '\n',
      )}</ol>`
}`;
  return renderPage({
    title: refusal === undefined ? `${title}: ${event.name}` : `Error: ${title}`,
    description: title,
    fictional,
    current: '/organizer',
    account,
    main,
  });
}

function renderEntry(entry: DayEntry, list: DayList): Html {
  const { event } = list;
  const { application_id: id, business_name, food, status, deposit_status } = entry;
  const about = [
    food === null ? '' : food.text || FOOD_NAMES.en[food.kind],
    status === 'approved' ? `${STATUS_NAMES.approved}, not confirmed` : '',
    deposit_status === 'due' ? `Deposit: ${DEPOSIT_NAMES.due}` : '',
  ].filter((part) => part !== '');
  return html`<li id="v-${id}"><div class="day-head"><span class="day-spot">${entry.spot === '' ? '–' : entry.spot}</span>
<div><h2><a href="${inboxAddress(event)}/${encodeURIComponent(id)}">${business_name}</a></h2>
<p class="small">${about.join(' · ')}</p>
<p class="small">${entry.load_in === '' ? EMPTY_HTML : html`Load-in ${entry.load_in} · `}${entry.contact_name}${renderPhone(entry)}</p></div></div>
${event.access === 'viewer' ? renderSeen(entry, list) : renderActions(entry, list)}</li>`;
}

function renderTime(instant: string, zone: string): Html {
  return html`<time datetime="${instant}">${describeTime(instant, zone)}</time>`;
}

function renderPhone({ contact_phone }: DayEntry): Html {
  if (contact_phone === '') return EMPTY_HTML;
  return html`, <a href="tel:${contact_phone.replace(/[^+0-9]/g, '')}">${contact_phone}</a>`;
}

function renderSeen({ checked_in_at, outcome }: DayEntry, { event }: DayList): Html {
  const seen =
    checked_in_at === null ? 'Not checked in' : html`Here since ${renderTime(checked_in_at, event.timezone)}`;
  return html`<p>${seen}${outcome === null ? '' : ` · ${OUTCOME_NAMES[outcome]}`}</p>`;
}

function renderActions(entry: DayEntry, list: DayList): Html {
  const { event, outcomes } = list;
  const { application_id: id, business_name, checked_in_at, outcome } = entry;
  const whose = html`<span class="visually-hidden">: ${business_name}</span>`;
  const address = `${dayAddress(event)}/${encodeURIComponent(id)}`;
  const arrival =
    checked_in_at === null
      ? html`<button type="submit" name="checked_in" value="yes">Check in${whose}</button>`
      : html`<span class="day-here">Here since ${renderTime(checked_in_at, event.timezone)}</span> <button class="quiet" type="submit" name="checked_in" value="no">Undo${whose}</button>`;
  return html`<form class="day-actions" action="${address}" method="post">${arrival}</form>
<details><summary>Spot and load-in${whose}</summary><form class="day-edit" action="${address}" method="post">
<div class="field"><label for="spot-${id}">Spot</label><input id="spot-${id}" name="spot" type="text" value="${entry.spot}" maxlength="${DAY_LENGTHS.spot}" autocomplete="off"></div>
<div class="field"><label for="load-${id}">Load-in</label><input id="load-${id}" name="load_in" type="text" value="${entry.load_in}" maxlength="${DAY_LENGTHS.load_in}" autocomplete="off" placeholder="3:30 PM, gate B"></div>
<button class="quiet" type="submit">Save${whose}</button></form></details>
${outcomes.length === 0 ? EMPTY_HTML : renderOutcomes({ address, outcome, outcomes, whose })}`;
}

/**
 * Renders one-click buttons for the outcomes. The recorded outcome is marked; clicking it again removes it.
 */
function renderOutcomes({
  address,
  outcome,
  outcomes,
  whose,
}: {
  readonly address: string;
  readonly outcome: ApplicationOutcome | null;
  readonly outcomes: readonly ApplicationOutcome[];
  readonly whose: Html;
}): Html {
  const recorded = outcome === null ? 'How did it go?' : OUTCOME_NAMES[outcome];
  const buttons = outcomes.map((each) =>
    each === outcome
      ? html`<button type="submit" name="outcome" value="" aria-pressed="true">${OUTCOME_NAMES[each]}${whose}</button>`
      : html`<button class="quiet" type="submit" name="outcome" value="${each}" aria-pressed="false">${OUTCOME_NAMES[each]}${whose}</button>`,
  );
  return html`<details><summary>${recorded}${whose}</summary><form class="day-actions" action="${address}/outcome" method="post">${buttons}</form></details>`;
}
