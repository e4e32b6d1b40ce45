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

/**
 * A current verdict. `filed` is undefined if no single vendor is on record, because then no decision can be
 * filed.
 */
export interface MadeDecision {
  readonly verdict: VerdictOrUnknown;
  readonly policyVersion: string;
  /** The verdict's reason codes. Empty if the verdict is unknown. */
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
 * Makes a decision with a receipt about each application's vendor. Returns the decisions by application id.
 * The number of statements does not depend on the number of applications.
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

/** Treats a missing vendor as unknown, because a publication may have removed it since it was looked up. */
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
