import {
  type ChoiceLine,
  type Choices,
  type MatchedList,
  NONE_OF_THESE,
  type NoneLine,
  numberOf,
} from '../../../ledger/lists/checked-list.ts';
import { COLUMN_ROLES, type Columns, ROLE_NAMES } from '../../../ledger/lists/columns.ts';
import { type ListLine, type SpoiltLine, shownText } from '../../../ledger/lists/lines.ts';
import type { ListTable } from '../../../ledger/lists/table.ts';
import { countNoun } from '../../../lib/text.ts';
import { MATCH_REASONS, type MatchReason } from '../../../registry/matching/matchable.ts';
import type { MeantVendor } from '../../../registry/vendors/finder-service.ts';
import { NUMBER_SLIPS } from '../../../registry/vendors/match-words.ts';
import { renderErrorSummary } from '../../kit/fields.ts';
import { EMPTY_HTML, type Html, html, joinHtml } from '../../kit/html.ts';
import { renderPage } from '../../kit/page.ts';
import { type AskedEvent, renderEventFields } from './list-form.ts';
import { SHEET_NAME_MAX } from './list-state.ts';

/** The second step: what each line means, before anything is decided. The whole state travels in the form. */

export interface ReviewState extends AskedEvent {
  readonly table: ListTable;
  readonly columns: Columns;
  readonly list: MatchedList;
  readonly chosen: Choices;
  readonly errors: Readonly<Record<string, string>>;
}

const MATCH_WORDS: Readonly<Record<MatchReason, string>> = {
  same_name: 'the same name',
  same_number: 'the same number',
  ...NUMBER_SLIPS,
  former_name: 'a former name',
  spelled_alike: 'a name spelled alike',
  other_order: 'the same words in another order',
  words_missing: 'some words of the name are missing',
  words_more: 'the name has more words',
  city: 'in this city',
  other_letters: 'other letters before the number',
  other_number: 'but another license number',
  other_name: 'but another name',
  other_city: 'but in another city',
};

const AGAINST = ['other_number', 'other_name', 'other_letters', 'other_city'] as const;

/** The most telling reason for a vendor and against it, or two for it. */
export function tellingReasons(reasons: readonly MatchReason[]): readonly MatchReason[] {
  const ordered = MATCH_REASONS.filter((each) => reasons.includes(each));
  const against = AGAINST.filter((each) => ordered.includes(each));
  const isAgainst = (each: MatchReason) => AGAINST.some((other) => other === each);
  const named = ordered.filter((each) => !isAgainst(each));
  if (named.length === 0) return against.slice(0, 2);
  return against.length === 0 ? named.slice(0, 2) : [...named.slice(0, 1), ...against.slice(0, 1)];
}

export function renderReview(state: ReviewState, fictional: boolean | undefined): Html {
  const { list, errors } = state;
  const { sure, choices, none, spoilt } = list;
  const canGoOn = sure.length + choices.length > 0;
  const main = html`<p class="kicker"><a href="/check/list">Check another list</a></p>
<h1>Which vendors these are</h1>
${renderErrorSummary(errors)}
<ul class="tally" aria-label="What was found">
<li><strong>${sure.length}</strong> sure</li><li><strong>${choices.length}</strong> for you to choose</li><li><strong>${none.length}</strong> not on record</li><li><strong>${spoilt.length}</strong> left out</li>
</ul>
${renderSheets(state)}<section class="part"><h2>Columns</h2><div>${renderColumns(state)}</div></section>
<form action="/check/list/decide" method="post" novalidate>
${renderState(state)}
${choices.length === 0 ? '' : html`<section class="part"><h2 id="choices">Please choose</h2><div><p>It is not sure which vendor these lines mean. Nothing is guessed: a line without a choice is not checked.</p>${choices.map((each) => renderChoice(each, state.chosen))}</div></section>`}
${renderNone(none)}
${renderSpoilt(spoilt)}
<section class="part"><h2>Sure</h2><div>${
    sure.length === 0
      ? html`<p>No line is sure.</p>`
      : html`<details${sure.length <= 12 ? ' open' : ''}><summary>${sure.length === 1 ? 'One line' : `${sure.length} lines`} that only one vendor fits; its record is not checked yet</summary><ol class="plain-list">${sure.map(
          ({ line, vendor }) =>
            html`<li><span class="line-number">Line ${line.line}</span> ${shownText(line)}<br><strong>${vendor.name}</strong> · ${placeOf(vendor)}${renderNotes(line)}</li>`,
        )}</ol></details>`
  }</div></section>
<section class="part"><h2>The event</h2><div class="ask">${renderEventFields(state, errors)}</div></section>
${canGoOn ? html`<p class="actions"><button type="submit">Check these vendors</button></p>` : html`<p>There is nothing to check in this list. <a href="/check/list">Try another one</a>, or correct the columns above.</p>`}
</form>`;
  return renderPage({
    title: Object.keys(errors).length > 0 ? 'Error: Which vendors these are' : 'Which vendors these are',
    description: 'Which vendor each line of the list means.',
    robots: 'noindex',
    fictional,
    current: '/check',
    main,
  });
}

