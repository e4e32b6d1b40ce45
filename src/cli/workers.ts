import cluster, { type Worker } from 'node:cluster';
import { randomUUID } from 'node:crypto';
import type { Config, MetricsConfig } from '../config.ts';
import { type CountQuestion, createCommonCount } from '../platform/counters-of-primary.ts';
import type { Logger } from '../platform/log.ts';
import { endOnUncaught } from '../platform/uncaught-errors.ts';
import { closeHandedConnection } from './handed-connections.ts';
import { EXIT } from './output.ts';
import { type FromWorker, isOurs, type Leaving, type ToWorker, WORKER_VARIABLES } from './worker-messages.ts';
import type { WorkersMetrics } from './workers-metrics.ts';

/** Waits before a worker is started again: at once, then doubled while it ends soon after it was ready, or never is. */
const AGAIN_FIRST_MS = 100;
const AGAIN_LAST_MS = 10_000;
const STEADY_AFTER_MS = 1_000;
/** A worker that joins others writes nothing at its start; one that takes longer than this hangs. */
const READY_WITHIN_MS = 120_000;
/** A worker that was told to leave ends by itself in less: five seconds for open connections, and 9.5 to stop. */
const LEAVES_WITHIN_MS = 15_000;
/** The whole service stops within ten seconds of the signal. */
const STOPS_WITHIN_MS = 9_800;
/** Leases of those who did the jobs are known for this many; each lasts half an hour at most. */
const ENDED_MAX = 100;

interface Member {
  readonly worker: Worker;
  /** From 1 to the number of workers; while one replaces another, both have the same. */
  readonly number: number;
  readonly holder: string;
  /** True when it answers requests, false when it ended before. */
  readonly ready: Promise<boolean>;
  readonly ended: Promise<void>;
  readyAt: number | undefined;
  isLeaving: boolean;
  /** It has done all its work. Its process can take seconds more, while Node writes its compile cache to a slow disk. */
  hasStopped: boolean;
}

/**
 * Serves with several processes until SIGTERM or SIGINT. This process holds the port and passes connections on, counts the
 * limits of all, and has no database. The first worker brings everything up to date before the others start. A worker that ends is
 * replaced; SIGHUP replaces all, one after the other.
 */
export async function serveWithWorkers(config: Config, log: Logger): Promise<number> {
  const stopListening = endOnUncaught(log);
  const primary = new Primary(config.workers, log);
  process.on('SIGHUP', () => primary.renew());
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => primary.stop(signal));
  const metrics = config.metrics && (await primary.openMetrics(config.metrics));
  const code = await primary.run();
  await metrics?.close();
  stopListening();
  return code;
}

class Primary {
  readonly #members = new Set<Member>();
  /** How often in a row the worker of a number ended soon. */
  readonly #failures = new Map<number, number>();
  readonly #waits = new Set<NodeJS.Timeout>();
  readonly #count = createCommonCount();
  readonly #workers: number;
  readonly #log: Logger;
  readonly #done = Promise.withResolvers<number>();
  #hasStarted = false;
  #isStopping = false;
  #isUnclean = false;
  /** Who does the jobs, and who did and has ended. */
  #jobs: Member | undefined;
  #ended: string[] = [];
  #renewing: Promise<void> | undefined;
  #isRenewAsked = false;
  #metrics: WorkersMetrics | undefined;

  constructor(workers: number, log: Logger) {
    this.#workers = workers;
    this.#log = log;
  }

