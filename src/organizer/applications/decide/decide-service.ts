import { AppError } from '../../../http/errors/errors.ts';
import { POLICY_VERSION } from '../../../judgment/policy/policy.ts';
import { jurisdictionDay } from '../../../lib/time/dates.ts';
import type { ApplicationDecisionsTable } from '../../../platform/db/schema/ledger-tables/event-tables.ts';
import type { StoredEvent } from '../../events/stored-event.ts';
import type { ApplicationContext } from '../context.ts';
import { daysOfEvent } from '../days-of-event.ts';
import { type SharingVendors, vendorOf } from '../inbox/application-vendors-service.ts';
import type { StoredApplication } from '../store.ts';
import type { VerdictOrUnknown } from './against-verdict.ts';
import { receiptId } from './filed-decision.ts';

/** The current verdict; nothing can be filed if no vendor, or more than one, is on record. */
export interface MadeDecision {
  readonly verdict: VerdictOrUnknown;
  readonly policyVersion: string;
  /** The verdict's reason codes; empty without one. */
  readonly reasonCodes: readonly string[];
  readonly filed: ApplicationDecisionsTable | undefined;
}

const UNKNOWN: MadeDecision = {
  verdict: 'unknown',
  policyVersion: POLICY_VERSION,
  reasonCodes: [],
  filed: undefined,
};

/**
 * Decides about the vendor of each application, by application id, each with a receipt. Fifty take as many
 * statements as one.
 */
export async function decideAbout(
  context: ApplicationContext,
  event: StoredEvent,
  applications: readonly StoredApplication[],
  vendors: SharingVendors,
): Promise<ReadonlyMap<string, MadeDecision>> {
  const known = applications.flatMap((application) => {
    const vendor = vendorOf(vendors, application);
    return vendor ? [{ id: application.id, vendorId: vendor.identity().id }] : [];
  });
  const days = daysOfEvent(event, jurisdictionDay(context.now()));
  const ids = known.map(({ vendorId }) => vendorId);
  const decisions = ids.length === 0 ? [] : await context.decide(ids, event.event_type, days);
  const made = new Map(known.map(({ id }, index) => [id, toMade(id, decisions[index])]));
  return new Map(applications.map(({ id }) => [id, made.get(id) ?? UNKNOWN]));
}

/** A publication may have removed the vendor since it was looked up. */
function toMade(
  applicationId: string,
  decision: Awaited<ReturnType<ApplicationContext['decide']>>[number] | undefined,
): MadeDecision {
  if (decision === undefined) throw new Error('fewer decisions than vendors');
  if (decision instanceof AppError) {
    if (decision.code === 'vendor_not_found') return UNKNOWN;
    throw decision;
  }
  return {
    verdict: decision.verdict,
    policyVersion: decision.policy_version,
    reasonCodes: decision.reasons.map(({ code }) => code),
    filed: {
      jti: receiptId(decision),
      application_id: applicationId,
      decided_at: decision.decided_at,
      decision: JSON.stringify(decision),
    },
  };
}