/** Bounded and read again with each step, so it need not be signed: it holds nothing but what was sent. */
function renderState({ table, columns }: ReviewState): Html {
  return html`${renderSheetName(table)}<input type="hidden" name="table" value="${JSON.stringify(table.rows)}">
${columns.roles.map((role, index) => html`<input type="hidden" name="column-${index}" value="${role}">`)}
${columns.titleLine === undefined ? '' : html`<input type="hidden" name="titles" value="${columns.titleLine}">`}`;
}

function renderSheets({ table: { sheets }, eventType, eventDate }: ReviewState): Html {
  if (!sheets) return EMPTY_HTML;
  const others = sheets.others.map(
    ({ name, isHidden, count }) =>
      `${quoteSheet(name)} (${countNoun(count, 'row')}${isHidden ? ', hidden' : ''})`,
  );
  const unread = sheets.unread.slice(0, SHEETS_NAMED_MAX).map(quoteSheet);
  const more = sheets.unread.length - unread.length;
  const rest = more > 0 ? [`${countNoun(more, 'more sheet')}`] : [];
  const choices = sheets.others.flatMap(({ name, table }) =>
    table
      ? [
          html`<form action="/check/list" method="post" novalidate>
<input type="hidden" name="table" value="${JSON.stringify(table)}"><input type="hidden" name="sheet" value="${shortSheet(name)}"><input type="hidden" name="event_type" value="${eventType}"><input type="hidden" name="event_date" value="${eventDate}">
<p><button class="quiet" type="submit">Read ${quoteSheet(name)} instead</button></p></form>`,
        ]
      : [],
  );
  return html`<section class="part"><h2>Sheets</h2><div><p>Only the ${sheets.isHidden ? 'hidden ' : ''}sheet ${quoteSheet(sheets.read)} was read.${
    others.length + unread.length === 0
      ? ' The other sheets of the workbook are not in this list.'
      : html`${others.length === 0 ? '' : html` <strong>Left out: ${others.join(', ')}.</strong>`}${unread.length === 0 ? '' : html` <strong>Not looked at, because they stand behind the tenth sheet: ${[...unread, ...rest].join(', ')}.</strong>`}`
  }</p>
${choices}${choices.length < sheets.others.length + sheets.unread.length ? html`<p>To check${choices.length > 0 ? ' one of the others' : ' another sheet'}, copy its rows and <a href="/check/list">paste them as a list</a>.</p>` : ''}</div></section>
`;
}

const SHEETS_NAMED_MAX = 10;

function shortSheet(name: string): string {
  return name.slice(0, SHEET_NAME_MAX);
}

function quoteSheet(name: string): string {
  return `“${shortSheet(name)}”`;
}

/** Keeps what was said of the sheets over a correction of the columns. */
function renderSheetName({ sheets }: ListTable): Html {
  return sheets ? html`<input type="hidden" name="sheet" value="${shortSheet(sheets.read)}">` : EMPTY_HTML;
}

