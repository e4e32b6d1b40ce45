import { verdictText } from '../../../decisions/decide/decision-words.ts';
import { documentsWith } from '../../../decisions/decide/documents/required-documents.ts';
import { type Cell, toCsv, toCsvRows } from '../../../lib/text/csv.ts';
import { foldForSearch } from '../../../lib/text/text.ts';
import type { ApplicationExport, InboxRow } from '../../../organizer/applications/application.ts';
import type { CustomResponse } from '../../../organizer/applications/schemas.ts';
import type { StoredEvent } from '../../../organizer/events/stored-event.ts';
import { displayName } from '../../../records/record/display-name.ts';
import {
  DEPOSIT_NAMES,
  NOT_ON_RECORD,
  OUTCOME_NAMES,
  STATUS_NAMES,
} from '../../kit/applications/application-names.ts';
import { gradeWords, verdictWords } from './application-standing.ts';

const SLUG_LENGTH_MAX = 60;

/** Yields all applications to an event as CSV, in chunks, with one column for each document and question. */
export async function* csvParts({ event, questions, parts }: ApplicationExport): AsyncGenerator<string> {
  const required = documentsWith(true, event.event_type);
  yield toCsv([
    [
      ...COLUMNS.map(([name]) => name),
      ...required.map(({ name }) => `Document: ${name}`),
      ...questions.map(({ label }) => label),
    ],
  ]);
  for await (const rows of parts)
    yield toCsvRows(
      rows.map((row): Cell[] => [
        ...COLUMNS.map(([, cellOf]) => cellOf(row)),
        ...required.map(({ code }) => documentCell(row.documents.find((each) => each.code === code))),
        ...questions.map(({ id }) => toCell(row.custom_responses.find((each) => each.question_id === id))),
      ]),
    );
}

/** Returns a file name that contains only letters, digits and hyphens, for any event name. */
export function csvFileName({ name }: Pick<StoredEvent, 'name'>): string {
  const slug = foldForSearch(name)
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, SLUG_LENGTH_MAX)
    .replace(/^-+|-+$/g, '');
  return `applications-${slug || 'event'}.csv`;
}

const COLUMNS: readonly (readonly [name: string, cellOf: (row: InboxRow) => Cell])[] = [
  ['Business', (row) => row.business_name],
  ['License as given', (row) => row.license_number],
  ['Vendor on record', (row) => (row.vendor ? displayName(row.vendor.name) : NOT_ON_RECORD)],
  ['License on record', (row) => row.vendor?.license.number ?? NOT_ON_RECORD],
  ['Name differs', ({ name_differs }) => name_differs],
  [
    'License expires',
    (row) => (row.vendor ? (row.vendor.license.expires_on ?? 'Not on file') : NOT_ON_RECORD),
  ],
  ['Verdict', (row) => verdictWords(row.standing)],
  ['Reasons', (row) => row.standing?.reasons.map(({ text }) => text).join(' ') ?? NOT_ON_RECORD],
  ['Grade', (row) => gradeWords(row.standing)],
  ['Score', (row) => row.service_score],
  ['Risk', (row) => row.risk_tier],
  ['Status', (row) => STATUS_NAMES[row.status]],
  [
    'Spot against verdict',
    ({ reason }) => reason && (reason.verdict === 'unknown' ? NOT_ON_RECORD : verdictText(reason.verdict)),
  ],
  ['Policy of that verdict', ({ reason }) => reason?.policy_version ?? null],
  ['Reason for the spot', ({ reason }) => reason?.reason ?? null],
  ['Reason given (UTC)', ({ reason }) => reason?.changed_at ?? null],
  ['Sent (UTC)', (row) => row.submitted_at],
  ['Contact', (row) => row.contact_name],
  ['E-mail', (row) => row.contact_email],
  ['Phone', (row) => row.contact_phone],
  ['Deposit', (row) => DEPOSIT_NAMES[row.deposit_status]],
  ['Outcome', (row) => row.outcome && OUTCOME_NAMES[row.outcome]],
  ['Outcome recorded (UTC)', (row) => row.outcome_recorded_at],
  ['Other open applications with this license', (row) => row.same_license],
  ['Records through', (row) => row.standing?.data_as_of ?? null],
  ['Application', (row) => row.id],
];

function documentCell(document: InboxRow['documents'][number] | undefined): Cell {
  return document?.detail ?? null;
}

function toCell(response: CustomResponse | undefined): Cell {
  const answer = response?.answer ?? null;
  if (answer === null || typeof answer === 'string' || typeof answer === 'number') return answer;
  if (typeof answer === 'boolean') return answer ? 'Yes' : 'No';
  return answer.join('; ');
}
