import { bindContext } from '../../lib/bind-context.ts';
import { inEach } from '../../lib/language/language.ts';
import { allDaysOfEvent } from '../applications/days-of-event.ts';
import type { DocumentsOfApplications } from '../applications/document-entry.ts';
import type { DocumentContext } from './context.ts';
import { describeBlock, toEntries } from './document-words.ts';
import { INSURANCE } from './kinds.ts';
import { deleteOldDocuments } from './reminders/deletion-job.ts';
import { sendReminders } from './reminders/reminders-job.ts';
import {
  decideDocument,
  getOrganizerDocuments,
  getOrganizerFile,
} from './review/organizer-documents-service.ts';
import { blockingInsurance, countReceived } from './states.ts';
import { listPendingRows, listRows, listRowsOfMany } from './store.ts';
import {
  getApplicantDocuments,
  getApplicantFile,
  signStatement,
  upload,
  useAgain,
} from './upload/applicant-documents-service.ts';

/**
 * Binds all operations on documents to `context`. They throw `not_found` for anything that does not belong to
 * the caller.
 */
export function createDocumentService(context: DocumentContext) {
  return bindContext(context, {
    getByLink: getApplicantDocuments,
    getFileByLink: getApplicantFile,
    upload,
    signStatement,
    useAgain,
    getForOrganizer: getOrganizerDocuments,
    getFileForOrganizer: getOrganizerFile,
    decide: decideDocument,
    sendReminders,
    deleteOld: deleteOldDocuments,
  });
}

export type DocumentService = ReturnType<typeof createDocumentService>;

/** The document functions that the applications feature calls. */
export const documentsOfApplications: DocumentsOfApplications = {
  async listEntries(ledgerDb, engine, ids, licenses) {
    const found = await listRowsOfMany(ledgerDb, engine, ids);
    return new Map(
      [...found].map(([id, { event_type, rows, ...place }]) => [
        id,
        toEntries(event_type, rows, place, licenses.get(id)),
      ]),
    );
  },
  async listPending(ledgerDb, event) {
    const { last } = allDaysOfEvent(event);
    const byApplication = Map.groupBy(
      await listPendingRows(ledgerDb, event.id, INSURANCE),
      ({ application_id }) => application_id,
    );
    const all = [...byApplication].map(([id, rows]) => {
      const blocking = blockingInsurance(rows, last);
      const endsEarly = blocking
        ? inEach((language) => describeBlock(blocking, last, 'applicant', language))
        : null;
      return [id, { received: countReceived(rows), endsEarly }] as const;
    });
    return new Map(all.filter(([, { received, endsEarly }]) => received > 0 || endsEarly !== null));
  },
  async refuseConfirmation(tx, { event, applicationId, by, language }) {
    const { last } = allDaysOfEvent(event);
    const row = blockingInsurance(await listRows(tx, applicationId), last);
    return row && describeBlock(row, last, by, language);
  },
  async listBlocks(ledgerDb, engine, { event, applicationIds: ids, by }) {
    const { last } = allDaysOfEvent(event);
    const found = await listRowsOfMany(ledgerDb, engine, ids);
    return new Map(
      [...found].flatMap(([id, { rows }]) => {
        const row = blockingInsurance(rows, last);
        return row ? [[id, describeBlock(row, last, by)] as const] : [];
      }),
    );
  },
};
