import { randomUUID } from 'node:crypto';
import { insertApplication, insertEvent } from '../../test/support/ledger-rows.ts';
import { type BookedEvent, checkBooked, mailsExpected, type Verdict } from './monitoring/check-booked.ts';
import { type Owner, signUp } from './monitoring/claiming.ts';
import { killImports } from './monitoring/kills.ts';
import { makeTruckFiles } from './monitoring/trucks.ts';
import { type Line, load, sendOnce } from './monitoring/visitor.ts';
import { allSent, followedUp } from './monitoring/waits.ts';
import {
  judgeWatch,
  killSecondImport,
  LOOK_OPTION,
  lookAgain,
  openWatchRun,
  type WatchRun,
} from './monitoring/watch-run.ts';
import { count, type KillRun, listCounts, type Outcome, type Scenario } from './scenario.ts';

/**
 * Kills the monitoring of vendors that have a spot at an event. File A is imported, and organizers approve
 * all trucks. The first comparison, the import of file B, the next comparison and the daily emails are killed
 * `--kills` times each. A second process compares vendors and writes emails alongside the service. At the
 * end, everything is compared again, and once more a day later. Each process starts with its clock 31 minutes
 * ahead, so that the killed process's leases have expired.
 */
export const booked: Scenario = {
  shows:
    'each organizer and manager gets a mail of each change about a vendor with a spot once, or again under the same Message-ID only, and it is once in the database, the inbox and the compliance file',
  kills: 8,
  // Every restart moves the clock ahead by 31 minutes, so more kills would not fit into the run's day.
  killsMax: 10,
  options: LOOK_OPTION,
  run,
};

const OWNERS = ['olive@organizer.example', 'otto@organizer.example'] as const;
const MANAGER = 'mia@organizer.example';
const LAST_DAY = '2026-03-19';

async function run(killRun: KillRun): Promise<Outcome> {
  const watchRun = await openWatchRun(killRun, makeTruckFiles(killRun.folder));
  const { truckFiles, service } = watchRun;
  await service.start({ files: truckFiles.before, at: `${truckFiles.days.claims}T06:00Z` });
  await followedUp(service);
  const { events, owners } = await book(watchRun);
  const killedAt = await killAll(watchRun, events);
  const verdict = await judge(watchRun, events, owners);
  const figures = `${verdict.changes} changes, ${verdict.mails} mails about them, ${verdict.repeats} seen again by the mail server`;
  return judgeWatch(watchRun, killedAt, verdict, figures);
}

/**
 * Creates two organizers with one event each; one of the organizers has a manager. Every truck has a spot at
 * one of the events.
 */
async function book(run: WatchRun): Promise<{ events: BookedEvent[]; owners: Map<string, Owner> }> {
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
        id: randomUUID(),
        account_id: idOf(first),
        member_id: idOf(MANAGER),
        role: 'manager',
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
            license_number: number,
            license_digits: digits,
            license_type: '2014',
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

/** Returns the number of kills in each phase. */
async function killAll(run: WatchRun, events: readonly BookedEvent[]): Promise<Map<string, number>> {
  const { kills, truckFiles, service } = run;
  await service.kill();
  const killedAt = await killImports(service, kills, {
    files: truckFiles.before,
    at: `${truckFiles.days.checkout}T06:00Z`,
    looker: undefined,
    phases: ['looking'],
    mailed: async () => {},
    isMailing: () => false,
  });
  await followedUp(service);
  await service.kill();
  console.log(`  looked for the first time; killed while ${listCounts(killedAt)}`);
  const signUps = OWNERS.length + 1;
  const expected = signUps + truckFiles.trucks.length + mailsExpected(events);
  const late = await killSecondImport(run, kills * 3, expected);
  await allSent(run);
  console.log(`  imported file B, looked and mailed; killed while ${listCounts(late)}`);
  // Comparing everything again must have no effect, on the same day or the next.
  await lookAgain(run);
  await lookAgain(run, `${LAST_DAY}T12:00Z`);
  for (const [name, times] of late) count(killedAt, name, times);
  return killedAt;
}

async function judge(
  { line, place, mailServer }: WatchRun,
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
