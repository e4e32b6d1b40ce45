import { describeEventDays } from '../../../decisions/decide/days-to-decide.ts';
import { shownVerdict } from '../../../decisions/decide/decision-words.ts';
import {
  asksForRenewal,
  documentsWith,
  EVENT_TYPE_NAMES,
} from '../../../decisions/decide/documents/required-documents.ts';
import type { DecisionResult, RequiredDocument } from '../../../decisions/decide/schemas.ts';
import { describeDay } from '../../../lib/time/dates.ts';
import type {
  ComplianceFile,
  CurrentStanding,
  InboxRow,
} from '../../../organizer/applications/application.ts';
import { isOver } from '../../../organizer/applications/days-of-event.ts';
import { RENEWED_LICENSE } from '../../../organizer/documents/kinds.ts';
import type { StoredEvent } from '../../../organizer/events/stored-event.ts';
import { displayName } from '../../../records/record/display-name.ts';
import type { BookedHistory } from '../../../watch/booked/booked-change.ts';
import { renderAgainst } from '../../kit/applications/application-history.ts';
import { NOT_ON_RECORD, STATUS_NAMES } from '../../kit/applications/application-names.ts';
import { VERDICTS } from '../../kit/decisions/decision-names.ts';
import { renderReasons } from '../../kit/decisions/reasons.ts';
import { renderReceiptNumber } from '../../kit/decisions/receipt-number.ts';
import { EMPTY_HTML, type Html, html, joinHtml } from '../../kit/html.ts';
import { renderZoned } from '../../kit/render-dates.ts';
import { type KnownState, renderDocuments } from '../../public/decisions/document-list.ts';
import {
  describeMissingVendor,
  gradeWords,
  notFiledText,
  renderDifferingName,
  renderMark,
  verdictWords,
} from '../applications/application-standing.ts';
import { renderKnown } from '../applications/changes-since-booking.ts';

export type ComplianceEntry = ComplianceFile['entries'][number];

interface EntryPlace {
  readonly event: StoredEvent;
  readonly number: number;
  readonly baseUrl: string;
  /** Changes to the vendor's record while the vendor had a spot. */
  readonly changed?: BookedHistory | undefined;
}

/**
 * Renders one vendor in the compliance file: the filed decision or the current verdict, the documents to
 * collect, and the receipt.
 */
export function renderEntry(entry: ComplianceEntry, place: EntryPlace): Html {
  const { application, decision } = entry;
  const { event, number } = place;
  const shown = decision ? toStanding(decision) : application.standing;
  const { done, required } = countDocuments(entry, event);
  // Add a prefix so that each vendor's check boxes have unique ids.
  const documents = documentsToCollect(entry, event).map((each) => ({
    ...each,
    ...stateOf(application, each.code),
    code: `${number}-${each.code}`,
  }));
  return html`<article class="entry" aria-labelledby="entry-${number}">
<h2 id="entry-${number}">${number}. ${application.business_name}</h2>
<p class="under">${renderMark(shown)} · ${STATUS_NAMES[application.status]} · license <strong class="number">${licenseText(application)}</strong></p>
${renderDifferingName(application)}
${renderChanged(entry, event)}
${renderReason(application, event)}
${renderKnown(place.changed)}
<section class="part"><h3>Verdict</h3><div>${renderVerdict(application, shown)}</div></section>
<section class="part papers"><h3>Documents</h3><div><details><summary>${done} of ${required} confirmed or waived</summary>${renderDocuments(documents, { lines: true, requirements: 'left out' })}</details></div></section>
<section class="part receipt"><h3>Receipt</h3><div>${renderReceipt(entry, place)}</div></section>
</article>`;
}

/**
 * Returns the documents that the event type requires. Includes a renewed license if the decision or the
 * record requires it.
 */
export function documentsToCollect(
  { application, decision }: ComplianceEntry,
  { event_type }: Pick<StoredEvent, 'event_type'>,
): readonly RequiredDocument[] {
  const reasons = (decision ?? application.standing)?.reasons ?? [];
  const isRenewalDue =
    asksForRenewal(reasons.map(({ code }) => code)) ||
    application.documents.some(({ code }) => code === RENEWED_LICENSE);
  return documentsWith(isRenewalDue, event_type);
}

/** Counts the required documents, and how many of them are confirmed or waived. */
export function countDocuments(
  entry: ComplianceEntry,
  event: Pick<StoredEvent, 'event_type'>,
): { readonly done: number; readonly required: number } {
  const required = documentsToCollect(entry, event);
  const done = required.filter(({ code }) => stateOf(entry.application, code).isDone);
  return { done: done.length, required: required.length };
}

/**
 * Returns the state of a document. Confirmed and waived documents are checked, with a sentence that explains
 * how and when. An empty box is enough for a document that has not arrived.
 */
