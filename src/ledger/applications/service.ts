import type { LedgerDb } from '../../platform/db/database.ts';
import type { StoredEvent } from '../events/stored-event.ts';
import { changeByApplicant, findByLink, submit } from './applicant-service.ts';
import type {
  ApplicantView,
  ApplicationDetail,
  ApplicationExport,
  ApplicationForm,
  ComplianceFile,
  InboxPage,
  Submission,
} from './application.ts';
import type { ApplicationContext } from './context.ts';
import { cancelEvent, cancelEventsOf, tellOfChange } from './event-changes-service.ts';
import {
  exportApplications,
  getComplianceFile,
  getDetail,
  listApplicationTexts,
  listInbox,
} from './inbox-service.ts';
import type { InboxView } from './inbox-view.ts';
import { toReliability } from './reliability.ts';
import { decideApplication, fileDecisions, recordOutcome, setDeposit } from './review-service.ts';
import type { ApplicationOutcome, PlatformReliability } from './schemas.ts';

import { countOutcomes } from './store.ts';

export { cancelEventsOf, tellOfChange };

/** Everything that is done with applications, over the ledger and the records of `context`. */
export function createApplicationService(context: ApplicationContext) {
  return {
    /**
     * Throws `not_found` unless the event is public. `admit` is called for a form that is acceptable, before anything is
     * written; what it throws ends the submission.
     */
    submit: (
      eventId: string,
      form: ApplicationForm,
      admit: () => Promise<void> = async () => {},
    ): Promise<Submission> => submit(context, eventId, form, admit),
    /** Undefined for a link that names nothing. */
    findByLink: (token: string): Promise<ApplicantView | undefined> => findByLink(context, token),
    /** By the applicant; a sentence when it is not possible now, undefined when done. An unknown link throws `not_found`. */
    withdraw: (token: string): Promise<string | undefined> => changeByApplicant(context, token, 'withdrawn'),
    confirm: (token: string): Promise<string | undefined> => changeByApplicant(context, token, 'confirmed'),
    listInbox: (accountId: string, eventId: string, view: InboxView): Promise<InboxPage> =>
      listInbox(context, accountId, eventId, view),
    exportApplications: (accountId: string, eventId: string): Promise<ApplicationExport> =>
      exportApplications(context, accountId, eventId),
    getDetail: (
      accountId: string,
      eventId: string,
      applicationId: string,
    ): Promise<{ event: StoredEvent; application: ApplicationDetail }> =>
      getDetail(context, accountId, eventId, applicationId),
    /**
     * Sets one of `next_statuses`, files a decision with a receipt where the vendor is on record, mails the applicant; a
     * sentence when it is not possible now. `message` has at most 2,000 characters.
     */
    decide: (
      accountId: string,
      eventId: string,
      applicationId: string,
      change: { readonly status: string; readonly message: string },
    ): Promise<string | undefined> =>
      decideApplication(context, { accountId, eventId, applicationId }, change),
    /** Any of the list; a sentence for anything else. */
    setDeposit: (
      accountId: string,
      eventId: string,
      applicationId: string,
      status: string,
    ): Promise<string | undefined> => setDeposit(context, { accountId, eventId, applicationId }, status),
    /** One of the list, empty to clear it; a sentence when it is not possible now. */
    recordOutcome: (
      accountId: string,
      eventId: string,
      applicationId: string,
      outcome: string,
    ): Promise<string | undefined> => recordOutcome(context, { accountId, eventId, applicationId }, outcome),
    getComplianceFile: (accountId: string, eventId: string, part: number): Promise<ComplianceFile> =>
      getComplianceFile(context, accountId, eventId, part),
    /**
     * Files a decision with a receipt for every open application whose vendor is on record, but for those whose newest
     * one is of today and still holds; how many were filed.
     */
    fileDecisions: (accountId: string, eventId: string): Promise<number> =>
      fileDecisions(context, accountId, eventId),
    /** Cancels a draft or published event with its open applications, and mails each applicant. */
    cancelEvent: (accountId: string, eventId: string): Promise<string | undefined> =>
      cancelEvent(context, accountId, eventId),
    /**
     * For the keyed API: of one event, or of all, in the order they came, in parts; each as the JSON text of an
     * `ApplicationRecord`, ready to be served, since the list may be long. Throws `not_found` for an event that is not
     * the account's.
     */
    listApplicationTexts: (
      accountId: string,
      eventId: string | undefined,
    ): Promise<AsyncGenerator<readonly string[]>> => listApplicationTexts(context, accountId, eventId),
  };
}

export type ApplicationService = ReturnType<typeof createApplicationService>;

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
  const outcomes: Partial<Record<ApplicationOutcome, number>> = {};
  let applications = 0;
  for (const row of own) {
    applications += row.applications;
    const outcome = row.outcome as ApplicationOutcome | null;
    if (outcome !== null) outcomes[outcome] = (outcomes[outcome] ?? 0) + row.applications;
  }
  return toReliability({ applications, outcomes });
}
