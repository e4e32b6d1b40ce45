import { describeEventDays } from '../../../decisions/decide/days-to-decide.ts';
import {
  type Decided,
  gradeText,
  shownVerdict,
  verdictText,
} from '../../../decisions/decide/decision-words.ts';
import type { CurrentStanding, InboxRow } from '../../../organizer/applications/application.ts';
import { isOver } from '../../../organizer/applications/days-of-event.ts';
import { isOpen } from '../../../organizer/applications/decide/statuses.ts';
import type { StoredEvent } from '../../../organizer/events/stored-event.ts';
import { describeRecordsAge, type RecordsOld, recordsOld } from '../../../published-state/records-age.ts';
import { NOT_ON_RECORD, STATUS_NAMES, TIER_NAMES } from '../../kit/applications/application-names.ts';
import { toneInAge, VERDICTS } from '../../kit/decisions/decision-names.ts';
import { SNAPSHOT } from '../../kit/decisions/snapshot-texts.ts';
import { renderVerdictMark, renderVerdictStamp } from '../../kit/decisions/verdict-stamp.ts';
import { EMPTY_HTML, type Html, html } from '../../kit/html.ts';
import { renderDay } from '../../kit/render-dates.ts';

/**
 * Renders the current verdict and record for an application's vendor: large on the application's own page,
 * small in a list.
 */

/** Renders the verdict like a decision page does. A vendor that is not on record never looks clean. */
export function renderStanding(
  { standing, sharing, license_file_read }: Pick<InboxRow, 'standing' | 'sharing' | 'license_file_read'>,
  event: StoredEvent,
): Html {
  if (!standing)
    return html`<section class="verdict" aria-label="Verdict">
<p class="stamp"><span aria-hidden="true">?</span>Unknown</p>
<div><p class="meaning">${NOT_ON_RECORD}. ${describeMissingVendor({ sharing, license_file_read })}</p></div>
</section>`;
  const verdict = shownVerdict(standing);
  const { tone, meaning } = VERDICTS[verdict];
  const old = recordsOld(standing.records_reach_to, standing.today);
  return html`<section class="verdict tone-${toneInAge(tone, old)}" aria-label="Verdict">
${renderVerdictStamp(verdict)}
<div>${old ? html`<p class="meaning"><strong>Old records.</strong> ${describeRecordsAge(old)}</p>` : ''}<p class="meaning">${meaning}</p>
<p class="small">As of now${isOver(event, standing.event) ? ', after the event' : ` for an event ${describeEventDays(standing.event)}`}. Records through ${renderDay(standing.data_as_of)}. ${SNAPSHOT}</p></div>
</section>`;
}

/**
 * Explains why the application does not match exactly one vendor on record, and what to ask the applicant
 * for.
 */
export function describeMissingVendor(row: Pick<InboxRow, 'sharing' | 'license_file_read'>): string {
  return `${whyNoVendor(row)} Ask the applicant for a copy of the license.`;
}

function whyNoVendor({
  sharing,
  license_file_read,
}: Pick<InboxRow, 'sharing' | 'license_file_read'>): string {
  if (sharing > 0)
    return 'The state’s records hold more than one vendor with the digits of this license number, and the number does not say which.';
  if (!license_file_read)
    return 'Nothing is known about this license number: the license file of its district was not read here.';
  return 'No food truck or caterer with this license number is in the files read here. That does not mean that it has no license.';
}

/** Returns the text shown instead of a decision. Decisions are not filed for closed applications. */
export function notFiledText({ status }: Pick<InboxRow, 'status'>): string {
  return isOpen(status)
    ? 'Not filed yet.'
    : `None: the application was ${STATUS_NAMES[status].toLowerCase()} before one was filed.`;
}

/** Renders a note if the name on the application differs from the name on record. */
export function renderDifferingName({ name_differs }: InboxRow): Html {
  return name_differs === null ? EMPTY_HTML : html`<p class="changed"><strong>${name_differs}</strong></p>`;
}

/** Renders a verdict as a single small word with its symbol and tone. */
export function renderMark(
  standing: Decided<CurrentStanding['verdict']> | null,
  old: RecordsOld | null = null,
): Html {
  if (!standing) return html`<span class="mark"><span aria-hidden="true">?</span> ${NOT_ON_RECORD}</span>`;
  return renderVerdictMark(shownVerdict(standing), old);
}

/** Returns the verdict in words. */
export function verdictWords(standing: Decided<CurrentStanding['verdict']> | null): string {
  return standing ? verdictText(shownVerdict(standing)) : NOT_ON_RECORD;
}

/** Returns the grade, or the reason why there is no grade. */
export function gradeWords(standing: Pick<CurrentStanding, 'grade' | 'grade_status'> | null): string {
  return standing ? gradeText(standing.grade_status, standing.grade) : NOT_ON_RECORD;
}

/** Returns the score and tier. Either both are known or neither is. */
export function scoreText({ service_score, risk_tier }: InboxRow): string {
  if (service_score === null) return 'No score';
  return `${service_score.toFixed(1)}${risk_tier === null ? '' : `, ${TIER_NAMES[risk_tier]}`}`;
}
