import { randomUUID } from 'node:crypto';
import { documentsWith } from '../../../decisions/decide/documents/required-documents.ts';
import type { RequiredDocument } from '../../../decisions/decide/schemas.ts';
import type { License } from '../../../judgment/scorecard/schemas.ts';
import type { Checked } from '../../../lib/field-errors.ts';
import { describeDay } from '../../../lib/time/dates.ts';
import type { LedgerTx } from '../../../platform/db/database.ts';
import { Refusal } from '../../../platform/db/refusal.ts';
import { inTransaction } from '../../../platform/db/transaction.ts';
import { queueMail } from '../../../platform/mail/outbox.ts';
import { mayMail, RECIPIENT_LIMITS } from '../../../platform/mail/recipient-limit.ts';
import { findReplyAddress, withLink } from '../../applications/apply/contact-service.ts';
import { readLines } from '../../applications/apply/typed-text.ts';
import { allDaysOfEvent } from '../../applications/days-of-event.ts';
import { isOpen } from '../../applications/decide/statuses.ts';
import { getEventApplication } from '../../applications/inbox/inbox-service.ts';
import type { StoredApplication } from '../../applications/store.ts';
import { lockEvents } from '../../events/service.ts';
import type { StoredEvent } from '../../events/stored-event.ts';
import type { DocumentContext } from '../context.ts';
import { localDay } from '../document-words.ts';
import {
  COVERAGE_FIELDS,
  type Coverage,
  type CoverageField,
  describeCoverage,
  NO_COVERAGE,
  readCoverage,
  type TypedCoverage,
} from '../insurance-coverage.ts';
import { INSURANCE } from '../kinds.ts';
import { rejectedMail } from '../mail-texts.ts';
import { needsRenewal } from '../needs-renewal.ts';
import { type OrganizerDocuments, toShownDocuments } from '../own-documents.ts';
import { blockingInsurance, type DocumentRow, endsEarly, isOverridden, standingOf } from '../states.ts';
import * as store from '../store.ts';
import { type DocumentFile, getFile } from '../upload/document-file-service.ts';
import { readExpiry } from '../upload/upload-form.ts';
import type { DocumentAction } from './history.ts';
import { addLines } from './history-service.ts';

/**
 * Lets an organizer decide about documents. Each decision adds a history entry with the account that made it.
 */

interface NamedApplication {
  readonly accountId: string;
  readonly eventId: string;
  readonly applicationId: string;
}

/** A decision from a form. `file` is the id of the file that the organizer viewed. */
interface TypedDecision {
  readonly code: string;
  readonly file: string;
  readonly expires_on: string;
  readonly reason: string;
  /** Set if the form confirms a certificate of insurance. */
  readonly coverage?: TypedCoverage;
}

export const REASON_LENGTH_MAX = 500;

const CLOSED = 'This application is closed, so you can no longer decide about its documents.';
const NO_DOCUMENT = 'This event doesn’t ask for that document.';
const CHANGED = 'The applicant sent another file just now. Look at it, then decide.';
const NOTHING_THERE = 'There is no file to decide about yet.';
const NOT_WAIVED = 'This document is not waived.';
const NOT_EARLY = 'There is no insurance here that ends before the event, so there is nothing to accept.';
const { hourly, daily } = RECIPIENT_LIMITS.document;
const TOO_MANY_MAILS = `This applicant got ${hourly} emails about documents in the last hour, or ${daily} in the last day, which is the limit. Nothing was saved; reject this one later.`;

/**
 * Returns an application's documents. Team members have access as well. Throws `not_found` for everyone else.
 */
export async function getOrganizerDocuments(
  { ledgerDb, licensesOf }: DocumentContext,
  named: NamedApplication,
): Promise<OrganizerDocuments> {
  const { event, application } = await getEventApplication(ledgerDb, named, 'read');
  const { id, status, business_name } = application;
  const rows = await store.listRows(ledgerDb, id);
  const license = (await licensesOf([application])).get(id);
  const documents = documentsWith(needsRenewal(license, event, rows), event.event_type);
  return {
    event,
    application: { id, status, business_name },
    documents: toShownDocuments(documents, rows, {
      // A viewer cannot decide anything, so the sentences must not address the viewer as "you".
      event,
      status,
      reader: event.access === 'viewer' ? 'anybody' : 'organizer',
    }),
    history: await store.listHistory(ledgerDb, id),
    may_decide: isOpen(status) && event.access !== 'viewer',
    is_closed: !isOpen(status),
    is_blocked: blockingInsurance(rows, allDaysOfEvent(event).last) !== undefined,
  };
}

/**
 * Returns one of an application's files. Team members have access as well. Throws `not_found` for everyone
 * else.
 */
