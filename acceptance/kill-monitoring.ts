import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { SENDING_MAX } from '../src/platform/mail/transport.ts';
import { type FakeStripe, startFakeStripe } from '../test/support/fake-stripe.ts';
import { type FakeMailServer, startFakeMailServer } from '../test/support/mail-server.ts';
import { type Place, preparePlace } from '../test/support/place.ts';
import { runProcess } from '../test/support/process.ts';
import { buyWatch, openPayments, type Payments, payAtOnce } from './monitoring/buying.ts';
import { checkAll, type Verdict } from './monitoring/check.ts';
import { claimByLetter, type Owner, protect, signUp } from './monitoring/claiming.ts';
import { killAmong, killImports } from './monitoring/kills.ts';
import { expectedMails, messageId } from './monitoring/mails.ts';
import { chooseTruckFiles } from './monitoring/real-trucks.ts';
import { createService, type Looker, type Service } from './monitoring/service.ts';
import { makeTruckFiles, type Truck, type TruckFiles } from './monitoring/trucks.ts';
import type { Line } from './monitoring/visitor.ts';
import { allSent, followedUp } from './monitoring/waits.ts';

/**
 * A watch from claim to mail in one run, killed: file A is imported; owners claim by letter and type the code; buy
 * the watch; file B is imported, compared and mailed. All of it is `src/main.ts serve` over HTTP, with a stand-in for Stripe and a mail
 * server on loopback; in each of the four parts the process is killed (-9) `--kills` times at random moments. People
 * look again and go on from what they see; webhooks come in disorder, several times, and until they are answered.
 * Beside the import of B a second process looks without the lease: during it (early) or after it (late), by chance.
 * Exits 1 unless every truck has claim, subscription, payment and mails as it must, each once; a mail that the mail
 * server took twice has one Message-ID and is counted. Not killed: sign-up, which only brings the people. A process
 * starts with a clock 31 minutes ahead, past what the killed one held. With TEST_DATABASE_URL on PostgreSQL.
 */
const OPERATOR = 'operator@desk.example';
const LAST_BUYERS = 3;
const MAIL_TAKES_MS = 15;
const MAILED_WITHIN_MS = 3_000;

interface MonitoringRun {
  readonly kills: number;
  readonly truckFiles: TruckFiles;
  readonly service: Service;
  readonly payments: Payments;
  readonly line: Line;
  readonly mailServer: FakeMailServer;
  readonly place: Place;
  readonly looker: Looker;
  /** What went wrong on the way. */
  readonly problems: string[];
}

async function main(kills: number, looker: Looker, folders: readonly string[]): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'kill-monitoring-'));
  const stripe = await startFakeStripe();
  const mailServer = await startFakeMailServer({
    async onMessage() {
      await wait(Math.random() * MAIL_TAKES_MS);
      return undefined;
    },
  });
  const place = await preparePlace(path.join(folder, 'data'), process.env.TEST_DATABASE_URL);
  const service = await createService({ ...place.settings, ...stripe.settings, SMTP_URL: mailServer.url });
  try {
    const [before, after] = folders;
    const truckFiles = before && after ? await chooseTruckFiles(before, after) : makeTruckFiles(folder);
    const line: Line = { url: service.url, cutOff: new Map() };
    const payments = openPayments(stripe, line, service.now);
    const run: MonitoringRun = {
      kills,
      truckFiles,
      service,
      payments,
      line,
      mailServer,
      place,
      looker,
      problems: [],
    };
    const killedAt = await runParts(run);
    report(run, killedAt, await judge(run, stripe));
  } finally {
    await service.kill();
    await Promise.all([stripe.close(), mailServer.close()]);
    await place.remove();
    rmSync(folder, { recursive: true });
  }
}

/** Gives how often it was killed, and during what. */
async function runParts(run: MonitoringRun): Promise<Map<string, number>> {
  const { kills, service } = run;
  const early = await importBefore(run);
  const owners = await claimAll(run);
  const { told } = await buyAll(run, owners);
  const late = await importAfter(run, told);
  await tellAgain(run);
  await service.kill();
  return new Map([...early, ['claiming', kills], ['buying', kills], ...sum(early, late)]);
}

