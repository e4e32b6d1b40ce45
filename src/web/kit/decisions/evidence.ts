import { gradeText, licenseStatusText } from '../../../decisions/decide/decision-words.ts';
import type { DecisionResult } from '../../../decisions/decide/schemas.ts';
import type { Hold, License, Rollup, Scorecard } from '../../../judgment/scorecard/schemas.ts';
import type { Language } from '../../../lib/language/language.ts';
import { describeAge, jurisdictionDay } from '../../../lib/time/dates.ts';
import type { RecordsOld } from '../../../published-state/records-age.ts';
import { type Html, html, joinHtml } from '../html.ts';
import { renderDay } from '../render-dates.ts';
import { renderQuote, strong } from '../tags.ts';
import { EVIDENCE } from './decision-messages.ts';
import { GRADE_TONES, toneInAge } from './decision-names.ts';

/**
 * Renders the evidence for a decision as a ledger: the license, the grade or why there is none, closures, the
 * last visit, and the twelve-month counts.
 */
export function renderEvidence(
  { vendor, evidence, as_of: asOf, ...decision }: DecisionResult,
  language: Language = 'en',
): Html {
  const t = EVIDENCE[language];
  const { license } = vendor;
  const days = { asOf, today: jurisdictionDay(new Date(decision.decided_at)), old: decision.records_old };
  const { grade, grade_status, last_disposition, gravest_event: gravest, hold, rollup_12m } = evidence;
  const known = { covered: rollup_12m.year_covered, old: decision.records_old };
  const isNothingRead = rollup_12m.year_covered === 'none';
  return html`<dl class="ledger">
<div><dt>${t.license}</dt><dd>${renderLicense(license, days, language)}${license.confirmed ? '' : t.notConfirmed({ strong })}</dd></div>
<div><dt>${t.grade}</dt><dd>${isNothingRead && !last_disposition && grade_status === 'insufficient_record' ? t.notKnown : renderGrade(grade_status, grade, decision.records_old, language)}</dd></div>
<div><dt>${t.hold}</dt><dd>${renderHold(hold, known, language)}</dd></div>
<div><dt>${t.lastVisit}</dt><dd>${last_disposition ? html`${renderQuote(last_disposition.text, language)}, ${renderDay(last_disposition.date, language)}` : isNothingRead ? t.notKnown : t.noVisit}</dd></div>
<div><dt>${t.gravest}</dt><dd>${gravest === null && isNothingRead ? t.notKnown : renderGravest(gravest, asOf, language)}</dd></div>
</dl>
${renderCounts(evidence.rollup_12m, asOf, language)}`;
}

/** Renders the letter as a tile in its color, or why there is none. */
function renderGrade(
  status: string,
  grade: Scorecard['grade'],
  old: RecordsOld | null,
  language: Language,
): Html {
  const text = gradeText(status, grade, language);
  if (grade === null || status !== 'graded') return html`${text}`;
  return html`<span class="grade tone-${toneInAge(GRADE_TONES[grade], old)}">${text}</span>`;
}

/** Renders a license's status and expiration date, compared with the records' as-of date and with today. */
export function renderLicense(
  license: License,
  { asOf, today, old }: { readonly asOf: string; readonly today: string; readonly old: RecordsOld | null },
  language: Language = 'en',
): Html {
  const t = EVIDENCE[language];
  const { expires_on: expiresOn } = license;
  const status = licenseStatusText(license, language);
  if (expiresOn === null) return html`${status}`;
  const day = renderDay(expiresOn, language);
  if (license.status !== 'current') return html`${t.expiryDate({ status, day })}`;
  if (expiresOn < asOf) return html`${t.pastExpiry({ status, day })}`;
  if (expiresOn < today) return html`${t.wasCurrent({ day })}`;
  return html`${old ? t.wasCurrentTo({ day }) : t.expires({ status, day })}`;
}

/** Renders the most severe inspection result under an owner, regardless of how old it is. */
export function renderGravest(
  gravest: { readonly text: string; readonly date: string } | null,
  asOf: string,
  language: Language = 'en',
): Html {
  const t = EVIDENCE[language];
  if (!gravest) return html`${t.noWorst}`;
  const age =
    gravest.date >= asOf
      ? t.dayOfRecords
      : t.beforeRecords({ age: describeAge(gravest.date, asOf, language) });
  return html`${renderQuote(gravest.text, language)}, ${renderDay(gravest.date, language)}, ${age}`;
}

/**
 * Says whether a hold is in force, and quotes the regulator with a date. Old or missing files cannot prove
 * that there is no hold.
 */
export function renderHold(
  { active, reasons }: Hold,
  { covered, old }: { readonly covered: Rollup['year_covered']; readonly old: RecordsOld | null },
  language: Language,
): Html {
  const t = EVIDENCE[language];
  if (!active && covered === 'none') return html`${t.notKnown}`;
  if (!active) return html`${old ? t.noHoldThen({ day: renderDay(old.reach_to, language) }) : t.noHold}`;
  const items = reasons.map(
    ({ text, since }) =>
      html`${t.since({ quote: renderQuote(text, language), day: renderDay(since, language) })}`,
  );
  return html`${t.inForce({ strong, reasons: joinHtml(items, '; ') })}`;
}

/** Renders the counts for the twelve months up to the as-of date. */
export function renderCounts(rollup: Rollup, asOf: string, language: Language = 'en'): Html {
  const t = EVIDENCE[language];
  const rows: readonly (readonly [name: string, count: number | null])[] = [
    [t.inspections, rollup.inspections],
    [t.highPriority, rollup.high_priority],
    [t.intermediate, rollup.intermediate],
    [t.basic, rollup.basic],
    [t.warnings, rollup.warnings],
    [t.complaints, rollup.admin_complaints],
    [t.orders, rollup.emergency_orders],
  ];
  const day = renderDay(asOf, language);
  const captions = { whole: t.wholeYear, part: t.partOfYear, none: t.noneOfYear };
  const isNone = rollup.year_covered === 'none';
  return html`<table class="counts"><caption>${captions[rollup.year_covered ?? (rollup.whole_year ? 'whole' : 'part')]({ day })}</caption><tbody>
${joinHtml(
  rows.map(
    ([name, count]) =>
      html`<tr><th scope="row">${name}</th><td>${isNone && !count ? '–' : (count ?? t.notOnFile)}</td></tr>`,
  ),
  '\n',
)}
</tbody></table>`;
}