export async function getOrganizerFile(
  { ledgerDb }: DocumentContext,
  named: NamedApplication,
  fileId: string,
): Promise<DocumentFile & { readonly business_name: string }> {
  const { application } = await getEventApplication(ledgerDb, named, 'read');
  return { ...(await getFile(ledgerDb, application, fileId)), business_name: application.business_name };
}

/** The inputs of a decision, which are read while holding the event's lock. */
interface Step {
  readonly tx: LedgerTx;
  readonly context: DocumentContext;
  readonly event: StoredEvent;
  readonly application: StoredApplication;
  readonly document: RequiredDocument;
  readonly rows: readonly DocumentRow[];
  readonly typed: TypedDecision;
  readonly now: Date;
  readonly write: (action: DocumentAction, detail: string) => Promise<number>;
}

export type DocumentDecision = 'confirm' | 'reject' | 'waive' | 'unwaive' | 'override';

/** A field in a decision's form. */
export type DecisionField = 'expires_on' | 'reason' | CoverageField;

/**
 * Applies a decision to one document. Returns errors by form field, and uses `file` for errors that do not
 * belong to a field.
 */
export async function decideDocument(
  context: DocumentContext,
  named: NamedApplication,
  decision: DocumentDecision,
  typed: TypedDecision,
): Promise<Checked<void>> {
  const { application } = await getEventApplication(context.ledgerDb, named, 'manage');
  const license = (await context.licensesOf([application])).get(application.id);
  try {
    await inTransaction(context.ledgerDb, (tx) =>
      decideIn(tx, context, { ...named, license }, decision, typed),
    );
    return { ok: true, value: undefined };
  } catch (error) {
    if (error instanceof FieldRefusal) return { ok: false, errors: { [error.field]: error.message } };
    if (error instanceof Refusal) return { ok: false, errors: { file: error.message } };
    throw error;
  }
}

class FieldRefusal extends Refusal {
  readonly field: DecisionField;

  constructor(field: DecisionField, text: string) {
    super(text);
    this.field = field;
  }
}

async function decideIn(
  tx: LedgerTx,
  context: DocumentContext,
  { license, ...named }: NamedApplication & { readonly license: License | undefined },
  decision: DocumentDecision,
  typed: TypedDecision,
): Promise<void> {
  await getEventApplication(tx, named, 'manage');
  await lockEvents(tx, [named.eventId]);
  const { event, application } = await getEventApplication(tx, named, 'manage');
  if (!isOpen(application.status)) throw new Refusal(CLOSED);
  const all = await store.listRows(tx, application.id);
  const document = documentsWith(needsRenewal(license, event, all), event.event_type).find(
    ({ code }) => code === typed.code,
  );
  if (!document) throw new Refusal(NO_DOCUMENT);
  const now = context.now();
  const { code } = document;
  const write = async (action: DocumentAction, detail: string) => {
    const line = { done_by: 'organizer', account_id: named.accountId, code, action, detail } as const;
    const [position = 0] = await addLines(tx, application.id, [line], now);
    return position;
  };
  const rows = all.filter((row) => row.code === code);
  await STEPS[decision]({ tx, context, event, application, document, rows, typed, now, write });
}

const STEPS: Readonly<Record<DocumentDecision, (step: Step) => Promise<void>>> = {
  confirm,
  reject,
  waive,
  unwaive,
  override,
};

/**
 * Confirms the file and its last day. Deletes the files that it replaces, including a previously confirmed
 * file.
 */
async function confirm(step: Step): Promise<void> {
  const { tx, context, event, rows, typed, now, write } = step;
  const row = fileLookedAt(step);
  const { last } = allDaysOfEvent(event);
  const today = localDay(now.toISOString(), event);
  const read = readExpiry(row.code, typed.expires_on, last < today ? last : today);
  if ('refusal' in read) throw new FieldRefusal('expires_on', read.refusal);
  const coverage = coverageIn(step, row);
  const isSame = COVERAGE_FIELDS.every((field) => row[field] === coverage[field]);
  if (row.state === 'confirmed' && row.expires_on === read.day && isSame) return;
  const before = row.expires_on;
  const corrected =
    before === read.day || before === null ? '' : `; the applicant wrote ${describeDay(before)}`;
  const expires = read.day === null ? '' : `expires on ${describeDay(read.day)}${corrected}`;
  await write('confirmed', [expires, describeCoverage(coverage)].filter(Boolean).join('; '));
  const change = {
    state: 'confirmed',
    reason: '',
    expires_on: read.day,
    decided_at: now.toISOString(),
    ...coverage,
  };
  // If the organizer accepted a different last day earlier, that acceptance no longer applies.
  const ended = before === read.day ? {} : { override_reason: '', override_until: null };
  await store.updateRow(tx, row.id, { ...change, ...ended });
  const others = rows.filter(({ id, state }) => id !== row.id && state !== 'waived');
  await store.deleteRows(
    tx,
    context.engine,
    others.map(({ id }) => id),
  );
}