async function importBefore({ kills, truckFiles, service }: MonitoringRun): Promise<Map<string, number>> {
  const killedAt = await killImports(service, kills, {
    ...{
      files: truckFiles.before,
      at: `${truckFiles.days.claims}T06:00Z`,
      looker: undefined,
      phases: ['importing'],
    },
    ...{ mailed: async () => {}, isMailing: () => false },
  });
  await followedUp(service);
  console.log(`  imported file A; killed while ${listed(killedAt)}`);
  return killedAt;
}

async function claimAll(run: MonitoringRun): Promise<ReadonlyMap<string, Owner>> {
  const { kills, truckFiles, service, line, problems } = run;
  const { operator, owners } = await openAccounts(run);
  const claimed = truckFiles.trucks.filter((truck) => owners.has(truck.email));
  const claim = (truck: Truck) => claimByLetter(line, truck, ownerOf(owners, truck), operator);
  problems.push(...(await killAmong(service, kills, claimed, claim)));
  console.log(`  ${claimed.length} licenses claimed by letter; requests killed: ${cutOff(line)}`);
  await service.kill();
  return owners;
}

async function buyAll(run: MonitoringRun, owners: ReadonlyMap<string, Owner>) {
  const { kills, truckFiles, service, payments, line, problems } = run;
  await service.start({ at: `${truckFiles.days.checkout}T06:00Z` });
  const watched = truckFiles.trucks.filter(({ role }) => role === 'watched');
  const last = watched.filter((truck) => truck.lines).slice(0, LAST_BUYERS);
  const first = watched.filter((truck) => !last.includes(truck));
  const buy = (truck: Truck) => buyWatch(line, payments, truck, ownerOf(owners, truck));
  problems.push(...(await killAmong(service, kills, first, buy)));
  const paid = await payLast(run, owners, last);
  const { all, refused } = payments.posts;
  console.log(
    `  ${watched.length} watches bought: ${all} webhooks, ${refused} refused; requests killed: ${cutOff(line)}`,
  );
  return paid;
}

async function importAfter(run: MonitoringRun, told: Promise<unknown>): Promise<Map<string, number>> {
  const { kills, truckFiles, service, looker } = run;
  const killedAt = await killImports(service, kills, {
    ...{ files: truckFiles.after, at: `${truckFiles.days.after}T06:00Z`, looker },
    phases: ['importing', 'looking', 'mailing'],
    mailed: (share) => mailed(run, share),
    isMailing: () => mailsToCome(run) > 0,
  });
  await followedUp(service);
  await told;
  await allSent(run);
  console.log(`  imported file B and mailed; killed while ${listed(killedAt)}`);
  return killedAt;
}

/** Nothing may come of it that Stripe tells everything once more, or that everything is looked at once more. */
async function tellAgain(run: MonitoringRun): Promise<void> {
  const { payments, service, looker } = run;
  await payments.repeatAll();
  for (const subscription of payments.stripe.subscriptions.values())
    if (subscription.status === 'canceled')
      await payments.post(payments.stripe.subscriptionEvent('deleted', subscription));
  await service.kill();
  await service.start({ looker });
  await followedUp(service);
  await allSent(run);
}

/** The last watches begin while file A is in force, and the service dies over them: it comes back to file B. */
async function payLast(
  { place, service, line, payments }: MonitoringRun,
  owners: ReadonlyMap<string, Owner>,
  last: readonly Truck[],
) {
  const ledger = place.openLedger();
  const buyers = last.map((truck) => ({ truck, owner: ownerOf(owners, truck) }));
  try {
    const { told } = await payAtOnce(line, payments, ledger.db, buyers);
    await service.kill();
    return { told };
  } finally {
    await ledger.close();
  }
}

