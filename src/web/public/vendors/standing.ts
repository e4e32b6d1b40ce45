import { describeRecordsAge } from '../../../registry/published-state/records-age.ts';
import { SCORE_RULES } from '../../../registry/scoring/rules.ts';
import { isClosed } from '../../../registry/vendors/hold-words.ts';
import { describeUnconfirmed } from '../../../registry/vendors/license-words.ts';
import { LICENSE_QUESTIONS_IN } from '../../../registry/vendors/messages.ts';
import { renderScale } from '../../kit/charts/scale.ts';
import { renderDay } from '../../kit/dates.ts';
import { toneInAge } from '../../kit/decision-names.ts';
import { renderGravest, renderLicense } from '../../kit/evidence.ts';
import { type Html, html, joinHtml } from '../../kit/html.ts';
import { SNAPSHOT } from '../../kit/snapshot-texts.ts';
import { meaningOf, notConfirmedText, ownerText, TREND_NAMES } from './record-texts.ts';
import type { ShownRecord } from './shown-record.ts';

/** What a reader needs first, on one screen of a phone: the letter or why there is none, the last visit, the gravest, the trend. */
export function renderStanding(record: ShownRecord): Html {
  const { grade, hold, recommendation, as_of, data_as_of, records_old: old } = record;
  const { tone, text } = meaningOf(record);
  return html`<section class="verdict overview tone-${toneInAge(tone, old)}" aria-label="Grade">
<p class="stamp">${grade === null ? noLetter(record) : html`<span class="stamp-word">Grade</span><span class="stamp-letter">${grade}</span>`}</p>
<div>${hold.active ? renderHoldReasons(record) : ''}<p class="meaning">${text}${moreText(record)}</p>
${old ? html`<p><strong>Old records.</strong> ${describeRecordsAge(old)}</p>` : ''}</div>
${renderHighlights(record)}
<div class="wide-part"><p><strong>Our recommendation:</strong> ${recommendation.text}</p>
<p class="small">As of ${renderDay(as_of)}, from files up to ${renderDay(data_as_of)}. ${SNAPSHOT}</p></div>
</section>`;
}

function renderHighlights(record: ShownRecord): Html {
  const { last_disposition: last, trend } = record;
  return html`<dl class="ledger wide-part">
<div><dt>Last visit</dt><dd>${last ? html`${renderDay(last.date)}, “${last.text}”` : `None on file under the ${ownerText(record)}`}</dd></div>
${last ? html`<div><dt>Gravest result</dt><dd>${renderGravest(record.gravest_event, record.as_of)}</dd></div>` : ''}
${trend.points.length > 0 ? html`<div><dt>Trend</dt><dd><a href="#trend-part">${TREND_NAMES[trend.direction]}</a></dd></div>` : ''}
</dl>`;
}

/** What a reader needs to know of a missing grade. */
function moreText({ grade_status: status, license, uncertain_record: uncertain }: ShownRecord): string {
  switch (status) {
    case 'withheld':
      return ` ${describeUnconfirmed(license)} ${LICENSE_QUESTIONS_IN.en[license.status]}`;
    case 'insufficient_record':
      return uncertain ? ` ${uncertain.text}` : ' A missing grade alone says nothing against a vendor.';
    default:
      return '';
  }
}

function noLetter({ grade_status: status, hold }: ShownRecord): Html {
  if (status !== 'hold') return html`NO GRADE`;
  return html`<span aria-hidden="true">✕</span>${isClosed(hold) ? 'CLOSED' : 'ON HOLD'}`;
}

function renderHoldReasons({ hold }: ShownRecord): Html {
  const reasons = hold.reasons.map(({ text, since }) => html`<li>“${text}”, since ${renderDay(since)}</li>`);
  const told = isClosed(hold)
    ? html`<strong>The regulator has closed the business under this license</strong>, and nothing on file reopens it.`
    : html`<strong>An inspector found the business operating without a license</strong>, and nothing on file settles that.`;
  return html`<p class="meaning">${told} In the regulator’s words:</p>
<ul class="quotes">${joinHtml(reasons, '\n')}</ul>`;
}

/** License and score as a ledger. */
export function renderFacts(record: ShownRecord, today: string): Html {
  const { license } = record;
  return html`<dl class="ledger">
<div><dt>License</dt><dd><strong>${renderLicense(license, { asOf: record.as_of, today, old: record.records_old })}</strong>${license.confirmed ? '' : html`<br><strong>Not confirmed.</strong> ${notConfirmedText(license)}`}</dd></div>
<div><dt>Score</dt><dd>${renderScore(record)}</dd></div>
</dl>`;
}

/** The scale shows letters, so it is drawn only where a letter may be shown. */
function renderScore({ service_score: score, grade, score_version: version }: ShownRecord): Html {
  if (score === null) return html`None: a score needs more recent inspections`;
  const value = score.toFixed(1);
  if (grade === null)
    return html`<strong class="number">${value}</strong> of 100, from inspections alone; it takes no account of license or closure, and no letter follows from it.`;
  const cutOffs = SCORE_RULES.cutOffs.filter(({ least }) => least > 0);
  const letters = cutOffs.map((cut) => `${cut.grade} from ${cut.least}`).join(', ');
  const scale = renderScale(
    score,
    SCORE_RULES.cutOffs.map((cut) => ({ name: cut.grade, least: cut.least })),
    {
      id: 'score',
      title: `Score ${value} of 100, grade ${grade}`,
      description: `The scale from 0 to 100 with its letters: ${letters}, below that F.`,
    },
  );
  return html`<strong class="number">${value}</strong> of 100, higher is better
${scale}
<span class="small">${letters}, below that F. <a href="/methodology">Our rules</a>, version ${version}, and <a href="/methodology#backtest">what letters foretold</a>.</span>`;
}
