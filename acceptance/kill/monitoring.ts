import { type FakeStripe, startFakeStripe } from '../../test/support/fake-stripe.ts';
import { runProcess } from '../../test/support/process.ts';
import { buyWatch, openPayments, type Payments, payAtOnce } from './monitoring/buying.ts';
import { checkAll } from './monitoring/check.ts';
import { claimByLetter, type Owner, protect, signUp } from './monitoring/claiming.ts';
import { killAmong, killImports } from './monitoring/kills.ts';
import { expectedMails } from './monitoring/mails.ts';
import { chooseTruckFiles } from './monitoring/real-trucks.ts';
import { makeTruckFiles, type Truck } from './monitoring/trucks.ts';
import type { Line } from './monitoring/visitor.ts';
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
 * Kills the service during monitoring, from claim to email, in one run. File A is imported. Owners claim
 * licenses by letter, enter the code and buy monitoring. File B is imported, compared, and reported by email.
 * The service is `src/main.ts serve` over HTTP, with a fake Stripe and an email server on the loopback
 * address. In each of the four parts, the process is killed `--kills` times. After a kill, people reload the
 * page and continue from what they see. Webhooks arrive out of order and more than once, and are repeated
 * until they are answered. A second process compares without the lease; chance decides if it does so during
 * the import of B (early) or after it (late). Sign-up only creates the people, and is not killed. Each
 * process starts with its clock 31 minutes ahead, so that the killed process's leases have expired.
 */
export const monitoring: Scenario = {
  shows:
    'every truck has claim, subscription, payment and mails as it must, each once; a mail that the mail server took twice has one Message-ID',
  kills: 12,
  // Every restart moves the clock ahead by 31 minutes, so more kills would not fit into the run's day.
  killsMax: 30,
  // Two folders of real files, one earlier and one later.
  options: { ...LOOK_OPTION, 'real-before': '', 'real-after': '' },
  run,
};

const OPERATOR = 'operator@desk.example';
const LAST_BUYERS = 3;

interface MonitoringRun extends WatchRun {
  readonly payments: Payments;
  /** Errors during the run. */
  readonly problems: string[];
}

async function run(killRun: KillRun): Promise<Outcome> {
  const { folder, option, atEnd } = killRun;
  const before = option('real-before');
  const after = option('real-after');
  const truckFiles = before && after ? await chooseTruckFiles(before, after) : makeTruckFiles(folder);
  const stripe = await startFakeStripe();
  atEnd(stripe.close);
  const watchRun = await openWatchRun(killRun, truckFiles, stripe.settings);
  const { line, service } = watchRun;
  const payments = openPayments(stripe, line, service.now);
  const monitoringRun: MonitoringRun = { ...watchRun, payments, problems: [] };
  const killedAt = await runParts(monitoringRun);
  const verdict = await judge(monitoringRun, stripe);
  const problems = [...monitoringRun.problems, ...verdict.problems];
  const figures = `${verdict.mails} mails, ${verdict.repeated} of them seen twice by the mail server`;
  return judgeWatch(watchRun, killedAt, { ...verdict, problems }, figures);
}

/** Returns the number of kills in each phase. */
async function runParts(run: MonitoringRun): Promise<Map<string, number>> {
  const { kills, service, truckFiles } = run;
  const killedAt = await importBefore(run);
  const owners = await claimAll(run);
  const { told } = await buyAll(run, owners);
  const mails = 1 + truckFiles.trucks.reduce((sum, truck) => sum + expectedMails(truck).length, 0);
  const late = await killSecondImport(run, kills, mails);
  await told;
  await allSent(run);
  console.log(`  imported file B and mailed; killed while ${listCounts(late)}`);
  await tellAgain(run);
  await service.kill();
  for (const [name, times] of [['claiming', kills], ['buying', kills], ...late] as const)
    count(killedAt, name, times);
  return killedAt;
}

async function importBefore({ kills, truckFiles, service }: MonitoringRun): Promise<Map<string, number>> {
  const killedAt = await killImports(service, kills, {
    files: truckFiles.before,
    at: `${truckFiles.days.claims}T06:00Z`,
    looker: undefined,
    phases: ['importing'],
    mailed: async () => {},
    isMailing: () => false,
  });
  await followedUp(service);
  console.log(`  imported file A; killed while ${listCounts(killedAt)}`);
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

/** Repeats all of Stripe's notifications, and compares everything again. Neither may change anything. */
async function tellAgain(run: MonitoringRun): Promise<void> {
  const { payments } = run;
  await payments.repeatAll();
  for (const subscription of payments.stripe.subscriptions.values())
    if (subscription.status === 'canceled')
      await payments.post(payments.stripe.subscriptionEvent('deleted', subscription));
  await lookAgain(run);
}

/**
 * Begins the last subscriptions while file A is in use, kills the service in the middle of that, and restarts
 * it with file B.
 */
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

/** Creates the accounts for all claimants and the operator before any process is killed. */
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

async function judge({ truckFiles, place, mailServer }: MonitoringRun, stripe: FakeStripe) {
  const ledger = place.openLedger();
  const { trucks } = truckFiles;
  return checkAll(ledger.db, { trucks, stripe, mailServer, others: [OPERATOR] }).finally(() =>
    ledger.close(),
  );
}

/** Describes the requests that have not had a response since the last call. */
function cutOff({ cutOff: counts }: Line): string {
  const text = listCounts(counts);
  counts.clear();
  return text;
}
