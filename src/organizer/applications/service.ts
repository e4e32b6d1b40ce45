import { bindContext } from '../../lib/bind-context.ts';
import { confirm, withdraw } from './apply/applicant-change-service.ts';
import { findByLink, submit } from './apply/applicant-service.ts';
import { getVendorBook } from './book/book-service.ts';
import { applyBulk, findBulk, getBulk, previewBulk, undoBulk } from './bulk/bulk-service.ts';
import type { ApplicationContext } from './context.ts';
import { getDayList, noteDay } from './day/day-service.ts';
import { recordOutcome } from './decide/record-outcome-service.ts';
import { addNote, decide, fileDecision, fileDecisions, setDeposit } from './decide/review-service.ts';
import {
  countFoods,
  countTodos,
  countWaiting,
  exportApplications,
  findNeighbors,
  getComplianceFile,
  getDetail,
  listInbox,
  listMessages,
} from './inbox/inbox-service.ts';
import { openApplicationList } from './inbox/list-service.ts';
import { cancelEvent, cancelEventsOf, tellOfChange } from './notices/event-changes-service.ts';
import { sendDocumentNotices, sendNotices } from './notices/notices-service.ts';
import { getRoster, sendRosterReminders } from './roster/roster-service.ts';
import { moveWaitlists } from './waitlist/waitlist-service.ts';

export { withdrawToErase } from './apply/applicant-change-service.ts';
export { listNewestDecisions as listNewestFiled } from './store.ts';
export { cancelEventsOf, tellOfChange };

/** Binds all operations on applications to the ledger and the records in `context`. */
export function createApplicationService(context: ApplicationContext) {
  return bindContext(context, {
    // Used by the applicant
    submit,
    findByLink,
    withdraw,
    confirm,
    // Used in the organizer's inbox
    listInbox,
    findNeighbors,
    getDetail,
    listMessages,
    countFoods,
    countTodos,
    countWaiting,
    getDayList,
    getVendorBook,
    noteDay,
    exportApplications,
    getComplianceFile,
    getRoster,
    openApplicationList,
    // The organizer's decisions
    decide,
    addNote,
    previewBulk,
    applyBulk,
    getBulk,
    findBulk,
    undoBulk,
    setDeposit,
    recordOutcome,
    fileDecision,
    fileDecisions,
    cancelEvent,
    // Jobs that run every minute or every hour
    sendNotices,
    sendRosterReminders,
    sendDocumentNotices,
    moveWaitlists,
  });
}

export type ApplicationService = ReturnType<typeof createApplicationService>;
