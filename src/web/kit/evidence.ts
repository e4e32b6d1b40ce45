import type { DecisionResult } from '../../decisions/decision/schemas.ts';
import { gradeText, licenseStatusText } from '../../decisions/decision/words.ts';
import { describeAge, jurisdictionDay } from '../../lib/dates.ts';
import type { RecordsOld } from '../../registry/published-state/records-age.ts';
import type { Hold, License, Rollup } from '../../registry/vendors/schemas.ts';
import { renderDay } from './dates.ts';
import { type Html, html, joinHtml } from './html.ts';

/** What a decision rests on, as a ledger: license, grade or why none, closure, last visit, twelve months. */
export function renderEvidence({ vendor, evidence, as_of: asOf, ...decision }: DecisionResult): Html {
  const { license } = vendor;
  const days = { asOf, today: jurisdictionDay(new Date(decision.decided_at)), old: decision.records_old };
  const { grade, grade_status, last_disposition, gravest_event: gravest, hold } = evidence;
  return html`<dl class="ledger">
<div><dt>License</dt><dd>${renderLicense(license, days)}${license.confirmed ? '' : html`; <strong>not confirmed</strong>`}</dd></div>
<div><dt>Grade</dt><dd${grade_status === 'graded' ? html` class="letter"` : ''}>${gradeText(grade_status, grade)}</dd></div>
<div><dt>Regulator’s hold</dt><dd>${renderHold(hold)}</dd></div>
<div><dt>Last visit</dt><dd>${last_disposition ? html`“${last_disposition.text}”, ${renderDay(last_disposition.date)}` : 'None counted for the owner'}</dd></div>
<div><dt>Gravest result</dt><dd>${renderGravest(gravest, asOf)}</dd></div>
</dl>
${renderCounts(evidence.rollup_12m, asOf)}`;
}

/** A license's status with its expiry date: what the records of one day say, and what day it is. */
export function renderLicense(
  license: License,
  { asOf, today, old }: { readonly asOf: string; readonly today: string; readonly old: RecordsOld | null },
): Html {
  const { status, expires_on: expiresOn } = license;
  const text = licenseStatusText(license);
  if (expiresOn === null) return html`${text}`;
  const day = renderDay(expiresOn);
  if (status !== 'current') return html`${text}; expiry date ${day}`;
  if (expiresOn < asOf) return html`${text} in the newest license file; its expiry date, ${day}, is past`;
  if (expiresOn < today) return html`Was current on ${renderDay(asOf)}, to ${day}, which is past`;
  if (old) return html`Was current on ${renderDay(asOf)}, to ${day}`;
  return html`${text}, expires ${day}`;
}

/** The gravest result that an owner's visits had, whatever its age. */
export function renderGravest(
  gravest: { readonly text: string; readonly date: string } | null,
  asOf: string,
): Html {
  return gravest
    ? html`“${gravest.text}”, ${renderDay(gravest.date)}, ${describeAge(gravest.date, asOf)}`
    : html`No follow-up or closure counted for the owner`;
}

/** Whether a hold is in force, in the regulator's own words and dated. */
function renderHold({ active, reasons }: Hold): Html {
  if (!active) return html`None in force`;
  const items = reasons.map(({ text, since }) => html`“${text}”, since ${renderDay(since)}`);
  return html`<strong>In force.</strong> ${joinHtml(items, '; ')}`;
}

/** The counts of the twelve months to the as-of day. */
export function renderCounts(rollup: Rollup, asOf: string): Html {
  const rows: readonly (readonly [name: string, count: number | null])[] = [
    ['Inspections', rollup.inspections],
    ['High-priority violations', rollup.high_priority],
    ['Intermediate violations', rollup.intermediate],
    ['Basic violations', rollup.basic],
    ['Warnings', rollup.warnings],
    ['Administrative complaints', rollup.admin_complaints],
    ['Emergency orders', rollup.emergency_orders],
  ];
  const day = renderDay(asOf);
  return html`<table class="counts"><caption>${rollup.whole_year ? html`Twelve months to ${day}` : html`On file of the twelve months to ${day}, which the files do not cover in full`}</caption><tbody>
${joinHtml(
  rows.map(([name, count]) => html`<tr><th scope="row">${name}</th><td>${count ?? 'not on file'}</td></tr>`),
  '\n',
)}
</tbody></table>`;
}