/** Returns the coverage from the form, or the stored coverage if the form does not have these fields. */
function coverageIn({ typed }: Step, row: DocumentRow): Coverage {
  const { each_occurrence, additional_insured, certificate_holder } = row;
  if (row.code !== INSURANCE || typed.coverage === undefined)
    return { each_occurrence, additional_insured, certificate_holder };
  const read = readCoverage(typed.coverage);
  if (read.ok) return read.value;
  const [field] = COVERAGE_FIELDS.filter((each) => read.errors[each] !== undefined);
  throw new FieldRefusal(field ?? 'each_occurrence', read.errors[field ?? 'each_occurrence'] ?? '');
}

async function reject(step: Step): Promise<void> {
  const { tx, context, event, application, document, rows, now, write } = step;
  const row = fileLookedAt(step);
  const reason = readReason(step, 'why you reject it; the applicant reads it');
  if (row.state === 'rejected' && row.reason === reason) return;
  if (!(await mayMail(tx, 'document', application.contact_email, now))) throw new Refusal(TOO_MANY_MAILS);
  await write('rejected', reason);
  await store.updateRow(tx, row.id, { state: 'rejected', reason, decided_at: now.toISOString() });
  const isConfirmedKept = rows.some(({ id, state }) => id !== row.id && state === 'confirmed');
  const { baseUrl } = context;
  const mailed = { ...event, replyTo: await findReplyAddress(tx, event) };
  const { language } = application;
  const named = documentsWith(true, event.event_type, language).find(({ code }) => code === row.code);
  const said = { name: named?.name ?? document.name, reason, isConfirmedKept };
  await queueMail(
    tx,
    rejectedMail({ application: withLink(context, application), event: mailed, baseUrl }, said),
    now,
  );
}

async function waive(step: Step): Promise<void> {
  const reason = readReason(step, 'why you need no such document; it stands in the event file');
  if (standingOf(step.rows).state === 'waived') return;
  await insertWaiver(step, reason);
}

async function unwaive({ tx, context, rows, write }: Step): Promise<void> {
  const waivers = rows.filter(({ state }) => state === 'waived');
  if (waivers.length === 0) throw new Refusal(NOT_WAIVED);
  await write('waiver_ended', '');
  await store.deleteRows(
    tx,
    context.engine,
    waivers.map(({ id }) => id),
  );
}

/** Accepts insurance that ends before the event does, for this file and the event's current dates. */
async function override(step: Step): Promise<void> {
  const { tx, event, rows, typed, write } = step;
  const { last } = allDaysOfEvent(event);
  const { state, row } = standingOf(rows);
  if (step.document.code !== INSURANCE || !row || state === 'waived' || !endsEarly(row, last))
    throw new Refusal(NOT_EARLY);
  if (row.id !== typed.file) throw new Refusal(CHANGED);
  const reason = readReason(step, 'why you accept it; it stands in the event file');
  if (isOverridden(row, last) && row.override_reason === reason) return;
  await write('overridden', reason);
  await store.updateRow(tx, row.id, { override_reason: reason, override_until: last });
}

/** Returns the newest file. Throws a refusal if the form refers to a different file. */
function fileLookedAt({ rows, typed }: Step): DocumentRow {
  const newest = rows.findLast(({ state }) => state !== 'waived');
  if (!newest || newest.file_deleted_at !== null) throw new Refusal(NOTHING_THERE);
  if (newest.id !== typed.file) throw new Refusal(CHANGED);
  return newest;
}

function readReason({ typed }: Step, what: string): string {
  const reason = readLines(typed.reason);
  if (reason === undefined)
    throw new FieldRefusal(
      'reason',
      'The reason holds a character that cannot be stored. Please type it again.',
    );
  if (reason === '') throw new FieldRefusal('reason', `Say ${what}.`);
  if (reason.length > REASON_LENGTH_MAX)
    throw new FieldRefusal('reason', `Please use at most ${REASON_LENGTH_MAX} characters for the reason.`);
  return reason;
}

/** Inserts a waiver, which is a row without a file. Keeps the files that were sent. */
async function insertWaiver({ tx, application, document, now, write }: Step, reason: string): Promise<void> {
  const position = await write('waived', reason);
  const at = now.toISOString();
  await store.insertRows(tx, [
    {
      id: randomUUID(),
      application_id: application.id,
      event_id: application.event_id,
      position,
      reason,
      code: document.code,
      state: 'waived',
      media_type: '',
      bytes: 0,
      sha256: '',
      expires_on: null,
      insurer: '',
      override_reason: '',
      override_until: null,
      received_at: at,
      decided_at: at,
      copied_from: null,
      file_deleted_at: null,
      ...NO_COVERAGE,
    },
  ]);
}
