import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { SENDING_MAX } from '../src/platform/mail/transport.ts';
import { insertApplication, insertEvent } from '../test/support/ledger-rows.ts';
import { type FakeMailServer, startFakeMailServer } from '../test/support/mail-server.ts';
import { type Place, preparePlace } from '../test/support/place.ts';
import { type BookedEvent, checkBooked, mailsExpected, type Verdict } from './booked/check.ts';
import { type Owner, signUp } from './monitoring/claiming.ts';
import { killImports } from './monitoring/kills.ts';
import { messageId } from './monitoring/mails.ts';
import { createService, type Looker, type Service } from './monitoring/service.ts';
import { makeTruckFiles, type TruckFiles } from './monitoring/trucks.ts';
import { type Line, load, sendOnce } from './monitoring/visitor.ts';
import { allSent, followedUp } from './monitoring/waits.ts';

/**
 * The watch of vendors with a spot, killed. File A is imported; organizers approve all trucks; the first look and then the import of
 * file B, the look after it and the daily mails are killed (-9) `--kills` times at random moments, while a second process
 * looks and writes beside the service. At the end everything is looked at once more, and a day later again. Exits 1 unless each change was told to each organizer
 * and manager once, or again under the same Message-ID only, and stands once in the database, the inbox and the compliance file.
 * A process starts with a clock 31 minutes ahead, past what the killed one held. With TEST_DATABASE_URL on PostgreSQL.
 */
const OWNERS = ['olive@organizer.example', 'otto@organizer.example'] as const;
const MANAGER = 'mia@organizer.example';
const MAIL_TAKES_MS = 15;
const MAILED_WITHIN_MS = 3_000;
const LAST_DAY = '2026-03-19';

interface BookedRun {
  readonly kills: number;
  readonly truckFiles: TruckFiles;
  readonly service: Service;
  readonly line: Line;
  readonly mailServer: FakeMailServer;
  readonly place: Place;
  readonly looker: Looker;
}

async function main(kills: number, looker: Looker): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'kill-booked-'));
  const mailServer = await startFakeMailServer({
    async onMessage() {
      await wait(Math.random() * MAIL_TAKES_MS);
      return undefined;
    },
  });
  const place = await preparePlace(path.join(folder, 'data'), process.env.TEST_DATABASE_URL);
  const service = await createService({ ...place.settings, SMTP_URL: mailServer.url });
  try {
    const truckFiles = makeTruckFiles(folder);
    const line: Line = { url: service.url, cutOff: new Map() };
    const run: BookedRun = { kills, truckFiles, service, line, mailServer, place, looker };
    await service.start({ files: truckFiles.before, at: `${truckFiles.days.claims}T06:00Z` });
    await followedUp(service);
    const { events, owners } = await book(run);
    const killedAt = await killAll(run, events);
    report(run, killedAt, await judge(run, events, owners));
  } finally {
    await service.kill();
    await mailServer.close();
    await place.remove();
    rmSync(folder, { recursive: true });
  }
}

/** Two organizers with an event each, one of them with a manager; every truck has a spot at one. */
async function book(run: BookedRun): Promise<{ events: BookedEvent[]; owners: Map<string, Owner> }> {
  const { truckFiles, line, mailServer, place } = run;
  const people = await Promise.all([...OWNERS, MANAGER].map((email) => signUp(line, mailServer, email)));
  const owners = new Map(people.map((owner) => [owner.email, owner]));
  const ledger = place.openLedger();
  try {
    const accounts = await ledger.db.selectFrom('accounts').select(['id', 'email']).execute();
    const idOf = (email: string) => accounts.find((each) => each.email === email)?.id ?? '';
    const [first, second] = OWNERS;
    await ledger.db
      .insertInto('team_members')
      .values({
        ...{ id: randomUUID(), account_id: idOf(first), member_id: idOf(MANAGER), role: 'manager' },
        joined_at: `${truckFiles.days.claims}T07:00:00.000Z`,
      })
      .execute();
    const events: BookedEvent[] = [];
    for (const [index, owner] of OWNERS.entries()) {
      const trucks = truckFiles.trucks.filter((_, each) => each % OWNERS.length === index);
      const readers = owner === second ? [owner] : [owner, MANAGER];
      const id = await insertEvent(ledger.db, idOf(owner), { name: `Market ${index + 1}` });
      const applications = new Map<string, string>();
      for (const { number, digits } of trucks)
        applications.set(
          digits,
          await insertApplication(ledger.db, id, {
            ...{ license_number: number, license_digits: digits, license_type: '2014' },
          }),
        );
      events.push({ id, name: `Market ${index + 1}`, owner, readers, trucks, applications });
    }
    for (const event of events) await approveAll(line, event, owners.get(event.owner)?.cookie ?? '');
    return { events, owners };
  } finally {
    await ledger.close();
  }
}

