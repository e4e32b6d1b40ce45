import type { Language } from '../../../lib/language/language.ts';
import { MATCH_REASONS, type MatchReason } from '../../../matching/matchable.ts';
import {
  type ChoiceLine,
  type Choices,
  findProposed,
  type MatchedList,
  NONE_OF_THESE,
  numberOf,
} from '../../../organizer/lists/checked-list.ts';
import { describeLineProblem, describeNote, isIn } from '../../../organizer/lists/line-words.ts';
import { COLUMN_ROLES } from '../../../organizer/lists/list-bounds.ts';
import { type Columns, unreadColumns } from '../../../organizer/lists/list-columns.ts';
import { type ListLine, type SpoiltLine, shownText } from '../../../organizer/lists/list-lines.ts';
import type { ListTable } from '../../../organizer/lists/list-table.ts';
import { ROLES_NAMED } from '../../../organizer/lists/messages.ts';
import { displayName } from '../../../records/record/display-name.ts';
import type { MatchedVendor } from '../../../search/find/matched-vendor.ts';
import { renderErrorSummary } from '../../kit/forms/fields.ts';
import { renderPage } from '../../kit/frame/render-page.ts';
import { EMPTY_HTML, type Html, html, joinHtml } from '../../kit/html.ts';
import { linkTo, strong } from '../../kit/tags.ts';
import { type AskedEvent, renderEventFields } from './list-form.ts';
import { SHEET_NAME_MAX } from './list-state.ts';
import { MATCHES, REVIEW, TABLE } from './messages.ts';
import { otherLicenseFor } from './open-words.ts';

/**
 * The second step, where the organizer reviews the match for each line before any decision is made. The form
 * carries the whole state.
 */

export interface ReviewState extends AskedEvent {
  readonly table: ListTable;
  readonly columns: Columns;
  readonly list: MatchedList;
  readonly chosen: Choices;
  readonly errors: Readonly<Record<string, string>>;
}

/** The possible differences between the number that was typed and the vendor's number. */
const SLIPS = [
  ...(['number_alike', 'digits_exchanged', 'digit_missing', 'digit_extra', 'number_misread'] as const),
];
const AGAINST = ['other_number', 'other_name', 'other_letters', 'other_city'] as const;

/**
 * Returns the strongest reason for a match and the strongest reason against it. If there is none against it,
 * returns the two strongest reasons for it.
 */
function tellingReasons(reasons: readonly MatchReason[]): readonly MatchReason[] {
  const ordered = MATCH_REASONS.filter((each) => reasons.includes(each));
  const against = AGAINST.filter((each) => ordered.includes(each));
  const isAgainst = (each: MatchReason) => AGAINST.some((other) => other === each);
  const named = ordered.filter((each) => !isAgainst(each));
  if (named.length === 0) return against.slice(0, 2);
  return against.length === 0 ? named.slice(0, 2) : [...named.slice(0, 1), ...against.slice(0, 1)];
}

export function renderReview(state: ReviewState, fictional: boolean | undefined, language: Language): Html {
  const { list, errors } = state;
  const { sure, choices, none, spoilt } = list;
  const t = REVIEW[language];
  const canGoOn = sure.length + choices.length > 0;
  const main = html`<p class="kicker"><a href="/check/list">${t.another}</a></p>
<h1>${t.title}</h1>
${renderErrorSummary(errors, language)}
<ul class="tally" aria-label="${t.tally}">
<li>${t.countSure({ strong, count: sure.length })}</li><li>${t.countChoices({ strong, count: choices.length })}</li><li>${t.countNone({ strong, count: none.length })}</li><li>${t.countSpoilt({ strong, count: spoilt.length })}</li>
</ul>
${renderSheets(state, language)}<section class="part"><h2>${TABLE[language].columns}</h2><div>${renderColumns(state, language)}</div></section>
<form action="/check/list/decide" method="post" novalidate>
${renderState(state)}
${choices.length === 0 ? '' : html`<section class="part"><h2 id="choices">${t.choose}</h2><div><p>${t.chooseTold}</p>${sure.length === 0 ? '' : html`<p><button class="quiet" type="submit" name="skip" value="choices">${t.skipAll({ count: choices.length })}</button></p>`}${choices.map((each) => renderChoice(each, state.chosen, language))}</div></section>`}
${renderNone(none, language)}
${renderSpoilt(spoilt, language)}
<section class="part"><h2>${t.sure}</h2><div>${renderSure(sure, language)}</div></section>
<section class="part"><h2>${t.event}</h2><div class="ask">${renderEventFields(state, errors, language)}</div></section>
${canGoOn ? html`<p class="actions"><button type="submit">${t.submit}</button></p>` : html`<p>${t.nothing({ link: linkTo('/check/list') })}</p>`}
</form>`;
  return renderPage({
    title: Object.keys(errors).length > 0 ? t.errorTitle : t.title,
    description: t.description,
    language,
    robots: 'noindex',
    fictional,
    current: '/check',
    main,
  });
}

