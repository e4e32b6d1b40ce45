import type { LedgerDb } from '../../../src/platform/db/database.ts';
import type { FakeMailServer } from '../../../test/support/mail-server.ts';
import { readMails } from './mails.ts';
import type { Truck } from './trucks.ts';

/**
 * An event in the run, the people who are notified about its vendors, and the application for each license.
 */
export interface BookedEvent {
  readonly id: string;
  readonly name: string;
  readonly owner: string;
  readonly readers: readonly string[];
  readonly trucks: readonly Truck[];
  /** Applications by license digits. */
  readonly applications: ReadonlyMap<string, string>;
}

export interface Verdict {
  readonly passed: number;
  readonly problems: readonly string[];
  readonly changes: number;
  /** The number of different emails about changes. */
  readonly mails: number;
  /** The number of emails that the email server received more than once. */
  readonly repeats: number;
}

interface Pages {
  readonly inbox: string;
  readonly file: string;
}

type Mail = Awaited<ReturnType<typeof readMails>>[number];

const LOST = /^Now [a-zA-Z ]+: “.*”, with a spot at “Market \d”$/;
const OTHER_HOLDER = /^New license holder: “.*”, with a spot at “Market \d”$/;
const DAILY =
  /^(?:The record of “.*” changed(?:, with a spot at “Market \d”)?|The records of \d+ vendors with a spot changed)$/;
const FLAG = /class="flag">(?:Record changed|Changed since you decided)/g;

/**
 * Returns the minimum number of emails about changes: one per reader for each severe change, and one per
 * reader and day for all other changes.
 */
export function mailsExpected(events: readonly BookedEvent[]): number {
  return events.reduce(
    (sum, { trucks, readers }) => sum + (trucks.filter(isSevere).length + 1) * readers.length,
    0,
  );
}

/** Compares the database, emails and pages with the expected results of file B, vendor by vendor. */
export async function checkBooked(
  db: LedgerDb,
  options: {
    readonly events: readonly BookedEvent[];
    readonly pages: ReadonlyMap<string, Pages>;
    readonly mailServer: FakeMailServer;
  },
): Promise<Verdict> {
  const { events, pages, mailServer } = options;
  const all = await readMails(mailServer);
  const mails = all.filter(({ subject }) => [LOST, OTHER_HOLDER, DAILY].some((kind) => kind.test(subject)));
  const rows = Map.groupBy(await listChanges(db), ({ application_id }) => application_id);
  const problems: string[] = [];
  let passed = 0;
  const check = (about: string, wrong: readonly string[]): void => {
    if (wrong.length === 0) passed += 1;
    problems.push(...wrong.map((each) => `${about}: ${each}`));
  };
  let changes = 0;
  for (const event of events) {
    let texts = 0;
    for (const truck of event.trucks) {
      const noted = rows.get(event.applications.get(truck.digits) ?? '') ?? [];
      check(truck.number, noteProblems(truck, noted));
      for (const reader of event.readers)
        check(
          `${truck.number}, ${reader}`,
          mailProblems(
            truck,
            mails.filter(({ to }) => to === reader),
          ),
        );
      texts += noted.reduce((sum, { count }) => sum + count, 0);
      changes += noted.length;
    }
    check(event.name, pageProblems(event, pages.get(event.id), texts));
  }
  const two = mails.filter(({ isTwo }) => isTwo);
  check(
    'mails',
    two.map(({ subject }) => `two texts under one Message-ID: ${subject}`),
  );
  const known = new Set(events.flatMap(({ readers }) => readers));
  check(
    'mails',
    mails.filter(({ to }) => !known.has(to)).map(({ to }) => `to nobody of the run: ${to}`),
  );
  const repeats = all.reduce((sum, { times }) => sum + times - 1, 0);
  return { passed, problems, changes, mails: mails.length, repeats };
}