function stateOf({ documents }: InboxRow, code: string): Partial<KnownState> {
  const found = documents.find((each) => each.code === code);
  if (!found || found.state === 'to_collect') return {};
  return { isDone: found.state === 'confirmed' || found.state === 'waived', standing: found.detail };
}

/** Returns the license number on record, or else the number that the applicant gave. */
export function licenseText({ vendor, license_number }: InboxRow): string {
  return vendor ? vendor.license.number : `${license_number} (as given)`;
}

/** The verdict and facts, either as of today or as of a filed decision. */
type ShownStanding = Omit<CurrentStanding, 'records_reach_to' | 'today'>;

function renderVerdict(row: InboxRow, shown: ShownStanding | null): Html {
  const { vendor } = row;
  const meaning = shown ? VERDICTS[shownVerdict(shown)].meaning : describeMissingVendor(row);
  return html`<p>${meaning}</p>
<dl class="ledger">
<div><dt>On record</dt><dd>${vendor ? [vendor.name, vendor.location.city ?? ''].filter(Boolean).map(displayName).join(', ') : NOT_ON_RECORD}</dd></div>
<div><dt>Grade</dt><dd${shown?.grade ? html` class="letter"` : ''}>${gradeWords(shown)}</dd></div>
</dl>
${shown ? renderReasons(shown.reasons) : ''}`;
}

/**
 * Returns the changes since the decision was filed. They are shown next to the filed decision, which itself
 * does not change.
 */
export function changesSinceFiled(
  { application: { standing }, decision }: ComplianceEntry,
  { event_type }: StoredEvent,
): string[] {
  if (!decision) return [];
  const filed = toStanding(decision);
  const notes: string[] = [];
  if (decision.event_type !== event_type)
    notes.push(`Filed for another kind of event: ${EVENT_TYPE_NAMES[decision.event_type]}.`);
  if (!standing) notes.push('Changed since it was filed: the license is not on record today.');
  else if (standing.verdict !== filed.verdict || gradeWords(standing) !== gradeWords(filed))
    notes.push(
      `Changed since it was filed: today ${verdictWords(standing)}, grade: ${gradeWords(standing)}. Filed: ${verdictWords(filed)}, grade: ${gradeWords(filed)}.`,
    );
  return notes;
}

/**
 * Returns today's verdict if it differs from the filed verdict. Used where there is no space for more detail.
 */
export function verdictToday({ application: { standing }, decision }: ComplianceEntry): string | undefined {
  if (!decision) return undefined;
  if (!standing) return 'not on record today';
  return standing.verdict === toStanding(decision).verdict ? undefined : `today ${verdictWords(standing)}`;
}

function renderChanged(entry: ComplianceEntry, event: StoredEvent): Html {
  return joinHtml(
    changesSinceFiled(entry, event).map((note) => html`<p class="changed"><strong>${note}</strong></p>`),
    '\n',
  );
}

/** Renders the reason that the organizer gave for approving a vendor despite the verdict. */
function renderReason({ reason }: InboxRow, { timezone }: StoredEvent): Html {
  if (!reason) return EMPTY_HTML;
  return html`<section class="part"><h3>Reason</h3><div><p>${STATUS_NAMES[reason.status]} ${renderZoned(reason.changed_at, timezone)}.</p>
${renderAgainst(reason)}</div></section>`;
}

function filedDays({ event_date: first, event_last_date: last = first }: DecisionResult) {
  return { first, last };
}

/** Explains the date on a receipt that was filed after the event; undefined for all other receipts. */
export function filedLate(decision: DecisionResult, event: StoredEvent): string | undefined {
  const days = filedDays(decision);
  if (!isOver(event, days)) return undefined;
  return `The event was over when this was filed, so the receipt names the day of filing, ${describeDay(days.first)}, as the day of the event.`;
}

/** Renders the receipt. On paper, the receipt's number, address and QR code lead back to it. */
function renderReceipt({ application, decision }: ComplianceEntry, { event }: EntryPlace): Html {
  if (!decision) return html`<p><strong>${notFiledText(application)}</strong></p>`;
  const { receipt, receipt_number: number, receipt_url: url, decided_at } = decision;
  const days = filedDays(decision);
  const filed = renderZoned(decided_at, event.timezone);
  return html`<p>${isOver(event, days) ? html`Filed ${filed}, after the event. ${filedLate(decision, event)}` : html`Filed ${filed}, for an event ${describeEventDays(days)}.`}</p>
${renderReceiptNumber({ number, url })}
<p class="no-print"><a href="/verify?receipt=${encodeURIComponent(receipt)}">Verify this receipt<span class="visually-hidden"> of ${displayName(decision.vendor.name)}</span></a></p>`;
}

function toStanding(decision: DecisionResult): ShownStanding {
  const { verdict, reasons, evidence, as_of, data_as_of, event_date: first } = decision;
  const { grade, grade_status } = evidence;
  const event = { first, last: decision.event_last_date ?? first };
  return { verdict, reasons, grade, grade_status, as_of, data_as_of, event };
}