function renderSure(sure: MatchedList['sure'], language: Language): Html {
  const t = REVIEW[language];
  if (sure.length === 0) return html`<p>${t.noneSure}</p>`;
  return html`<details${sure.length <= 12 ? ' open' : ''}><summary>${t.sureLines({ count: sure.length })}</summary><ol class="plain-list">${sure.map(
    ({ line, vendor }) =>
      html`<li>${renderLineNumber(line, language)} ${shownText(line)}<br><strong>${displayName(vendor.name)}</strong> · ${placeOf(vendor, language)}${slipText(vendor, language)}${renderNotes(line, language)}</li>`,
  )}</ol></details>`;
}

/**
 * Explains how the number differs. A matching name can make a match certain even if the number has a typo.
 */
function slipText({ reasons }: MatchedVendor, language: Language): string {
  const slip = SLIPS.find((each) => reasons.includes(each));
  return slip === undefined ? '' : ` · ${MATCHES[language][slip]}`;
}

/**
 * Renders the state as form fields. Each step limits and validates the state again. The state contains only
 * what the reader sent, so it does not need a signature.
 */
function renderState({ table, columns }: ReviewState): Html {
  return html`${renderSheetName(table)}<input type="hidden" name="table" value="${JSON.stringify(table.rows)}">
${columns.roles.map((role, index) => html`<input type="hidden" name="column-${index}" value="${role}">`)}
${columns.titleLine === undefined ? '' : html`<input type="hidden" name="titles" value="${columns.titleLine}">`}`;
}

function renderSheets({ table: { sheets }, eventType, eventDate }: ReviewState, language: Language): Html {
  if (!sheets) return EMPTY_HTML;
  const t = TABLE[language];
  const others = sheets.others.map(({ name, isHidden, count }) =>
    (isHidden ? t.rowsHidden : t.rows)({ sheet: quoteSheet(name), count }),
  );
  const unread = sheets.unread.slice(0, SHEETS_NAMED_MAX).map(quoteSheet);
  const more = sheets.unread.length - unread.length;
  const rest = more > 0 ? [t.moreSheets({ count: more })] : [];
  const choices = sheets.others.flatMap(({ name, table }) =>
    table
      ? [
          html`<form action="/check/list" method="post" novalidate>
<input type="hidden" name="table" value="${JSON.stringify(table)}"><input type="hidden" name="sheet" value="${shortSheet(name)}"><input type="hidden" name="event_type" value="${eventType}"><input type="hidden" name="event_date" value="${eventDate}">
<p><button class="quiet" type="submit">${t.readInstead({ sheet: quoteSheet(name) })}</button></p></form>`,
        ]
      : [],
  );
  const link = linkTo('/check/list');
  return html`<section class="part"><h2>${t.sheets}</h2><div><p>${(sheets.isHidden ? t.readHidden : t.read)({ sheet: quoteSheet(sheets.read) })}${
    others.length + unread.length === 0
      ? ` ${t.othersUnknown}`
      : html`${others.length === 0 ? '' : html` <strong>${t.leftOut({ sheets: others.join(', ') })}</strong>`}${unread.length === 0 ? '' : html` <strong>${t.unread({ sheets: [...unread, ...rest].join(', ') })}</strong>`}`
  }</p>
${choices}${choices.length < sheets.others.length + sheets.unread.length ? html`<p>${(choices.length > 0 ? t.pasteOneOfOthers : t.pasteOther)({ link })}</p>` : ''}</div></section>
`;
}