async function listChanges(db: LedgerDb) {
  const rows = await db
    .selectFrom('booked_changes')
    .select(['application_id', 'grave', 'told_at', 'changes', 'day'])
    .orderBy('application_id')
    .orderBy('position')
    .execute();
  return rows.map(({ changes, ...row }) => {
    const parsed = JSON.parse(changes) as { label: string; from: string; to: string }[];
    const texts = parsed.map(({ label, from, to }) => `${label}\n  from: ${from}\n  to:   ${to}`);
    return { ...row, texts, count: parsed.length };
  });
}

type Noted = Awaited<ReturnType<typeof listChanges>>[number];

function noteProblems(truck: Truck, noted: readonly Noted[]): string[] {
  if (!truck.lines) return noted.length === 0 ? [] : [`${noted.length} changes where nothing changed`];
  const [first] = noted;
  if (!first || noted.length > 1) return [`${noted.length} changes instead of one`];
  return [
    ...linesOf(truck)
      .filter((line) => !first.texts.includes(line))
      .map((line) => `not noted: ${line}`),
    ...(first.told_at === null ? ['nobody was told'] : []),
    ...((first.grave === 1) === isSevere(truck) ? [] : [`grave is ${first.grave}`]),
    ...(first.day === '2026-03-18' ? [] : [`noticed on ${first.day}`]),
  ];
}

/**
 * Checks the emails to one reader about one vendor. If the vendor changed, there must be exactly one, of the
 * right kind and with the changes. Otherwise, there must not be any.
 */
function mailProblems(truck: Truck, mails: readonly Mail[]): string[] {
  const about = mails.flatMap((mail) =>
    partsOf(mail.text)
      .filter((part) => part.includes(`license ${truck.number}`))
      .map((part) => ({ mail, part })),
  );
  if (!truck.lines) return about.length === 0 ? [] : ['a mail where nothing changed'];
  const [first] = about;
  if (!first || about.length > 1) return [`told ${about.length} times instead of once`];
  const kind = truck.isHandedOver ? OTHER_HOLDER : isSevere(truck) ? LOST : DAILY;
  return [
    ...(kind.test(first.mail.subject) ? [] : [`told in the wrong mail: ${first.mail.subject}`]),
    ...linesOf(truck)
      .filter((line) => !first.part.includes(line))
      .map((line) => `the mail lacks: ${line}`),
  ];
}

/** Splits an email into its parts, each about one vendor. */
function partsOf(text: string): string[] {
  const lines = text.replaceAll('\r\n', '\n');
  return lines.split(/\n(?=[^\n]*, license [A-Z]+\d+[:,])/);
}

function pageProblems({ trucks }: BookedEvent, pages: Pages | undefined, texts: number): string[] {
  const changed = trucks.filter(({ lines }) => lines).length;
  const marks = pages?.inbox.match(FLAG)?.length ?? 0;
  const parts = pages?.file.split('<h3>Noticed since</h3>').slice(1) ?? [];
  const told = parts.reduce(
    (sum, part) => sum + (part.split('</section>')[0]?.match(/ → /g)?.length ?? 0),
    0,
  );
  return [
    ...(marks === changed ? [] : [`${marks} marks in the inbox for ${changed} changed vendors`]),
    ...(parts.length === changed ? [] : [`${parts.length} of ${changed} in the compliance file`]),
    ...(told === texts ? [] : [`${told} changes in the compliance file instead of ${texts}`]),
  ];
}

/**
 * Returns the lines in the email to the organizer. For a new holder, the email says only that the holder
 * differs from the previous one.
 */
function linesOf({ lines = [] }: Truck): string[] {
  return lines.map((line) =>
    line.startsWith('License holder')
      ? 'License holder\n  from: the holder on file before\n  to:   a different holder'
      : line,
  );
}

/**
 * Returns true if the change is reported immediately: the license was not renewed, is no longer on file, or
 * has a new holder.
 */
function isSevere({ lines, isHandedOver }: Truck): boolean {
  return isHandedOver || (lines?.some((line) => line.startsWith('License status')) ?? false);
}
