import { createHash, randomUUID } from 'node:crypto';
import { lockAccountIfThere } from '../../../accounts/account/service.ts';
import { documentsForApplicant } from '../../../decisions/decide/documents/applicant-documents.ts';
import { documentsWith, requiredDocuments } from '../../../decisions/decide/documents/required-documents.ts';
import { AppError } from '../../../http/errors/errors.ts';
import type { Checked } from '../../../lib/field-errors.ts';
import { inEach, type Language } from '../../../lib/language/language.ts';
import { describeDay } from '../../../lib/time/dates.ts';
import type { LedgerDb, LedgerTx } from '../../../platform/db/database.ts';
import { Refusal } from '../../../platform/db/refusal.ts';
import { inTransaction } from '../../../platform/db/transaction.ts';
import { findApplicationByLink, noSuchLink } from '../../applications/apply/applicant-service.ts';
import { allDaysOfEvent } from '../../applications/days-of-event.ts';
import { noteDocuments } from '../../applications/notices/notices-service.ts';
import type { StoredApplication } from '../../applications/store.ts';
import { lockEvents } from '../../events/service.ts';
import type { StoredEvent } from '../../events/stored-event.ts';
import type { DocumentContext } from '../context.ts';
import { localDay } from '../document-words.ts';
import { NO_COVERAGE } from '../insurance-coverage.ts';
import { DOCUMENT_WORDS, UPLOAD_ERRORS } from '../messages.ts';
import { needsRenewal } from '../needs-renewal.ts';
import {
  type ApplicantDocuments,
  refuseSending,
  suggestEntries,
  toShownDocuments,
  type UsableAgain,
} from '../own-documents.ts';
import { addLines } from '../review/history-service.ts';
import { blockingInsurance, type DocumentRow, standingOf } from '../states.ts';
import * as store from '../store.ts';
import { refuseBytes } from './document-bounds.ts';
import { type DocumentFile, getFile } from './document-file-service.ts';
import { drawStatement } from './statement-service.ts';
import { readStatement, type StatementCode, type TypedStatement } from './statements.ts';
import { readUpload, type TypedUpload, type Upload, uploadField } from './upload-form.ts';

/** Lets an applicant send documents through the private link, without an account. */

/** The token of the private link, and the language for errors. */
interface Sender {
  readonly token: string;
  readonly language: Language;
}

interface Named {
  readonly event: StoredEvent;
  readonly application: StoredApplication;
}

/**
 * Returns an application's documents. `accountId` is the signed-in account, if there is one. Throws
 * `not_found` for an invalid link.
 */
export async function getApplicantDocuments(
  context: DocumentContext,
  token: string,
  accountId?: string,
  language: Language = 'en',
): Promise<ApplicantDocuments> {
  const { ledgerDb, now } = context;
  const { event, application } = await getNamed(ledgerDb, token);
  const { status, business_name, contact_name } = application;
  const rows = await store.listRows(ledgerDb, application.id);
  const refusal = refuseSending(event, status, now(), language);
  const license = (await context.licensesOf([application])).get(application.id);
  const isDue = needsRenewal(license, event, rows);
  const { last } = allDaysOfEvent(event);
  const blocking = blockingInsurance(rows, last);
  const about = { event, status, reader: 'applicant', language } as const;
  const today = localDay(now().toISOString(), event);
  const earlier = refusal === null ? await store.listEarlierEntries(ledgerDb, application) : [];
  const usable =
    refusal === null ? await listUsable(context, ledgerDb, { event, application }, { rows, accountId }) : [];
  return {
    event,
    application: { status, business_name, contact_name },
    documents: toShownDocuments(documentsForApplicant(event.event_type, language, isDue), rows, about),
    refusal,
    block: refusal === null && blocking ? DOCUMENT_WORDS[language].coverWhole : null,
    suggested: suggestEntries([...rows.toReversed(), ...earlier], today, license?.expires_on ?? null),
    usable_again: usable.map(({ code, expires_on, event_name }) => ({
      code,
      name: nameOf(event, code, language),
      expires_on,
      event_name,
    })),
  };
}

async function isRenewalDue(
  { licensesOf }: DocumentContext,
  { event, application }: Named,
  rows: readonly DocumentRow[],
): Promise<boolean> {
  return needsRenewal((await licensesOf([application])).get(application.id), event, rows);
}

/** Returns one of the application's files with its bytes. Throws `not_found` for any other file. */
export async function getApplicantFile(
  { ledgerDb }: DocumentContext,
  token: string,
  fileId: string,
): Promise<DocumentFile> {
  const { application } = await getNamed(ledgerDb, token);
  return getFile(ledgerDb, application, fileId);
}