const SHEETS_NAMED_MAX = 10;

const TITLE_SHOWN_MAX = 40;

function shortSheet(name: string): string {
  return name.slice(0, SHEET_NAME_MAX);
}

function quoteSheet(name: string): string {
  return `“${shortSheet(name)}”`;
}

/**
 * Renders the name of the sheet that was read, so that the choice of sheet is not lost when the columns are
 * corrected.
 */
function renderSheetName({ sheets }: ListTable): Html {
  return sheets ? html`<input type="hidden" name="sheet" value="${shortSheet(sheets.read)}">` : EMPTY_HTML;
}

/** Returns a name for use within a sentence, with a lowercase first letter. */
export function startLower(name: string): string {
  return `${name.slice(0, 1).toLowerCase()}${name.slice(1)}`;
}

function renderColumns(state: ReviewState, language: Language): Html {
  const { table, columns, eventType, eventDate } = state;
  const { roles, titles, titleLine } = columns;
  const t = TABLE[language];
  const names = ROLES_NAMED[language];
  const used = roles.filter((role) => role !== 'ignored').map((role) => startLower(names[role]));
  const titleOf = (index: number) => titles[index] || t.column({ number: index + 1 });
  const shortTitle = (index: number) => titleOf(index).slice(0, TITLE_SHOWN_MAX);
  const sample = table.rows.filter(({ line }) => line !== titleLine && line > (titleLine ?? 0));
  const fields = roles.map((role, index) => {
    const title = titleOf(index);
    const example = sample.find(({ cells }) => cells[index])?.cells[index] ?? '';
    return html`<div class="field"><label for="column-${index}">${title}</label>${example === '' ? '' : html`<p class="hint">${t.suchAs({ example: example.slice(0, 40) })}</p>`}
<select id="column-${index}" name="column-${index}">${COLUMN_ROLES.map((each) => html`<option value="${each}"${each === role ? ' selected' : ''}>${names[each]}</option>`)}</select></div>`;
  });
  const unread = unreadColumns(table, columns).map((index) => `“${shortTitle(index)}”`);
  return html`<p>${recognizedText(used.join(', '), titleLine, language)}${unread.length === 0 ? '' : html` <strong>${t.unreadColumns({ columns: unread.join(', ') })}</strong>`}</p>
<details><summary>${t.correct}</summary>
<form action="/check/list" method="post" novalidate>
${renderSheetName(table)}<input type="hidden" name="table" value="${JSON.stringify(table.rows)}"><input type="hidden" name="event_type" value="${eventType}"><input type="hidden" name="event_date" value="${eventDate}">
${fields}
${titleLine === undefined ? '' : html`<div class="choice"><input type="checkbox" id="titles" name="titles" value="${titleLine}" checked><label for="titles">${t.hasTitles({ line: titleLine })}</label></div>`}
<p><button class="quiet" type="submit">${t.readAgain}</button></p>
</form></details>`;
}

function recognizedText(columns: string, titleLine: number | undefined, language: Language): string {
  const t = TABLE[language];
  if (columns === '') return t.noColumn;
  return titleLine === undefined ? t.byContent({ columns }) : t.byTitles({ columns, line: titleLine });
}

