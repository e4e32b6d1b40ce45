import { setTimeout as wait } from 'node:timers/promises';
import { SENDING_MAX } from '../../../src/platform/mail/transport.ts';
import type { FakeMailServer } from '../../../test/support/mail-server.ts';
import { startSlowMailServer } from '../mails/slow-server.ts';
import { countAll, type KillRun, listCounts, type Outcome } from '../scenario.ts';
import { killImports } from './kills.ts';
import { messageId } from './mails.ts';
import { createService, type Looker, type Service } from './service.ts';
import type { TruckFiles } from './trucks.ts';
import type { Line } from './visitor.ts';
import { allSent, followedUp } from './waits.ts';

/** A service that monitors trucks, an email server, and two sets of the regulator's files. */
export interface WatchRun extends KillRun {
  readonly service: Service;
  readonly line: Line;
  readonly mailServer: FakeMailServer;
  readonly truckFiles: TruckFiles;
  /** When a second process without the lease compares the subscriptions. */
  readonly looker: Looker;
}

/** The option for scenarios that open such a run. The default is random. */
export const LOOK_OPTION = { look: 'early or late' };
const MAIL_TAKES_MS = 15;
const MAILED_WITHIN_MS = 3_000;

export async function openWatchRun(
  killRun: KillRun,
  truckFiles: TruckFiles,
  settings: Readonly<Record<string, string>> = {},
): Promise<WatchRun> {
  const { place, random, option, atEnd } = killRun;
  const mailServer = await startSlowMailServer(MAIL_TAKES_MS);
  atEnd(mailServer.close);
  const service = await createService({ ...place.settings, ...settings, SMTP_URL: mailServer.url });
  atEnd(service.kill);
  const line: Line = { url: service.url, cutOff: new Map() };
  const looker = readLooker(option('look'), random);
  return { ...killRun, service, line, mailServer, truckFiles, looker };
}

/**
 * Kills the service while it imports file B, compares and sends email. `expected` is the approximate number
 * of different emails at the end. Returns the number of kills in each phase.
 */
export async function killSecondImport(
  run: WatchRun,
  kills: number,
  expected: number,
): Promise<Map<string, number>> {
  const { truckFiles, service, looker, mailServer } = run;
  const mailsToCome = () => expected - new Set(mailServer.arrived.map(messageId)).size;
  const killedAt = await killImports(service, kills, {
    files: truckFiles.after,
    at: `${truckFiles.days.after}T06:00Z`,
    looker,
    phases: ['importing', 'looking', 'mailing'],
    // There is a time limit, because every email may already have arrived.
    async mailed(share) {
      const enough = mailServer.arrived.length + share * Math.max(1, mailsToCome());
      const end = Date.now() + MAILED_WITHIN_MS;
      while (mailServer.arrived.length < enough && Date.now() < end) await wait(1);
    },
    isMailing: () => mailsToCome() > 0,
  });
  await followedUp(service);
  return killedAt;
}

/**
 * Kills the service and restarts it at the given time. Waits until everything is compared and all email is
 * sent.
 */
export async function lookAgain(run: WatchRun, at?: string): Promise<void> {
  const { service, looker } = run;
  await service.kill();
  await service.start(at === undefined ? { looker } : { looker, at });
  await followedUp(service);
  await allSent(run);
}

export function judgeWatch(
  { service, truckFiles, looker }: WatchRun,
  killedAt: ReadonlyMap<string, number>,
  verdict: { readonly passed: number; readonly problems: readonly string[]; readonly repeats: number },
  figures: string,
): Outcome {
  const kills = countAll(killedAt);
  const tooOften = verdict.repeats > kills * SENDING_MAX ? ['mails came more often than kills explain'] : [];
  return {
    problems: [...verdict.problems, ...tooOften, ...service.errors.map((error) => `logged: ${error}`)],
    isEnough: verdict.passed > 0,
    summary: `${verdict.passed} passed, ${truckFiles.trucks.length} trucks, ${figures}, a second process looks ${looker}; ${kills} kills: ${listCounts(killedAt)}`,
  };
}

function readLooker(text: string, random: () => number): Looker {
  if (text === 'early' || text === 'late') return text;
  if (text !== LOOK_OPTION.look) throw new Error('--look is early or late');
  return random() < 0.5 ? 'early' : 'late';
}