/**
 * Stores a file. Sending the same file with the same values again changes nothing. The file replaces any
 * unconfirmed file immediately, and a confirmed file once it is confirmed itself. Returns errors by field
 * name, as in `uploadField`.
 */
export function upload(
  context: DocumentContext,
  token: string,
  code: string,
  typed: TypedUpload,
  language: Language = 'en',
): Promise<Checked<void>> {
  return take(context, { token, language }, code, ({ event }) =>
    readUpload(code, typed, localDay(context.now().toISOString(), event), language),
  );
}

/** Stores a statement that the vendor signed by typing a name. It becomes a file of its own. */
export function signStatement(
  context: DocumentContext,
  token: string,
  code: StatementCode,
  typed: TypedStatement,
  language: Language = 'en',
): Promise<Checked<void>> {
  return take(context, { token, language }, code, async ({ event, application }) => {
    const read = readStatement(code, typed, language);
    if (!read.ok) return read;
    const { business_name, license_number } = application;
    const day = localDay(context.now().toISOString(), event);
    const about = { business_name, license_number, event_name: event.name, day, language };
    const content = await drawStatement(code, read.value, about, context.baseUrl);
    return {
      ok: true,
      value: { media_type: 'application/pdf', content, expires_on: null, insurer: '' },
    };
  });
}

async function take(
  context: DocumentContext,
  { token, language }: Sender,
  code: string,
  readSent: (named: Named) => Checked<Upload> | Promise<Checked<Upload>>,
): Promise<Checked<void>> {
  const named = await getNamed(context.ledgerDb, token);
  const { event } = named;
  const sent = await store.listRows(context.ledgerDb, named.application.id);
  const isDue = await isRenewalDue(context, named, sent);
  if (!documentsWith(isDue, event.event_type).some((each) => each.code === code))
    throw new AppError('not_found', UPLOAD_ERRORS.en.noSuchDocument, {
      forPeople: inEach((language) => UPLOAD_ERRORS[language].noSuchDocument),
    });
  const read = await readSent(named);
  if (!read.ok) return read;
  return orRefusal(uploadField(code, 'file'), () =>
    inTransaction(context.ledgerDb, (tx) =>
      takeIn(tx, context, { token, language, event, code, sent: read.value }),
    ),
  );
}

async function takeIn(
  tx: LedgerTx,
  context: DocumentContext,
  asked: Sender & {
    readonly event: StoredEvent;
    readonly code: string;
    readonly sent: Upload;
  },
): Promise<void> {
  const { code, sent, language } = asked;
  const t = UPLOAD_ERRORS[language];
  const now = context.now();
  const { event, application } = await lockNamed(tx, asked, now);
  const rows = (await store.listRows(tx, application.id)).filter((row) => row.code === code);
  const { state } = standingOf(rows);
  if (state === 'waived') throw new Refusal(t.waived);
  const sha256 = createHash('sha256').update(sent.content).digest('hex');
  const newest = rows.at(-1);
  if (newest && isSame(newest, { ...sent, sha256 })) {
    if (newest.state === 'rejected') throw new Refusal(t.rejectedBefore);
    return;
  }
  const detail = sent.expires_on === null ? '' : `expires on ${describeDay(sent.expires_on)}`;
  const line = { done_by: 'applicant', account_id: null, code, action: 'uploaded', detail } as const;
  const [position = 0] = await addLines(tx, application.id, [line], now, language);
  await deleteReplaced(tx, context, rows);
  const { content, ...described } = sent;
  const row = newRow(application, code, position, now);
  await store.insertRows(tx, [{ ...row, ...described, sha256, bytes: content.length }]);
  await store.insertContent(tx, row.id, content);
  await requireRoom(tx, context, { event, application }, language);
  await noteDocuments(tx, event, [application.id], now);
}

/** Deletes all unconfirmed files, so that only the new file and a confirmed one remain. */
async function deleteReplaced(
  tx: LedgerTx,
  { engine }: DocumentContext,
  rows: readonly DocumentRow[],
): Promise<void> {
  const replaced = rows.filter(({ state }) => state === 'received' || state === 'rejected');
  await store.deleteRows(
    tx,
    engine,
    replaced.map(({ id }) => id),
  );
}

function newRow(application: StoredApplication, code: string, position: number, now: Date) {
  return {
    id: randomUUID(),
    application_id: application.id,
    event_id: application.event_id,
    code,
    position,
    state: 'received',
    reason: '',
    override_reason: '',
    override_until: null,
    received_at: now.toISOString(),
    decided_at: null,
    copied_from: null,
    file_deleted_at: null,
    ...NO_COVERAGE,
  };
}

function isSame(row: DocumentRow, sent: Pick<DocumentRow, 'sha256' | 'expires_on' | 'insurer'>): boolean {
  return (
    row.file_deleted_at === null &&
    row.sha256 === sent.sha256 &&
    row.expires_on === sent.expires_on &&
    row.insurer === sent.insurer
  );
}