function renderColumns(state: ReviewState): Html {
  const { table, columns, eventType, eventDate } = state;
  const { roles, titles, titleLine } = columns;
  const used = roles.filter((role) => role !== 'ignored').map((role) => ROLE_NAMES[role].toLowerCase());
  const from = titleLine === undefined ? 'by what is in them' : `by the titles in line ${titleLine}`;
  const sample = table.rows.filter(({ line }) => line !== titleLine && line > (titleLine ?? 0));
  const fields = roles.map((role, index) => {
    const title = titles[index] || `Column ${index + 1}`;
    const example = sample.find(({ cells }) => cells[index])?.cells[index] ?? '';
    return html`<div class="field"><label for="column-${index}">${title}</label>${example === '' ? '' : html`<p class="hint">such as “${example.slice(0, 40)}”</p>`}
<select id="column-${index}" name="column-${index}">${COLUMN_ROLES.map((each) => html`<option value="${each}"${each === role ? ' selected' : ''}>${ROLE_NAMES[each]}</option>`)}</select></div>`;
  });
  return html`<p>${used.length === 0 ? 'No column was recognized.' : `Recognized ${from}: ${used.join(', ')}.`}</p>
<details><summary>Correct the columns</summary>
<form action="/check/list" method="post" novalidate>
${renderSheetName(table)}<input type="hidden" name="table" value="${JSON.stringify(table.rows)}"><input type="hidden" name="event_type" value="${eventType}"><input type="hidden" name="event_date" value="${eventDate}">
${fields}
${titleLine === undefined ? '' : html`<div class="choice"><input type="checkbox" id="titles" name="titles" value="${titleLine}" checked><label for="titles">Line ${titleLine} has the titles of the columns</label></div>`}
<p><button class="quiet" type="submit">Read the list again</button></p>
</form></details>`;
}

function renderChoice(choiceLine: ChoiceLine, chosen: Choices): Html {
  const { line, candidates } = choiceLine;
  const name = `choice-${line.line}`;
  const choice = chosen.get(line.line);
  const option = (value: string, index: number | string, content: Html) =>
    html`<div class="choice"><input type="radio" id="${name}-${index}" name="${name}" value="${value}"${choice === value ? ' checked' : ''}><label for="${name}-${index}">${content}</label></div>`;
  return html`<fieldset class="field" id="${name}"><legend><span class="line-number">Line ${line.line}</span> ${shownText(line)}</legend>
${renderNotes(line)}${isUnknownNumber(choiceLine) ? html`<p class="small">No food truck or caterer on record has exactly this license number. These come near it.</p>` : ''}<div class="choices">${joinHtml(
    candidates.map((vendor, index) =>
      option(
        vendor.vendorId,
        index,
        html`${vendor.name} <span class="hint">${placeOf(vendor)} · ${tellingReasons(vendor.reasons)
          .map((each) => MATCH_WORDS[each])
          .join(', ')}</span>`,
      ),
    ),
    '\n',
  )}
${option(NONE_OF_THESE, 'none', html`None of these`)}</div>${renderMore(choiceLine)}</fieldset>`;
}

function isUnknownNumber({ isNumber, candidates }: ChoiceLine): boolean {
  return isNumber && numberOf({ candidates }) === 'unknown';
}

/** A vendor that is not among those shown must not be looked for among them. */
function renderMore({ line, candidates, hasMore, isNumber }: ChoiceLine): Html {
  if (!hasMore) return EMPTY_HTML;
  const search = `/search?${new URLSearchParams({ q: isNumber ? line.licenseNumber || line.name : line.name || line.licenseNumber })}`;
  return html`<p class="small">Only the ${candidates.length} nearest are shown; other vendors fit nearly as well. Is it none of these? <a href="${search}">Search for it</a>, then check the list again with its license number in this line.</p>`;
}

function placeOf({ formerName, licenseNumber, city }: MeantVendor): string {
  return [licenseNumber, formerName === null ? '' : `formerly ${formerName}`, city ?? '']
    .filter(Boolean)
    .join(' · ');
}

function renderNone(none: MatchedList['none']): Html {
  if (none.length === 0) return EMPTY_HTML;
  return html`<section class="part"><h2>Not on record</h2><div><p>We found no food truck or caterer with such a name or number. That does not mean that it has no license.</p>
<ol class="plain-list">${none.map(({ line, ...found }) => html`<li><span class="line-number">Line ${line.line}</span> ${shownText(line)}<br>${whatToAsk(found)}${renderNotes(line)}</li>`)}</ol></div></section>`;
}

function whatToAsk({ isNumber }: Pick<NoneLine, 'isNumber'>): string {
  return isNumber
    ? 'Nobody on record has this license number: compare it with the license itself.'
    : 'Ask for the license number.';
}

export function renderSpoilt(spoilt: readonly SpoiltLine[]): Html {
  if (spoilt.length === 0) return EMPTY_HTML;
  return html`<section class="part"><h2>Left out</h2><div><ol class="plain-list">${spoilt.map(
    ({ line, text, problem }) =>
      html`<li><span class="line-number">Line ${line}</span> ${text === '' ? '' : html`${text}<br>`}${problem}</li>`,
  )}</ol></div></section>`;
}

export function renderNotes({ notes }: ListLine): Html {
  return notes.length === 0 ? EMPTY_HTML : html`<p class="small">${notes.join(' ')}</p>`;
}