function renderChoice(choiceLine: ChoiceLine, chosen: Choices, language: Language): Html {
  const { line, candidates } = choiceLine;
  const t = REVIEW[language];
  const name = `choice-${line.line}`;
  const choice = chosen.get(line.line) ?? findProposed(choiceLine)?.vendorId;
  const option = (value: string, index: number | string, content: Html) =>
    html`<div class="choice"><input type="radio" id="${name}-${index}" name="${name}" value="${value}"${choice === value ? ' checked' : ''}><label for="${name}-${index}">${content}</label></div>`;
  return html`<fieldset class="field" id="${name}"><legend>${renderLineNumber(line, language)} ${shownText(line)}</legend>
${renderNotes(line, language)}${isUnknownNumber(choiceLine) ? html`<p class="small">${t.unknownNumber}</p>` : ''}<div class="choices">${joinHtml(
    candidates.map((vendor, index) =>
      option(
        vendor.vendorId,
        index,
        html`${displayName(vendor.name)} <span class="hint">${placeOf(vendor, language)} · ${tellingReasons(
          vendor.reasons,
        )
          .map((each) => MATCHES[language][each])
          .join(', ')}</span>`,
      ),
    ),
    '\n',
  )}
${option(NONE_OF_THESE, 'none', html`${t.noneOfThese}`)}</div>${renderMore(choiceLine, language)}</fieldset>`;
}

function isUnknownNumber({ isNumber, candidates }: ChoiceLine): boolean {
  return isNumber && numberOf({ candidates }) === 'unknown';
}

/** Renders a note that there are more vendors, so that readers do not assume that the list is complete. */
function renderMore({ line, candidates, more, isNumber }: ChoiceLine, language: Language): Html {
  if (more === 0) return EMPTY_HTML;
  const search = `/search?${new URLSearchParams({ q: isNumber ? line.licenseNumber || line.name : line.name || line.licenseNumber })}`;
  return html`<p class="small">${REVIEW[language].more({ count: candidates.length, more, link: linkTo(search) })}${line.city === '' && !isNumber ? ` ${REVIEW[language].addCity}` : ''}</p>`;
}

function placeOf({ formerName, licenseNumber, city }: MatchedVendor, language: Language): string {
  const formerly = formerName === null ? '' : REVIEW[language].formerly({ name: displayName(formerName) });
  return [licenseNumber, formerly, displayName(city ?? '')].filter(Boolean).join(' · ');
}

function renderNone(none: MatchedList['none'], language: Language): Html {
  if (none.length === 0) return EMPTY_HTML;
  const t = REVIEW[language];
  return html`<section class="part"><h2>${t.none}</h2><div><p>${t.noneTold}</p>
<ol class="plain-list">${none.map(({ line, isNumber }) => html`<li>${renderLineNumber(line, language)} ${shownText(line)}<br>${askFor(line, isNumber, language)}${renderNotes(line, language)}</li>`)}</ol></div></section>`;
}

function askFor(line: ListLine, isNumber: boolean, language: Language): string {
  const t = REVIEW[language];
  const other = otherLicenseFor(line, language);
  if (other) return other.about;
  return isNumber ? t.compareNumber : t.askForNumber;
}

/** Renders the lines that have problems. `furtherOf` returns text to add after the problem in a line. */
export function renderSpoilt(
  spoilt: readonly SpoiltLine[],
  language: Language,
  furtherOf: (line: SpoiltLine) => string = () => '',
): Html {
  if (spoilt.length === 0) return EMPTY_HTML;
  return html`<section class="part"><h2>${REVIEW[language].spoilt}</h2><div><ol class="plain-list">${spoilt.map(
    (spoiltLine) => {
      const { line, text, problem } = spoiltLine;
      return html`<li>${renderLineNumber({ line }, language)} ${text === '' ? '' : html`${text}<br>`}${inItsLanguage(describeLineProblem(problem, language), isIn(language, problem))} ${furtherOf(spoiltLine)}</li>`;
    },
  )}</ol></div></section>`;
}

export function renderNotes({ notes }: ListLine, language: Language): Html {
  if (notes.length === 0) return EMPTY_HTML;
  const said = notes.map((note) => inItsLanguage(describeNote(note, language), isIn(language, note)));
  return html`<p class="small">${joinHtml(said, ' ')}</p>`;
}

export function renderLineNumber({ line }: Pick<ListLine, 'line'>, language: Language): Html {
  return html`<span class="line-number">${REVIEW[language].line({ line })}</span>`;
}

/** Marks text as English if it exists only in English. */
function inItsLanguage(text: string, isRead: boolean): Html {
  return isRead ? html`${text}` : html`<span lang="en">${text}</span>`;
}
