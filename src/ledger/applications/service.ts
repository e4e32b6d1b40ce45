import type { LedgerDb } from '../../platform/db/database.ts';
import { changeByApplicant, findByLink, submit } from './applicant-service.ts';
import type { ApplicationContext } from './context.ts';
import { cancelEvent, cancelEventsOf, tellOfChange } from './event-changes-service.ts';
import {
  exportApplications,
  getComplianceFile,
  getDetail,
  listApplicationTexts,
  listInbox,
} from './inbox-service.ts';
import { toReliability } from './reliability.ts';
import { decide, fileDecisions, recordOutcome, setDeposit } from './review-service.ts';
import type { Outcome, PlatformReliability } from './schemas.ts';
import type { ApplicationService } from './service-types.ts';
import { countOutcomes } from './store.ts';

export { cancelEventsOf, tellOfChange };

/** Everything that is done with applications, over the ledger and the records of `context`. */
export function createApplicationService(context: ApplicationContext): ApplicationService {
  return {
    submit: (eventId, form, admit = async () => {}) => submit(context, eventId, form, admit),
    findByLink: (token) => findByLink(context, token),
    withdraw: (token) => changeByApplicant(context, token, 'withdrawn'),
    confirm: (token) => changeByApplicant(context, token, 'confirmed'),
    listInbox: (accountId, eventId, view) => listInbox(context, accountId, eventId, view),
    exportApplications: (accountId, eventId) => exportApplications(context, accountId, eventId),
    getDetail: (accountId, eventId, applicationId) => getDetail(context, accountId, eventId, applicationId),
    decide: (accountId, eventId, applicationId, change) =>
      decide(context, { accountId, eventId, applicationId }, change),
    setDeposit: (accountId, eventId, applicationId, status) =>
      setDeposit(context, { accountId, eventId, applicationId }, status),
    recordOutcome: (accountId, eventId, applicationId, outcome) =>
      recordOutcome(context, { accountId, eventId, applicationId }, outcome),
    getComplianceFile: (accountId, eventId, part) => getComplianceFile(context, accountId, eventId, part),
    fileDecisions: (accountId, eventId) => fileDecisions(context, accountId, eventId),
    cancelEvent: (accountId, eventId) => cancelEvent(context, accountId, eventId),
    listApplicationTexts: (accountId, eventId) => listApplicationTexts(context, accountId, eventId),
  };
}

/**
 * How a vendor kept its word at events on this service; undefined when it never applied. Counts what
 * {@link vendorOf} joins to it: all applications under its digits, or, where another vendor has the same digits
 * (`shared`), those under its license type.
 */
export async function findReliability(
  ledgerDb: LedgerDb,
  vendor: { readonly digits: string; readonly licenseType: string; readonly shared: boolean },
): Promise<PlatformReliability | undefined> {
  const rows = await countOutcomes(ledgerDb, vendor.digits);
  const own = rows.filter(({ license_type }) => !vendor.shared || license_type === vendor.licenseType);
  const outcomes: Partial<Record<Outcome, number>> = {};
  let applications = 0;
  for (const row of own) {
    applications += row.applications;
    const outcome = row.outcome as Outcome | null;
    if (outcome !== null) outcomes[outcome] = (outcomes[outcome] ?? 0) + row.applications;
  }
  return toReliability({ applications, outcomes });
}