async function approveAll(line: Line, { id, applications }: BookedEvent, cookie: string): Promise<void> {
  const form = { status: 'approved', message: '', reason: 'We know them.' };
  for (const application of applications.values()) {
    const path = `/organizer/events/${id}/applications/${application}/status`;
    const answer = await sendOnce(line, 'approve', path, { cookie, form });
    if (answer?.status !== 303) throw new Error(`no approval: ${answer?.status} ${answer?.body}`);
  }
}

/** Gives how often it was killed, and during what. */
async function killAll(run: BookedRun, events: readonly BookedEvent[]): Promise<Map<string, number>> {
  const { kills, truckFiles, service, looker } = run;
  await service.kill();
  const early = await killImports(service, kills, {
    ...{ files: truckFiles.before, at: `${truckFiles.days.checkout}T06:00Z`, looker: undefined },
    ...{ phases: ['looking'], mailed: async () => {}, isMailing: () => false },
  });
  await followedUp(service);
  await service.kill();
  console.log(`  looked for the first time; killed while ${listed(early)}`);
  const late = await killImports(service, kills * 3, {
    ...{ files: truckFiles.after, at: `${truckFiles.days.after}T06:00Z`, looker },
    phases: ['importing', 'looking', 'mailing'],
    mailed: (share) => mailed(run, events, share),
    isMailing: () => mailsToCome(run, events) > 0,
  });
  await followedUp(service);
  await allSent(run);
  console.log(`  imported file B, looked and mailed; killed while ${listed(late)}`);
  // Nothing may come of it that everything is looked at again, on the same day and on the next.
  for (const at of [undefined, `${LAST_DAY}T12:00Z`]) {
    await service.kill();
    await service.start(at === undefined ? { looker } : { looker, at });
    await followedUp(service);
    await allSent(run);
  }
  return new Map(
    [...new Set([...early.keys(), ...late.keys()])].map((name) => [
      name,
      (early.get(name) ?? 0) + (late.get(name) ?? 0),
    ]),
  );
}

async function judge(
  { line, place, mailServer }: BookedRun,
  events: readonly BookedEvent[],
  owners: ReadonlyMap<string, Owner>,
): Promise<Verdict> {
  const pages = new Map<string, { inbox: string; file: string }>();
  for (const { id, owner } of events) {
    const cookie = owners.get(owner)?.cookie ?? '';
    const read = async (page: string) =>
      (await load(line, page, `/organizer/events/${id}/${page}`, cookie)).body;
    pages.set(id, { inbox: await read('applications'), file: await read('compliance') });
  }
  const ledger = place.openLedger();
  return checkBooked(ledger.db, { events, pages, mailServer }).finally(() => ledger.close());
}

/** Waits until so many of all mails of the run have arrived, but not for ever: they may all be there. */
async function mailed(run: BookedRun, events: readonly BookedEvent[], share: number): Promise<void> {
  const { mailServer } = run;
  const enough = mailServer.arrived.length + share * Math.max(1, mailsToCome(run, events));
  const end = Date.now() + MAILED_WITHIN_MS;
  while (mailServer.arrived.length < enough && Date.now() < end) await wait(1);
}

/** About how many mails the mail server has not seen yet. */
function mailsToCome({ mailServer, truckFiles }: BookedRun, events: readonly BookedEvent[]): number {
  const accounts = OWNERS.length + 1;
  const expected = accounts + truckFiles.trucks.length + mailsExpected(events);
  return expected - new Set(mailServer.arrived.map(messageId)).size;
}

function report(run: BookedRun, killedAt: ReadonlyMap<string, number>, verdict: Verdict): void {
  const { service, place, truckFiles, looker } = run;
  const kills = [...killedAt.values()].reduce((all, each) => all + each, 0);
  const tooOften = verdict.repeats > kills * SENDING_MAX ? ['mails came more often than kills explain'] : [];
  const errors = service.errors.map((error) => `logged: ${error}`);
  const problems = [...verdict.problems, ...tooOften, ...errors];
  for (const problem of problems) console.error(problem);
  console.log(
    `kill-booked: ${verdict.passed} passed, ${problems.length} failed (${place.name}, ${truckFiles.trucks.length} trucks, ` +
      `${verdict.changes} changes, ${verdict.mails} mails about them, ${verdict.repeats} seen again by the mail server; ` +
      `looked at by two, ${looker}; ${kills} kills: ${listed(killedAt)})`,
  );
  process.exitCode = problems.length === 0 && verdict.passed > 0 ? 0 : 1;
}

function listed(counts: ReadonlyMap<string, number>): string {
  return [...counts].map(([name, count]) => `${name} ${count}`).join(', ') || 'nothing';
}

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '8' },
    look: { type: 'string', default: Math.random() < 0.5 ? 'early' : 'late' },
  },
});
const killsEach = Number(values.kills);
if (!Number.isInteger(killsEach) || killsEach < 1 || killsEach > 10)
  throw new Error('--kills must be from 1 to 10: a day of the run is not longer');
if (values.look !== 'early' && values.look !== 'late') throw new Error('--look is early or late');
await main(killsEach, values.look);
