import { licenseKindText, shownVerdict } from '../../../decisions/decide/decision-words.ts';
import type { SearchRow } from '../../../judgment/scorecard/schemas.ts';
import type { Language } from '../../../lib/language/language.ts';
import { parseStored } from '../../../lib/stored-json.ts';
import { describeDay } from '../../../lib/time/dates.ts';
import { cuisineName } from '../../../records/record/cuisine.ts';
import { displayName } from '../../../records/record/display-name.ts';
import type { FoundRow } from '../../../search/find/search.ts';
import { describeMatch } from '../../../search/find/suggestion-service.ts';
import { GRADE_TONES, toneInAge } from '../../kit/decisions/decision-names.ts';
import { renderVerdictMark } from '../../kit/decisions/verdict-stamp.ts';
import { EMPTY_HTML, type Html, html } from '../../kit/html.ts';
import { LAST_INSPECTION, SEARCH } from '../search/search-messages.ts';
import { NO_GRADES_SHORT } from './record-messages.ts';
import { isUnlicensed, NO_GRADE_TONES } from './record-texts.ts';

/** A row in the search results. It has the search summary, but not the URLs that the JSON response adds. */
export type ShownRow = Omit<SearchRow, 'scorecard_url' | 'match' | 'verdict'> &
  Pick<FoundRow, 'match' | 'verdict'>;

/** Parses a published row. */
export function parseRow({ summary, verdict, match }: FoundRow): ShownRow {
  return { ...parseStored<Omit<ShownRow, 'match' | 'verdict'>>(summary), verdict, match };
}

/**
 * Renders a vendor in the search results: the grade, name, food, place, verdict and one sentence. The name
 * links to the vendor's record, or to the check for the event if its date is known.
 */
export function renderResultRow(row: ShownRow, language: Language, eventDate = ''): Html {
  const t = SEARCH[language];
  const name = displayName(row.name);
  const kind = cuisineName(row.cuisine, language) ?? licenseKindText(row.license, language);
  const facts = [
    kind.charAt(0).toUpperCase() + kind.slice(1),
    row.city === null ? null : displayName(row.city),
  ].filter(Boolean);
  const query = new URLSearchParams({ license_number: row.license.number, event_date: eventDate });
  const address = eventDate === '' ? `/vendor/${row.id}` : `/check?${query.toString()}`;
  return html`<li class="result">
${renderLetter(row, language)}
<div>
<h3><a href="${address}">${name}</a></h3>
${row.aka ? html`<p>${t.formerly({ name: displayName(row.aka) })}</p>` : ''}
<p class="small"><span class="number">${row.license.number}</span> · ${facts.join(' · ')}</p>
${row.match ? html`<p class="small">${describeMatch(row.match, language)}</p>` : ''}
</div>
<div class="result-says"><p>${renderVerdictMark(shownVerdict(row), row.records_old, language)}</p>
<p class="small">${renderNoGrade(row, language)}${inspectionText(row, language)}</p></div></li>`;
}

function renderLetter({ grade, grade_status: status, records_old: old }: ShownRow, language: Language): Html {
  if (grade !== null)
    return html`<p class="grade tone-${toneInAge(GRADE_TONES[grade], old)}"><span class="visually-hidden">${SEARCH[language].grade}</span> ${grade}</p>`;
  const tone = NO_GRADE_TONES[status === 'graded' ? 'insufficient_record' : status];
  if (status === 'hold') return html`<p class="grade tone-${tone}" aria-hidden="true">✕</p>`;
  return html`<p class="grade no-letter tone-${tone}">${SEARCH[language].noGrade}</p>`;
}

function renderNoGrade({ grade_status: status, hold_active: hold }: ShownRow, language: Language): Html {
  // "Not enough record" already says that there is no grade.
  if (status === 'graded' || status === 'insufficient_record') return EMPTY_HTML;
  const tone = hold ? 'bad' : NO_GRADE_TONES[status];
  return html`<strong class="standing tone-${tone}">${NO_GRADES_SHORT[language][status]}.</strong> `;
}

/** Summarizes the newest inspection under the current owner, and the past year, in one sentence. */
function inspectionText({ last_disposition: last, rollup_12m: year }: ShownRow, language: Language): string {
  const text = yearText(year, language);
  if (!last) return text;
  const rest = text.charAt(0).toLowerCase() + text.slice(1);
  const t = LAST_INSPECTION[language];
  const endings = { met: t.met, follow_up: t.followUp, closed: t.closed, unknown: t.unknown };
  const ending = isUnlicensed(last.text) ? t.unlicensed : endings[last.result];
  return ending({ day: describeDay(last.date, language), year: rest });
}

/** Summarizes the inspections under the current owner in the twelve months up to the records' as-of date. */
function yearText(year: ShownRow['rollup_12m'], language: Language): string {
  const t = SEARCH[language];
  const { inspections: count, whole_year: isWhole, year_covered: covered } = year;
  if (covered === 'none' && count === 0) return t.yearNotRead;
  if (count === 0) return isWhole ? t.noneWholeYear : t.nonePartOfYear;
  const found = foundText(year, language);
  return isWhole ? t.wholeYear({ count, found }) : t.partOfYear({ count, found });
}

function foundText({ violations, high_priority: high }: ShownRow['rollup_12m'], language: Language): string {
  const t = SEARCH[language];
  if (violations === null || high === null) return t.countsUnknown;
  return violations === 0 ? t.noViolation : t.violations({ count: violations, high });
}
