import type { DecisionResult } from '../../decisions/decision/schemas.ts';
import { describeAge } from '../../lib/dates.ts';
import type { Hold, Rollup } from '../../registry/vendors/schemas.ts';
import { renderDay } from './dates.ts';
import { gradeText, licenseStatusText } from './decision-names.ts';
import { EMPTY_HTML, type Html, html, joinHtml } from './html.ts';

/** What a decision rests on, as a ledger: license, grade or why none, closure, last visit, twelve months. */
export function renderEvidence({ vendor, evidence, as_of: asOf }: DecisionResult): Html {
  const { license } = vendor;
  const { grade, grade_status, last_disposition, gravest_event: gravest, hold } = evidence;
  return html`<dl class="ledger">
<div><dt>License</dt><dd>${licenseStatusText(license)}${renderExpiry(license.expires_on, asOf)}${license.confirmed ? '' : html`; <strong>not confirmed</strong>`}</dd></div>
<div><dt>Grade</dt><dd${grade_status === 'graded' ? html` class="letter"` : ''}>${gradeText(grade_status, grade)}</dd></div>
<div><dt>Regulator’s hold</dt><dd>${renderHold(hold)}</dd></div>
<div><dt>Last visit</dt><dd>${last_disposition ? html`“${last_disposition.text}”, ${renderDay(last_disposition.date)}` : 'None counted for the owner'}</dd></div>
<div><dt>Gravest result</dt><dd>${renderGravest(gravest, asOf)}</dd></div>
</dl>
${renderCounts(evidence.rollup_12m)}`;
}

/** ", expires …" or ", expired …", as of a day; empty without an expiry date. */
export function renderExpiry(expiresOn: string | null, asOf: string): Html {
  if (expiresOn === null) return EMPTY_HTML;
  return html`, ${expiresOn < asOf ? 'expired' : 'expires'} ${renderDay(expiresOn)}`;
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

/** The counts of the trailing twelve months. */
export function renderCounts(rollup: Rollup): Html {
  const rows: readonly (readonly [name: string, count: number | null])[] = [
    ['Inspections', rollup.inspections],
    ['High-priority violations', rollup.high_priority],
    ['Intermediate violations', rollup.intermediate],
    ['Basic violations', rollup.basic],
    ['Warnings', rollup.warnings],
    ['Administrative complaints', rollup.admin_complaints],
    ['Emergency orders', rollup.emergency_orders],
  ];
  return html`<table class="counts"><caption>Last twelve months</caption><tbody>
${joinHtml(
  rows.map(([name, count]) => html`<tr><th scope="row">${name}</th><td>${count ?? 'not on file'}</td></tr>`),
  '\n',
)}
</tbody></table>`;
}