/**
 * Copies the holder's confirmed documents that this application needs and that are valid until the event's
 * last day. Returns the number of copies. This event's organizer has to review each copy.
 */
export async function useAgain(
  context: DocumentContext,
  token: string,
  accountId: string,
  language: Language = 'en',
): Promise<Checked<number>> {
  const { event } = await getNamed(context.ledgerDb, token);
  return orRefusal('form', () =>
    inTransaction(context.ledgerDb, async (tx) => {
      const now = context.now();
      const { event: locked, application } = await lockNamed(tx, { token, language, event }, now);
      const rows = await store.listRows(tx, application.id);
      const usable = await listUsable(context, tx, { event: locked, application }, { rows, accountId });
      if (usable.length === 0) return 0;
      const lines = usable.map(({ code, event_name }) => ({
        ...({ done_by: 'applicant', account_id: accountId, code, action: 'used_again' } as const),
        detail: event_name,
      }));
      const positions = await addLines(tx, application.id, lines, now, language);
      await deleteReplaced(
        tx,
        context,
        rows.filter((row) => usable.some(({ code }) => code === row.code)),
      );
      const copies = usable.map((source, index) => {
        const { code, media_type, bytes, sha256, expires_on, insurer } = source;
        const row = newRow(application, code, positions[index] ?? 0, now);
        return { ...row, media_type, bytes, sha256, expires_on, insurer, copied_from: source.id };
      });
      await store.insertRows(tx, copies);
      await store.copyContents(
        tx,
        context.engine,
        copies.map(({ id }) => id),
      );
      await requireRoom(tx, context, { event: locked, application }, language);
      await noteDocuments(tx, locked, [application.id], now);
      return copies.length;
    }),
  );
}

/**
 * Lists confirmed documents from the account's other applications. Returns none unless the account is the
 * verified holder of this application's license.
 */
async function listUsable(
  { findHolder }: DocumentContext,
  ledgerDb: LedgerDb,
  { event, application }: Named,
  { rows, accountId }: { readonly rows: readonly DocumentRow[]; readonly accountId: string | undefined },
): Promise<(DocumentRow & UsableAgain)[]> {
  const { license_type, license_digits, holder_account_id } = application;
  if (accountId === undefined || holder_account_id !== accountId || license_type === null) return [];
  const holder = await findHolder(ledgerDb, application);
  if (holder?.accountId !== accountId) return [];
  const confirmed = await store.listHolderDocuments(ledgerDb, {
    accountId,
    license_type,
    license_digits,
    exceptApplicationId: application.id,
    lastDay: allDaysOfEvent(event).last,
  });
  return requiredDocuments(event.event_type).flatMap(({ code, name }) => {
    const { state } = standingOf(rows.filter((row) => row.code === code));
    const source = confirmed.find((row) => row.code === code);
    return source && (state === 'to_collect' || state === 'rejected') ? [{ ...source, name }] : [];
  });
}

async function getNamed(ledgerDb: LedgerDb, token: string): Promise<Named> {
  const named = await findApplicationByLink(ledgerDb, token);
  if (!named) throw noSuchLink();
  return named;
}

/**
 * Locks the organizer's account, because the total for all of its events is limited. Then locks the event and
 * reads the application again.
 */
async function lockNamed(
  tx: LedgerTx,
  { token, event, language }: Sender & { readonly event: StoredEvent },
  now: Date,
): Promise<Named> {
  await lockAccountIfThere(tx, event.account_id);
  await lockEvents(tx, [event.id]);
  const named = await getNamed(tx, token);
  const refusal = refuseSending(named.event, named.application.status, now, language);
  if (refusal !== null) throw new Refusal(refusal);
  return named;
}

async function requireRoom(
  tx: LedgerTx,
  { serviceMbMax }: DocumentContext,
  { event, application }: Named,
  language: Language,
): Promise<void> {
  const of = { applicationId: application.id, eventId: event.id, accountId: event.account_id };
  const refusal = refuseBytes(await store.sumBytes(tx, of), serviceMbMax, language);
  if (refusal !== undefined) throw new Refusal(refusal);
}

function nameOf({ event_type }: StoredEvent, code: string, language: Language): string {
  return documentsWith(true, event_type, language).find((each) => each.code === code)?.name ?? code;
}

/**
 * Returns the result of `work`. If a refusal rolled back the transaction, returns it as an error for the
 * field.
 */
async function orRefusal<Value>(field: string, work: () => Promise<Value>): Promise<Checked<Value>> {
  try {
    return { ok: true, value: await work() };
  } catch (error) {
    if (error instanceof Refusal) return { ok: false, errors: { [field]: error.message } };
    throw error;
  }
}
