import { verdictGroupText } from '../../../decisions/decide/decision-words.ts';
import { countNoun } from '../../../lib/text/text.ts';
import type { InboxPage } from '../../../organizer/applications/application.ts';
import type { FoodKind } from '../../../organizer/applications/inbox/food.ts';
import {
  GRADE_FILTERS,
  type InboxView,
  SORTS,
  type Sort,
  TABS,
  type Tab,
  TEXT_LENGTH_MAX,
  toQuery,
  VERDICT_FILTERS,
} from '../../../organizer/applications/inbox/inbox-view.ts';
import { TODOS } from '../../../organizer/applications/inbox/todo.ts';
import { APPLICATION_STATUSES } from '../../../organizer/applications/schemas.ts';
import type { StoredEvent } from '../../../organizer/events/stored-event.ts';
import type { BookedHistory } from '../../../watch/booked/booked-change.ts';
import { NOT_ON_RECORD, STATUS_NAMES } from '../../kit/applications/application-names.ts';
import { FOOD_NAMES } from '../../kit/food-messages.ts';
import type { Choice } from '../../kit/forms/fields.ts';
import { renderPage } from '../../kit/frame/render-page.ts';
import { EMPTY_HTML, type Html, html, joinHtml } from '../../kit/html.ts';
import { isBeyond, rangeText, renderBeyond, renderPaging } from '../../kit/paging.ts';
import { TODO_LABELS, TODO_NAMES } from '../events/todo-names.ts';
import { renderBulkChoice } from './bulk-choice.ts';
import { bulkAddress, dayAddress, inboxAddress, viewAddress } from './inbox-addresses.ts';
import { COLUMNS, renderRow } from './inbox-row.ts';

/** Renders an event's applications as a list with the vendor, the verdict and the decision. */
export function renderInbox(options: {
  readonly list: InboxPage;
  readonly view: InboxView;
  readonly account: { readonly name: string };
  readonly fictional: boolean | undefined;
  /** Changes to the records of vendors with a spot, keyed by application. */
  readonly changed?: Changed;
  /** The action ids for one-click approval, keyed by application. */
  readonly actionIds?: ReadonlyMap<string, string>;
  /** The notice about the last action, with an undo button. */
  readonly notice?: Html;
  /** The number of vendors with a spot, for each kind of food. */
  readonly food?: ReadonlyMap<FoodKind, number>;
  readonly now: Date;
}): Html {
  const { list, view, account, fictional, changed = new Map(), actionIds = new Map(), now } = options;
  const { event, total } = list;
  const title = `Applications: ${event.name}`;
  const main = html`<p class="kicker"><a href="/organizer/events/${event.id}">${event.name}</a></p>
<h1>Applications</h1>
<div class="actions">
<a href="${inboxAddress(event)}.csv">Download as a spreadsheet (CSV)</a>
<a href="/organizer/events/${event.id}/compliance">Event file</a>
${event.spots_taken === 0 ? '' : html`<a href="${dayAddress(event)}">Day-of list</a>`}
</div>
${options.notice ?? EMPTY_HTML}
${total === 0 ? renderNone(event) : html`${renderTabs(list, view)}${renderFoods(options.food)}${renderTallies(list, view)}${renderFilter(list, view)}${renderList(list, view, { changed, actionIds, now })}`}`;
  return renderPage({ title, description: title, fictional, current: '/organizer', account, main });
}

/** Renders the inbox tabs, with the number of applications in each. */
function renderTabs({ event, counts, total }: InboxPage, view: InboxView): Html {
  const tab = (chosen: Tab | undefined, name: string, count: number) =>
    html`<li><a href="${viewAddress(event, { ...ALL, tab: chosen }, 1)}"${view.tab === chosen ? html` aria-current="page"` : ''}>${name} <span class="count">${count.toLocaleString('en-US')}</span></a></li>`;
  return html`<nav class="tabs no-print" aria-label="Applications by state"><ul>${TABS.map((each) => tab(each, TAB_NAMES[each], counts.tabs[each]))}${tab(undefined, 'All', total)}</ul></nav>`;
}

/**
 * Renders the number of approved vendors for each kind of food, so that adding another taco truck is a
 * deliberate choice.
 */
function renderFoods(food: ReadonlyMap<FoodKind, number> = new Map()): Html {
  if (food.size === 0) return EMPTY_HTML;
  const kinds = [...food].map(([kind, count]) => `${count} ${FOOD_NAMES.en[kind]}`);
  return html`<p class="small">Approved so far: ${kinds.join(' · ')}</p>`;
}

const TAB_NAMES: Readonly<Record<Tab, string>> = {
  decide: 'To decide',
  waitlist: 'Waitlist',
  approved: 'Approved',
  closed: 'Closed',
};

/**
 * Renders the other tasks as counts that link to the matching applications. Applications that need a decision
 * are on the first tab.
 */
function renderTallies({ event, counts }: InboxPage, view: InboxView): Html {
  const todos = TODOS.filter((todo) => todo !== 'decide' && counts.todos[todo] > 0).map(
    (todo) =>
      html`<li><a href="${viewAddress(event, { ...ALL, todo }, 1)}"${view.todo === todo ? html` aria-current="true"` : ''}><strong>${counts.todos[todo].toLocaleString('en-US')}</strong> ${TODO_NAMES[todo](counts.todos[todo])}</a></li>`,
  );
  if (todos.length > 0)
    return html`<nav class="tallies no-print" aria-label="To be done"><ul>${todos}</ul></nav>`;
  return counts.todos.decide > 0 ? EMPTY_HTML : html`<p class="tallies no-print">You’re all caught up.</p>`;
}

