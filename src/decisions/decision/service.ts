import { hash } from 'node:crypto';
import { AppError } from '../../http/errors.ts';
import { type IsoDate, jurisdictionDay } from '../../lib/dates.ts';
import { addJsonFields } from '../../lib/json-text.ts';
import type { RegistryDb } from '../../platform/db/database.ts';
import { identifyVendor, type VendorIdentifiers } from '../../registry/vendors/identify-service.ts';
import type { EventDays } from '../../registry/vendors/policy.ts';
import type { RecordReader } from '../../registry/vendors/record-reader-service.ts';
import type { Claims, Verification, VerificationOutcome } from '../receipts/schemas.ts';
import { RECEIPT_LENGTH_MAX } from '../receipts/schemas.ts';
import type { ReceiptService } from '../receipts/service.ts';
import { parseEventDate } from './event-days.ts';
import type { PreparedDecision, PreparedDecisions } from './prepare.ts';
import { type DecisionResult, EVENT_TYPES, type EventType } from './schemas.ts';

export interface DecisionContext {
  readonly registryDb: RegistryDb;
  readonly records: RecordReader;
  readonly receipts: ReceiptService;
  readonly prepared: PreparedDecisions;
  readonly baseUrl: string;
  readonly now: () => Date;
}

/** A stored decision: its shared part and its own fields. */
export interface MadeDecision {
  readonly prepared: PreparedDecision;
  readonly receipt: string;
  readonly verifyUrl: string;
  readonly decidedAt: Date;
}

/** A decision that no receipt was issued for yet. */
export interface PendingDecision {
  /** The same as long as facts, event and day are. */
  readonly tag: string;
  /** Signs the receipt and stores it. */
  readonly issue: () => Promise<MadeDecision>;
}

/** Decides about a vendor for an event. Throws like {@link identifyVendor}. */
export async function prepareForEvent(
  context: DecisionContext,
  identifiers: VendorIdentifiers,
  eventType: EventType,
  event: EventDays,
): Promise<PendingDecision> {
  const vendor = await identifyVendor(context.registryDb, context.records, identifiers);
  const decidedAt = context.now();
  const today = jurisdictionDay(decidedAt);
  const prepared = context.prepared.get(vendor, eventType, { today, event });
  return {
    tag: hash('sha256', `${today} ${prepared.text}`),
    issue: async () => {
      const receipt = await context.receipts.issue(prepared.claims, decidedAt);
      return { prepared, receipt, verifyUrl: `${context.baseUrl}/verify?receipt=${receipt}`, decidedAt };
    },
  };
}

/** {@link prepareForEvent}, and issues the receipt. */
export async function decideForEvent(...asked: Parameters<typeof prepareForEvent>): Promise<MadeDecision> {
  return (await prepareForEvent(...asked)).issue();
}

/** The decision as a value, for pages. */
export function toDecisionResult({ prepared, receipt, verifyUrl, decidedAt }: MadeDecision): DecisionResult {
  return { ...prepared.result, receipt, verify_url: verifyUrl, decided_at: decidedAt.toISOString() };
}

/** The decision as JSON text; only its own fields are serialized for each request. */
export function toDecisionText({ prepared, receipt, verifyUrl, decidedAt }: MadeDecision): string {
  const own = JSON.stringify({ receipt, verify_url: verifyUrl, decided_at: decidedAt.toISOString() });
  return addJsonFields(prepared.text, own);
}

/** Verifies a receipt today. Throws 400 when it is empty or too long. */
export async function verifyForAnyone(
  context: DecisionContext,
  receipt: string,
): Promise<VerificationOutcome> {
  if (receipt === '' || receipt.length > RECEIPT_LENGTH_MAX)
    throw new AppError(
      'invalid_parameter',
      `The receipt must have 1 to ${RECEIPT_LENGTH_MAX} characters; it has ${receipt.length}.`,
      {
        parameter: 'receipt',
      },
    );
  const { verification, issued } = await context.receipts.verify(receipt);
  return {
    valid: verification.valid,
    reason: verification.valid ? null : verification.reason,
    receipt: verification.claims,
    issued,
    checked_at: context.now().toISOString(),
    current: verification.valid ? await currentStanding(context, verification) : null,
  };
}

/** The day of the event that a request names, or today. Throws a 400 that names `event_date`. */
export function readEventDate({ now }: Pick<DecisionContext, 'now'>, text: string | undefined): EventDays {
  return parseEventDate(text, jurisdictionDay(now()));
}

/** The requested event type, or the default. Throws a 400 that names the three. */
export function parseEventType(text: string | undefined): EventType {
  const found = EVENT_TYPES.find((type) => type === (text ?? EVENT_TYPES[0]));
  if (found) return found;
  throw new AppError(
    'invalid_parameter',
    `The parameter "event_type" was "${text?.slice(0, 40)}". Accepted: ${EVENT_TYPES.join(', ')}.`,
    {
      parameter: 'event_type',
    },
  );
}

async function currentStanding(
  { registryDb, records, prepared, now }: DecisionContext,
  { claims }: Verification & { valid: true },
): Promise<VerificationOutcome['current']> {
  const today = jurisdictionDay(now());
  try {
    const vendor = await identifyVendor(registryDb, records, { vendor_id: claims.vendor_id });
    const days = { today, event: daysLeft(claims, today) };
    const { verdict, evidence } = prepared.get(vendor, parseEventType(claims.event_type), days).result;
    const { grade, grade_status } = evidence;
    const changed =
      verdict !== claims.verdict || grade !== claims.grade || grade_status !== claims.grade_status;
    return { verdict, grade, grade_status, changed };
  } catch (error) {
    if (error instanceof AppError && error.code === 'vendor_not_found') return null;
    throw error;
  }
}

/** The event's days that are not over; today where none is left. */
function daysLeft({ event_date, event_last_date }: Claims, today: IsoDate): EventDays {
  const first = event_date === undefined || event_date < today ? today : event_date;
  const last = event_last_date ?? first;
  return { first, last: last < first ? first : last };
}
