import { hash } from 'node:crypto';
import { AppError } from '../../http/errors/errors.ts';
import type { EventDays } from '../../judgment/policy/policy.ts';
import { inEach, type Language } from '../../lib/language/language.ts';
import { cutText } from '../../lib/text/cut-text.ts';
import { addJsonFields } from '../../lib/text/json-text.ts';
import { jurisdictionDay } from '../../lib/time/dates.ts';
import type { PublishedAccess } from '../../platform/db/database.ts';
import type { RecordReader } from '../../records/read/record-reader-service.ts';
import { identifyVendor, type VendorIdentifiers } from '../../search/find/identify-service.ts';
import type { TransparencyLog } from '../log/service.ts';
import { receiptAddress } from '../receipts/address.ts';
import type { ReceiptService } from '../receipts/service.ts';
import { parseEventDate } from './days-to-decide.ts';
import type { PreparedDecision, PreparedDecisions } from './decision-response.ts';
import { documentsAfter } from './documents/required-documents.ts';
import type { IdempotentAnswers, KeyedQuestion } from './idempotency/idempotent-service.ts';
import { EVENT_DAYS } from './messages.ts';
import { type DecisionResult, EVENT_TYPES, type EventType } from './schemas.ts';
import type { SharedReceipts } from './shared-receipts.ts';

export interface DecisionContext {
  readonly published: PublishedAccess;
  readonly records: RecordReader;
  readonly receipts: ReceiptService;
  readonly log: TransparencyLog;
  readonly prepared: PreparedDecisions;
  readonly shared: SharedReceipts;
  readonly idempotent: IdempotentAnswers;
  readonly baseUrl: string;
  readonly now: () => Date;
}

/** A stored decision. Its prepared part is shared with other decisions, and the other fields are its own. */
export interface MadeDecision {
  readonly prepared: PreparedDecision;
  readonly receipt: string;
  readonly number: string;
  readonly baseUrl: string;
  readonly decidedAt: Date;
}

/** A decision whose receipt has not been issued yet. */
interface PendingDecision {
  /**
   * Returns a tag that remains the same as long as the facts, event and day do. It is a function because only
   * pages need the tag, and computing it hashes eight kilobytes.
   */
  readonly tag: () => string;
  /** Signs the receipt and stores it, or returns the receipt issued today for the same decision. */
  readonly issue: () => Promise<MadeDecision>;
  /**
   * Returns the decision as JSON text with its own receipt. If the same request is repeated with the same
   * key, returns the same text again.
   */
  readonly issueOnce: (asked: KeyedQuestion) => Promise<{ readonly text: string; readonly isNew: boolean }>;
}

/**
 * Prepares a decision on a vendor for an event, without issuing a receipt. Throws like {@link
 * identifyVendor}.
 */
export async function prepareForEvent(
  context: DecisionContext,
  identifiers: VendorIdentifiers,
  eventType: EventType,
  event: EventDays,
): Promise<PendingDecision> {
  const vendor = await identifyVendor(context.published, context.records, identifiers);
  const decidedAt = context.now();
  const today = jurisdictionDay(decidedAt);
  const prepared = context.prepared.get(vendor, eventType, { today, event });
  return {
    tag: () => hash('sha256', `${today} ${prepared.text}`),
    issue: async () => {
      const [issued] = await context.shared.issue([prepared], decidedAt);
      if (issued === undefined) throw new Error('no receipt');
      return { prepared, ...issued, baseUrl: context.baseUrl };
    },
    issueOnce: (asked) =>
      context.idempotent.make(asked, [prepared], decidedAt, ([issued]) => {
        if (issued === undefined) throw new Error('no receipt');
        return toDecisionText({ prepared, ...issued, baseUrl: context.baseUrl });
      }),
  };
}

/** Returns the decision as a value for pages, with its sentences in the reader's language. */
export function toDecisionResult(made: MadeDecision, language: Language = 'en'): DecisionResult {
  const { result, reasonsIn } = made.prepared;
  if (language === 'en') return { ...result, ...ownFields(made) };
  return {
    ...result,
    reasons: [...reasonsIn(language)],
    required_documents: [
      ...documentsAfter(
        result.reasons.map(({ code }) => code),
        result.event_type,
        language,
        result.vendor.license.type,
      ),
    ],
    ...ownFields(made),
  };
}

/** Returns the decision as JSON text. Only its own fields are serialized for each request. */
export function toDecisionText(made: MadeDecision): string {
  return addJsonFields(made.prepared.text, JSON.stringify(ownFields(made)));
}

function ownFields({ receipt, number, baseUrl, decidedAt }: MadeDecision) {
  return {
    receipt,
    receipt_number: number,
    receipt_url: receiptAddress(baseUrl, number),
    verify_url: `${baseUrl}/verify?receipt=${receipt}`,
    decided_at: decidedAt.toISOString(),
  };
}

/**
 * Parses the event date in a request, and returns today if there is none. Throws a 400 error that names
 * `event_date`.
 */
export function readEventDate({ now }: Pick<DecisionContext, 'now'>, text: string | undefined): EventDays {
  return parseEventDate(text, jurisdictionDay(now()));
}

/** Returns the requested event type, or the default. Throws a 400 error that lists the three event types. */
export function parseEventType(text: string | undefined): EventType {
  const found = EVENT_TYPES.find((type) => type === (text ?? EVENT_TYPES[0]));
  if (found) return found;
  throw new AppError(
    'invalid_parameter',
    `The parameter "event_type" was "${cutText(text ?? '')}". Accepted: ${EVENT_TYPES.join(', ')}.`,
    {
      parameter: 'event_type',
      forPeople: inEach((language) => EVENT_DAYS[language].noKind({ text: `${cutText(text ?? '')}` })),
    },
  );
}