const ALL: InboxView = {
  tab: undefined,
  status: undefined,
  todo: undefined,
  verdict: undefined,
  grade: undefined,
  text: '',
  sort: 'todo',
  page: 1,
};

function renderNone(event: StoredEvent): Html {
  return html`<p class="lead">No one has applied yet. Share the event’s public page: <a href="/events/${event.id}">/events/${event.id}</a></p>`;
}

function renderFilter({ event, counts }: InboxPage, view: InboxView): Html {
  const any = [{ value: '', label: 'All' }];
  const named = (values: readonly string[], names: Readonly<Record<string, string>>): Choice[] =>
    values.map((value) => ({ value, label: names[value] ?? value }));
  const todos = [...any, ...TODOS.map((value) => ({ value, label: TODO_LABELS[value] }))];
  const selects = [
    renderFilterSelect('todo', 'To be done', view.todo, todos),
    renderFilterSelect('status', 'Status', view.status, [
      ...any,
      ...named(APPLICATION_STATUSES, STATUS_NAMES),
    ]),
    renderFilterSelect('verdict', 'Verdict', view.verdict, [
      ...any,
      ...VERDICT_FILTERS.map((value) => ({
        value,
        label: `${value === 'unknown' ? NOT_ON_RECORD : verdictGroupText(value)} (${counts.verdicts[value]})`,
      })),
    ]),
    renderFilterSelect('grade', 'Grade', view.grade, [
      ...any,
      ...named(GRADE_FILTERS, { none: 'No letter' }),
    ]),
    renderFilterSelect('sort', 'Order', view.sort, named(SORTS, SORT_NAMES)),
  ];
  const isChosen = toQuery({ ...view, tab: undefined }, 1).size > 0;
  const tab = view.tab === undefined ? '' : html`<input type="hidden" name="tab" value="${view.tab}">`;
  return html`<details class="filters no-print"${isChosen ? ' open' : ''}><summary>Search, filter, or sort</summary>
<form class="filter" action="${inboxAddress(event)}" method="get" role="search">${tab}
<div class="field"><label for="q">Name, license or contact</label>
<input id="q" name="q" type="text" value="${view.text}" maxlength="${TEXT_LENGTH_MAX}" autocomplete="off"></div>
${joinHtml(selects, '\n')}
<div class="actions"><button class="quiet" type="submit">Show</button> <a href="${inboxAddress(event)}">Show all</a></div>
</form></details>`;
}

/**
 * Renders a filter. The form field components are not used, because they would mark every filter as optional.
 */
function renderFilterSelect(
  name: string,
  label: string,
  chosen: string | undefined,
  choices: readonly Choice[],
): Html {
  const options = choices.map(
    ({ value, label: text }) =>
      html`<option value="${value}"${value === (chosen ?? '') ? ' selected' : ''}>${text}</option>`,
  );
  return html`<div class="field"><label for="${name}">${label}</label>
<select id="${name}" name="${name}">${options}</select></div>`;
}

const SORT_NAMES: Readonly<Record<Sort, string>> = {
  todo: 'What is to be done first',
  newest: 'Newest first',
  oldest: 'Oldest first',
  name: 'By name',
  score: 'Highest score first',
  verdict: 'Clearest verdict first',
};

const EMPTY_TABS: Readonly<Record<Tab, string>> = {
  decide: 'No application waits for your decision.',
  waitlist: 'No one is on the waitlist.',
  approved: 'No one is approved yet.',
  closed: 'No application is closed.',
};

type Changed = ReadonlyMap<string, BookedHistory>;

function renderList(
  list: InboxPage,
  view: InboxView,
  {
    changed,
    actionIds,
    now,
  }: {
    readonly changed: Changed;
    readonly actionIds: ReadonlyMap<string, string>;
    readonly now: Date;
  },
): Html {
  const { event, rows, total, matching } = list;
  const addressOf = (page: number) => viewAddress(event, view, page);
  const position = { ...list, total: matching };
  const isWholeTab = view.tab !== undefined && toQuery({ ...view, tab: undefined }, 1).size === 0;
  if (matching === 0 && isWholeTab) return html`<p class="lead">${EMPTY_TABS[view.tab]}</p>`;
  if (matching === 0)
    return html`<p class="lead">None of ${countNoun(total, 'application')} fits. Show all, or choose less.</p>`;
  if (isBeyond(position)) return renderBeyond(position, addressOf);
  const heads = COLUMNS.map((name) => html`<th scope="col">${name}</th>`);
  const mayChange = event.access !== 'viewer';
  const table = html`<div class="wide" role="region" aria-label="Applications" tabindex="0">
<table class="list stacked inbox"><caption>Applications: ${countText(list)}</caption>
<thead><tr>${heads}</tr></thead>
<tbody>
${joinHtml(
  rows.map((row) =>
    renderRow(list, row, {
      query: toQuery(view, 1).toString(),
      changed: changed.get(row.id),
      actionId: mayChange ? actionIds.get(row.id) : undefined,
      now,
    }),
  ),
  '\n',
)}
</tbody></table></div>`;
  const form = html`<form action="${bulkAddress(event)}" method="post">${table}
${renderBulkChoice(event, now)}</form>`;
  return html`${mayChange ? form : table}
${renderPaging(position, addressOf)}`;
}

/**
 * Returns "all 4" or "51–100 of 240". If a filter is set, adds the total: "all 12 that fit; 240 in all", "1
 * that fits; 240 in all".
 */
function countText(list: InboxPage): string {
  const { total, matching } = list;
  const range = rangeText({ ...list, total: matching });
  if (matching === total) return range;
  return `${range} that ${matching === 1 ? 'fits' : 'fit'}; ${total.toLocaleString('en-US')} in all`;
}
