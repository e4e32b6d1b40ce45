import { hash } from 'node:crypto';
import { AppError } from '../../http/errors/errors.ts';
import { readShortNumber } from '../../lib/text/short-number.ts';
import { jurisdictionDay } from '../../lib/time/dates.ts';
import { identifyVendor } from '../../search/find/identify-service.ts';
import type { LoggedReceipt } from '../log/service.ts';
import { MISTYPED_NUMBER, receiptAddress } from '../receipts/address.ts';
import {
  type Claims,
  RECEIPT_LENGTH_MAX,
  type ReceiptOnFile,
  type Verification,
  type VerificationOutcome,
} from '../receipts/schemas.ts';
import { type DecisionContext, parseEventType } from './service.ts';

/** Verifies a receipt as of today. Throws a 400 error if the text is empty or too long. */
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
  const { claims } = verification;
  const isOurs = claims !== null && issued === true;
  const logged = isOurs
    ? await context.log.prove({
        jti: claims.jti,
        sha256: hash('sha256', receipt),
        vendorId: claims.vendor_id,
        recordSha256: claims.record_sha256,
      })
    : null;
  const invalid = verification.valid || isLoggedBefore(verification, logged) ? null : verification.reason;
  return {
    valid: invalid === null,
    reason: invalid,
    receipt: claims,
    issued,
    checked_at: context.now().toISOString(),
    log: logged && { index: logged.index, logged_at: logged.loggedAt, proof: logged.proof },
    current: claims !== null && invalid === null ? await currentStanding(context, claims) : null,
  };
}

/**
 * Returns whether a receipt was in the public log before its key was compromised. Only this service adds to
 * the log.
 */
function isLoggedBefore(
  verification: Extract<Verification, { readonly valid: false }>,
  logged: LoggedReceipt | null,
): boolean {
  return (
    verification.reason === 'key_compromised' &&
    logged !== null &&
    logged.loggedAt < verification.compromisedAt
  );
}

/**
 * Finds the receipt with a short number and verifies it as of today, like {@link verifyForAnyone}. Throws the
 * same 404 error for a malformed number as for an unknown one. The error may state that a number is mistyped,
 * because the check character reveals nothing.
 */
export async function findReceiptForAnyone(context: DecisionContext, typed: string): Promise<ReceiptOnFile> {
  const read = readShortNumber(typed);
  if (read.kind === 'mistyped') throw new AppError('not_found', MISTYPED_NUMBER, { parameter: 'number' });
  const kept = read.kind === 'number' ? await context.receipts.find(read.number) : undefined;
  if (!kept) throw new AppError('not_found', UNKNOWN, { parameter: 'number' });
  const { number, text } = kept;
  const said = { vendor_id: kept.vendorId, event_type: kept.eventType, verdict: kept.verdict };
  const verification = text === null ? null : await verifyForAnyone(context, text);
  return {
    receipt_number: number,
    receipt_url: receiptAddress(context.baseUrl, number),
    ...said,
    issued_at: kept.issuedAt,
    record_sha256: kept.recordSha256,
    receipt: text,
    verification,
    current: verification ? verification.current : await currentStanding(context, said),
  };
}

const UNKNOWN = 'No receipt has this number. Compare it with the paper, character by character.';

/**
 * The known claims of a receipt: all of them, or the stored minimum for receipts that predate receipt
 * numbers.
 */
type SaidByReceipt = Pick<Claims, 'vendor_id' | 'event_type' | 'verdict'> & Partial<Claims>;

async function currentStanding(
  { published, records, prepared, now }: DecisionContext,
  said: SaidByReceipt,
): Promise<VerificationOutcome['current']> {
  const today = jurisdictionDay(now());
  try {
    const vendor = await identifyVendor(published, records, { vendor_id: said.vendor_id });
    // The event date does not affect the verdict, so today is used.
    const days = { today, event: { first: today, last: today } };
    const { verdict, evidence } = prepared.get(vendor, parseEventType(said.event_type), days).result;
    const { grade, grade_status } = evidence;
    const sameGrade =
      said.grade_status === undefined || (grade === said.grade && grade_status === said.grade_status);
    const changed = verdict !== said.verdict || !sameGrade;
    return { verdict, grade, grade_status, changed };
  } catch (error) {
    if (error instanceof AppError && error.code === 'vendor_not_found') return null;
    throw error;
  }
}
