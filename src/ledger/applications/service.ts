import type { Language } from '../../lib/language.ts';
import type { TeamEvent } from '../events/stored-event.ts';
import { changeByApplicant } from './applicant-change-service.ts';
import { findByLink, submit } from './applicant-service.ts';
import type {
  ApplicantView,
  ApplicationDetail,
  ApplicationExport,
  ApplicationForm,
  ComplianceFile,
  InboxPage,
  Neighbors,
  Submission,
} from './application.ts';
import { applyBulk, type BulkForm, type BulkResult, getBulk, previewBulk, undoBulk } from './bulk-service.ts';
import type { ApplicationContext } from './context.ts';
import { cancelEvent, cancelEventsOf, tellOfChange } from './event-changes-service.ts';
import {
  countTodos,
  exportApplications,
  findNeighbors,
  getComplianceFile,
  getDetail,
  listInbox,
} from './inbox-service.ts';
import type { InboxView } from './inbox-view.ts';
import { type ApplicationList, openApplicationList } from './list-service.ts';
import { sendDocumentNotices, sendNotices } from './notices-service.ts';
import { recordOutcome } from './outcome-service.ts';
import {
  decideApplication,
  fileDecision,
  fileDecisions,
  type StatusForm,
  setDeposit,
} from './review-service.ts';

import type { TodoCounts } from './todo.ts';
import { moveWaitlists } from './waitlist-service.ts';

export { withdrawToErase } from './applicant-change-service.ts';
export { listNewestDecisions as listNewestFiled } from './store.ts';
export { cancelEventsOf, tellOfChange };

/** Everything about applications, over the ledger and the records of `context`. */
export function createApplicationService(context: ApplicationContext) {
  return {
    /**
     * Throws `not_found` unless the event is public. `admit` is called for a valid form before anything is written; an error
     * from it ends the submission. `accountId` is who is signed in: a verified holder of the license stands behind it. Mails to
     * the applicant are written in `language`.
     */
    submit: (
      eventId: string,
      form: ApplicationForm,
      admit: () => Promise<void> = async () => {},
      accountId?: string,
      language: Language = 'en',
    ): Promise<Submission> => submit(context, eventId, form, { admit, accountId, language }),
    /** Undefined for an invalid link. */
    findByLink: (token: string): Promise<ApplicantView | undefined> => findByLink(context, token),
    /**
     * For the applicant; returns a sentence in this language when it is not possible now, undefined when done. An invalid
     * link throws `not_found`.
     */
    withdraw: (token: string, language: Language = 'en'): Promise<string | undefined> =>
      changeByApplicant(context, token, 'withdrawn', language),
    confirm: (token: string, language: Language = 'en'): Promise<string | undefined> =>
      changeByApplicant(context, token, 'confirmed', language),
    listInbox: (accountId: string, eventId: string, view: InboxView): Promise<InboxPage> =>
      listInbox(context, accountId, eventId, view),
    /** The applications before and after one in a view of the inbox; undefined when the view does not have it. */
    findNeighbors: (
      accountId: string,
      eventId: string,
      applicationId: string,
      view: InboxView,
    ): Promise<Neighbors | undefined> => findNeighbors(context, accountId, eventId, applicationId, view),
    exportApplications: (accountId: string, eventId: string): Promise<ApplicationExport> =>
      exportApplications(context, accountId, eventId),
    getDetail: (
      accountId: string,
      eventId: string,
      applicationId: string,
    ): Promise<{ event: TeamEvent; application: ApplicationDetail }> =>
      getDetail(context, accountId, eventId, applicationId),
    /**
     * Sets one of `next_statuses`, files a decision with a receipt when the vendor is on record, and mails the applicant.
     * Returns a sentence when it is not possible now. `message` has at most 2,000 characters, `reason` 500; a spot against the
     * verdict needs one.
     */
    decide: (
      accountId: string,
      eventId: string,
      applicationId: string,
      change: StatusForm,
    ): Promise<string | undefined> =>
      decideApplication(context, { accountId, eventId, applicationId }, change),
    /** What an action would do to many applications; nothing is changed. */
    previewBulk: (accountId: string, eventId: string, form: BulkForm) =>
      previewBulk(context, accountId, eventId, form),
    /** Does it once for each `actionId`, all in one transaction; its mails wait a minute. A sentence when nothing was done. */
    applyBulk: (
      accountId: string,
      eventId: string,
      actionId: string,
      form: BulkForm,
    ): Promise<string | undefined> => applyBulk(context, { accountId, eventId, actionId }, form),
    getBulk: (accountId: string, eventId: string, actionId: string): Promise<BulkResult> =>
      getBulk(context, accountId, eventId, actionId),
    /** Takes all of an action back while none of its mails has gone; a sentence when it is too late. */
    undoBulk: (accountId: string, eventId: string, actionId: string): Promise<string | undefined> =>
      undoBulk(context, { accountId, eventId, actionId }),
    /** Any listed status; returns a sentence for anything else. */
    setDeposit: (
      accountId: string,
      eventId: string,
      applicationId: string,
      status: string,
    ): Promise<string | undefined> => setDeposit(context, { accountId, eventId, applicationId }, status),
    /** A listed outcome, or empty to clear it; returns a sentence when it is not possible now. */
    recordOutcome: (
      accountId: string,
      eventId: string,
      applicationId: string,
      outcome: string,
    ): Promise<string | undefined> => recordOutcome(context, { accountId, eventId, applicationId }, outcome),
    /** What is to be done about the applications to an event. */
    countTodos: (accountId: string, eventId: string): Promise<TodoCounts> =>
      countTodos(context, accountId, eventId),
    /** Tells organizers who want each notice of documents that came a quarter of an hour ago; returns how many mails. */
    sendDocumentNotices: (): Promise<number> => sendDocumentNotices(context),
    /** Tells organizers of new applications and documents, once a day for each event; returns how many mails. */
    sendNotices: (): Promise<number> => sendNotices(context),
    /** Gives spots that were given back to who waits, or tells the organizers; returns how many vendors moved up. */
    moveWaitlists: (): Promise<number> => moveWaitlists(context),
    getComplianceFile: (accountId: string, eventId: string, part: number): Promise<ComplianceFile> =>
      getComplianceFile(context, accountId, eventId, part),
    /**
     * Files a decision with a receipt for every open application whose vendor is on record, except when its newest one is
     * from today and still holds. Returns how many were filed.
     */
    fileDecisions: (accountId: string, eventId: string): Promise<number> =>
      fileDecisions(context, accountId, eventId),
    /** Files a decision by today's records; false when the newest one is from today and still holds, or no vendor is on record. */
    fileDecision: (accountId: string, eventId: string, applicationId: string): Promise<boolean> =>
      fileDecision(context, { accountId, eventId, applicationId }),
    /** Cancels a draft or published event with its open applications, and mails each applicant. */
    cancelEvent: (accountId: string, eventId: string): Promise<string | undefined> =>
      cancelEvent(context, accountId, eventId),
    /** For API keys: applications to one event or all. Throws `not_found` for an event of another account. */
    openApplicationList: (accountId: string, eventId: string | undefined): Promise<ApplicationList> =>
      openApplicationList(context, accountId, eventId),
  };
}

export type ApplicationService = ReturnType<typeof createApplicationService>;