  /** Answers scrapes for all workers; their code is loaded only here. */
  async openMetrics(config: MetricsConfig): Promise<{ close(): Promise<void> }> {
    const { WorkersMetrics } = await import('./workers-metrics.ts');
    const list = () => new Map([...this.#members].flatMap((each) => this.#measured(each)));
    const { metrics, close } = await WorkersMetrics.open(config, list, this.#log);
    this.#metrics = metrics;
    return { close };
  }

  #measured(member: Member) {
    if (member.readyAt === undefined || member.isLeaving) return [];
    const ask = (id: number, withShared: boolean) => tell(member, { say: 'measure', id, withShared });
    return [[member, { doesJobs: member === this.#jobs, ask }] as const];
  }

  /** Resolves to the exit code when the service has stopped, or could not start. */
  async run(): Promise<number> {
    const first = this.#start(1);
    if (await first.ready) {
      this.#hasStarted = true;
      for (let number = 2; number <= this.#workers && !this.#isStopping; number += 1) this.#start(number);
      this.#log.info({ workers: this.#workers }, 'serving with several processes');
    }
    return this.#done.promise;
  }

  /** Replaces every worker by a new one, one after the other; asked meanwhile, it does so once more. */
  renew(): void {
    if (this.#isStopping || !this.#hasStarted) return;
    this.#isRenewAsked = true;
    this.#renewing ??= this.#renewAll().finally(() => {
      this.#renewing = undefined;
    });
  }

  /** Stops all workers; asked a second time, ends them at once. */
  stop(signal: string): void {
    if (this.#isStopping) {
      this.#log.error('asked to stop a second time; ending at once');
      this.#endAtOnce();
      return;
    }
    this.#isStopping = true;
    this.#log.info({ signal }, 'stopping all workers');
    for (const wait of this.#waits) clearTimeout(wait);
    for (const member of this.#members) this.#send(member, 'stop');
    setTimeout(() => this.#endLate(), STOPS_WITHIN_MS).unref();
    this.#endWhenEmpty();
  }

  #endLate(): void {
    if ([...this.#members].every(({ hasStopped }) => hasStopped)) {
      this.#killAll();
      return;
    }
    this.#log.error('not every worker stopped in time; ending without them');
    this.#endAtOnce();
  }

  #endAtOnce(): void {
    this.#isUnclean = true;
    this.#killAll();
  }

  #killAll(): void {
    for (const { worker } of this.#members) worker.process.kill('SIGKILL');
  }

  async #renewAll(): Promise<void> {
    while (this.#isRenewAsked && !this.#isStopping) {
      this.#isRenewAsked = false;
      this.#log.info('replacing all workers, one after the other');
      for (let number = 1; number <= this.#workers; number += 1) {
        const old = [...this.#members].find((each) => each.number === number && !each.isLeaving);
        // Where there is none, a new one is about to start anyway.
        if (!old || this.#isStopping) continue;
        if (!(await this.#start(number).ready)) {
          if (this.#isStopping) return;
          this.#log.error({ worker: number }, 'the new worker did not start; the others stay as they are');
          return;
        }
        if (!this.#isStopping) this.#send(old, 'drain');
        await old.ended;
      }
      this.#log.info('all workers were replaced');
    }
  }

  /** `isInPlace`: of one that ended. */
  #start(number: number, isInPlace = false): Member {
    const holder = randomUUID();
    const worker = cluster.fork({
      [WORKER_VARIABLES.holder]: holder,
      [WORKER_VARIABLES.number]: String(number),
      [WORKER_VARIABLES.isFirst]: this.#hasStarted ? '0' : '1',
    });
    const closeHanded = closeHandedConnection(worker);
    const hangs = this.#hasStarted && setTimeout(() => worker.process.kill('SIGKILL'), READY_WITHIN_MS);
    const [ready, ended] = [Promise.withResolvers<boolean>(), Promise.withResolvers<void>()];
    const member: Member = {
      ...{ worker, number, holder, readyAt: undefined, isLeaving: false, hasStopped: false },
      ...{ ready: ready.promise, ended: ended.promise },
    };
    this.#members.add(member);
    worker.on('message', (message: unknown) => {
      if (!isOurs(message)) return;
      // Only our own code writes to this channel.
      const told = message as FromWorker;
      if (told.say === 'count') void this.#answer(member, told.questions);
      else if (told.say === 'measured') this.#metrics?.take(member, told.id, told.snapshot);
      else if (told.say === 'stopped') member.hasStopped = true;
      else {
        if (hangs) clearTimeout(hangs);
        member.readyAt = performance.now();
        ready.resolve(true);
        if (isInPlace) this.#log.warn({ worker: number, pid: worker.process.pid }, 'a worker took its place');
        this.#giveJobs();
      }
    });
    // A worker that is killed while something is sent to it says so here; its end follows.
    worker.on('error', () => {});
    worker.once('exit', (code, signal) => {
      if (hangs) clearTimeout(hangs);
      if (!member.isLeaving) closeHanded();
      this.#end(member, code ?? signal);
      ready.resolve(false);
      ended.resolve();
    });
    return member;
  }

  async #answer(member: Member, questions: readonly CountQuestion[]): Promise<void> {
    tell(member, { say: 'counted', answers: await this.#count(questions) });
  }

  #send(member: Member, how: Leaving): void {
    member.isLeaving = true;
    tell(member, { say: 'leave', how });
    // It may not listen to messages yet, and has answered nothing.
    if (member.readyAt === undefined) member.worker.process.kill('SIGTERM');
    const kill = setTimeout(() => member.worker.process.kill('SIGKILL'), LEAVES_WITHIN_MS);
    void member.ended.then(() => clearTimeout(kill));
  }

  #end(member: Member, how: number | string): void {
    this.#members.delete(member);
    this.#metrics?.forget(member, !member.isLeaving && how !== EXIT.done);
    const { number, holder } = member;
    if (this.#jobs === member) {
      this.#jobs = undefined;
      this.#ended = [...this.#ended, holder].slice(-ENDED_MAX);
    }
    if (member.isLeaving) this.#isUnclean ||= this.#isStopping && how !== EXIT.done && !member.hasStopped;
    else this.#notice(member, how);
    if (!this.#hasStarted && !this.#isStopping && member.readyAt === undefined) {
      // The worker has said why.
      this.#isStopping = true;
      this.#done.resolve(typeof how === 'number' && how !== EXIT.done ? how : EXIT.failed);
      return;
    }
    const isAlone = ![...this.#members].some((each) => each.number === number);
    if (!member.isLeaving && isAlone && !this.#isStopping) this.#startLater(member);
    this.#giveJobs();
    this.#endWhenEmpty();
  }

  /** Whoever sends SIGTERM to one worker wants it replaced; anything else is a crash. */
  #notice({ number, worker }: Member, how: number | string): void {
    const fields = { worker: number, pid: worker.process.pid, how };
    if (this.#isStopping) return;
    if (how === EXIT.done) this.#log.info(fields, 'a worker left; another one takes its place');
    else if (this.#hasStarted) this.#log.error(fields, 'a worker ended; another one takes its place');
  }

  #startLater({ number, readyAt }: Member): void {
    const isSteady = readyAt !== undefined && performance.now() - readyAt > STEADY_AFTER_MS;
    const failures = isSteady ? 0 : (this.#failures.get(number) ?? 0) + 1;
    this.#failures.set(number, failures);
    const wait = failures === 0 ? 0 : Math.min(AGAIN_LAST_MS, AGAIN_FIRST_MS * 2 ** (failures - 1));
    const timer = setTimeout(() => {
      this.#waits.delete(timer);
      this.#start(number, true);
    }, wait);
    this.#waits.add(timer);
  }

  /** To the one that came last, so that a restart of all moves them once. */
  #giveJobs(): void {
    if (this.#jobs || this.#isStopping) return;
    const [newest] = [...this.#members]
      .filter(({ readyAt, isLeaving }) => readyAt !== undefined && !isLeaving)
      .sort((a, b) => (b.readyAt ?? 0) - (a.readyAt ?? 0));
    if (!newest) return;
    this.#jobs = newest;
    tell(newest, { say: 'jobs', ended: this.#ended });
  }

  #endWhenEmpty(): void {
    if (this.#isStopping && this.#members.size === 0)
      this.#done.resolve(this.#isUnclean ? EXIT.failed : EXIT.done);
  }
}

function tell({ worker }: Member, message: ToWorker): void {
  // One that has just ended is noticed by its end.
  if (worker.isConnected()) worker.send(message, () => {});
}