/** Accounts, before anything else is killed: of everybody who claims, and of the operator. */
async function openAccounts({ truckFiles, line, mailServer, place }: MonitoringRun) {
  const operator = await signUp(line, mailServer, OPERATOR);
  const granted = await runProcess(['operators', 'grant', '--account', OPERATOR], { ...place.settings });
  if (granted.code !== 0) throw new Error(granted.stderr);
  await protect(line, operator);
  const claiming = truckFiles.trucks.filter(({ role }) => role !== 'unclaimed');
  const signedUp = await Promise.all(claiming.map(({ email }) => signUp(line, mailServer, email)));
  return { operator, owners: new Map(signedUp.map((owner) => [owner.email, owner])) };
}

function ownerOf(owners: ReadonlyMap<string, Owner>, { email, number }: Truck): Owner {
  const owner = owners.get(email);
  if (!owner) throw new Error(`nobody claims ${number}`);
  return owner;
}

/** Waits until so many of all mails of the run have arrived, but not for ever: they may all be there. */
async function mailed(run: MonitoringRun, share: number): Promise<void> {
  const { mailServer } = run;
  const enough = mailServer.arrived.length + share * Math.max(1, mailsToCome(run));
  const end = Date.now() + MAILED_WITHIN_MS;
  while (mailServer.arrived.length < enough && Date.now() < end) await wait(1);
}

/** About how many mails the mail server has not seen yet. */
function mailsToCome({ truckFiles, mailServer }: MonitoringRun): number {
  const atTheEnd = 1 + truckFiles.trucks.reduce((count, truck) => count + expectedMails(truck).length, 0);
  return atTheEnd - new Set(mailServer.arrived.map(messageId)).size;
}

async function judge({ truckFiles, place, mailServer }: MonitoringRun, stripe: FakeStripe): Promise<Verdict> {
  const ledger = place.openLedger();
  const { trucks } = truckFiles;
  return checkAll(ledger.db, { trucks, stripe, mailServer, others: [OPERATOR] }).finally(() =>
    ledger.close(),
  );
}

function report(run: MonitoringRun, killedAt: ReadonlyMap<string, number>, verdict: Verdict): void {
  const { service, place, truckFiles, looker } = run;
  const kills = [...killedAt.values()].reduce((all, each) => all + each, 0);
  const tooOften = verdict.repeats > kills * SENDING_MAX ? ['mails came more often than kills explain'] : [];
  const errors = service.errors.map((error) => `logged: ${error}`);
  const problems = [...run.problems, ...verdict.problems, ...tooOften, ...errors];
  for (const problem of problems) console.error(problem);
  console.log(
    `kill-monitoring: ${verdict.passed} passed, ${problems.length} failed (${place.name}, ${truckFiles.trucks.length} trucks, ` +
      `${verdict.mails} mails, ${verdict.repeated} of them seen twice by the mail server; ` +
      `looked at by two, ${looker}; ${kills} kills: ${listed(killedAt)})`,
  );
  process.exitCode = problems.length === 0 && verdict.passed > 0 ? 0 : 1;
}

/** What nobody got an answer to since this was asked last. */
function cutOff({ cutOff: counts }: Line): string {
  const text = listed(counts);
  counts.clear();
  return text;
}

function listed(counts: ReadonlyMap<string, number>): string {
  return [...counts].map(([name, count]) => `${name} ${count}`).join(', ') || 'nothing';
}

function sum(a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): Map<string, number> {
  return new Map([...a.keys(), ...b.keys()].map((name) => [name, (a.get(name) ?? 0) + (b.get(name) ?? 0)]));
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    kills: { type: 'string', default: '12' },
    real: { type: 'boolean', default: false },
    look: { type: 'string', default: Math.random() < 0.5 ? 'early' : 'late' },
  },
});
const killsEach = Number(values.kills);
if (!Number.isInteger(killsEach) || killsEach < 1 || killsEach > 30)
  throw new Error('--kills must be from 1 to 30: a day of the run is not longer');
if (values.real && positionals.length !== 2) throw new Error('--real needs two folders');
if (values.look !== 'early' && values.look !== 'late') throw new Error('--look is early or late');
await main(killsEach, values.look, values.real ? positionals : []);
