import { AppError } from '../../http/errors.ts';
import type { Db } from '../../platform/db/database.ts';
import type { Verification, VerificationOutcome } from '../receipts/schemas.ts';
import { RECEIPT_LENGTH_MAX } from '../receipts/schemas.ts';
import type { ReceiptService } from '../receipts/service.ts';
import type { PublishedFacts } from '../vendors/decision-facts.ts';
import { type IdentifiedVendor, identifyVendor, type VendorIdentifiers } from '../vendors/identify.ts';
import type { RecordReader } from '../vendors/record-reader.ts';
import { requiredDocuments } from './documents.ts';
import { type Decision, decide, POLICY_VERSION } from './policy.ts';
import { type DecisionResult, EVENT_TYPES, type EventType } from './schemas.ts';

export interface DecisionContext {
  readonly db: Db;
  readonly records: RecordReader;
  readonly receipts: ReceiptService;
  readonly baseUrl: string;
  readonly now: () => Date;
}

/** Decides about a vendor for an event type, signs the receipt and remembers it. Throws as {@link identifyVendor} does. */
export async function decideForEvent(
  context: DecisionContext,
  identifiers: VendorIdentifiers,
  eventType: EventType,
): Promise<DecisionResult> {
  const vendor = await identifyVendor(context.db, context.records, identifiers);
  const decision = decideOn(vendor.facts);
  const decidedAt = context.now();
  const receipt = await context.receipts.issue(toClaims(vendor, decision, eventType), decidedAt);
  return toDecisionResult(context, vendor.facts, { decision, eventType, decidedAt, receipt });
}

/** What a receipt is worth today. Throws 400 when it is empty or too long to be one. */
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
  const { verification, issued } = await context.receipts.verify(receipt.trim());
  return {
    valid: verification.valid,
    reason: verification.valid ? null : verification.reason,
    receipt: verification.claims,
    issued,
    checked_at: context.now().toISOString(),
    current: verification.valid ? await currentStanding(context, verification) : null,
  };
}

/** The event type that a caller means; the default when none is given. Throws 400 naming the three. */
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
  { db, records }: DecisionContext,
  { claims }: Verification & { valid: true },
): Promise<VerificationOutcome['current']> {
  try {
    const { facts } = await identifyVendor(db, records, { vendor_id: claims.vendor_id });
    const { verdict } = decideOn(facts);
    const { grade, grade_status } = facts.evidence;
    const changed =
      verdict !== claims.verdict || grade !== claims.grade || grade_status !== claims.grade_status;
    return { verdict, grade, grade_status, changed };
  } catch (error) {
    if (error instanceof AppError && error.code === 'vendor_not_found') return null;
    throw error;
  }
}

/** The decision on published facts, without a receipt. */
export function decideOn({ vendor, evidence, concerns }: PublishedFacts): Decision {
  return decide({
    licenseStatus: vendor.license.status,
    confirmed: vendor.license.confirmed,
    expiresOn: vendor.license.expires_on,
    hold: evidence.hold,
    gradeStatus: evidence.grade_status,
    grade: evidence.grade,
    concerns,
  });
}

function toClaims({ facts, recordSha256 }: IdentifiedVendor, decision: Decision, eventType: EventType) {
  return {
    vendor_id: facts.vendor.id,
    license_type: facts.license_type,
    license_digits: facts.license_digits,
    name: facts.vendor.name,
    event_type: eventType,
    verdict: decision.verdict,
    reason_codes: decision.reasons.map(({ code }) => code),
    grade: facts.evidence.grade,
    grade_status: facts.evidence.grade_status,
    policy_version: POLICY_VERSION,
    score_version: facts.score_version,
    as_of: facts.as_of,
    data_as_of: facts.data_as_of,
    record_sha256: recordSha256,
    fictional: facts.fictional,
  };
}

function toDecisionResult(
  { baseUrl }: DecisionContext,
  facts: PublishedFacts,
  made: { decision: Decision; eventType: EventType; decidedAt: Date; receipt: string },
): DecisionResult {
  const { decision, eventType, decidedAt, receipt } = made;
  return {
    vendor: facts.vendor,
    event_type: eventType,
    verdict: decision.verdict,
    reasons: [...decision.reasons],
    evidence: facts.evidence,
    required_documents: [...requiredDocuments(eventType)],
    checklist_url: `${baseUrl}/checklists/${eventType}`,
    receipt,
    verify_url: `${baseUrl}/verify?receipt=${receipt}`,
    decided_at: decidedAt.toISOString(),
    as_of: facts.as_of,
    data_as_of: facts.data_as_of,
    policy_version: POLICY_VERSION,
    fictional: facts.fictional,
  };
}
