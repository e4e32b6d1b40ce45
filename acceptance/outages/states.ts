import { readFileSync, writeFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { type RunningService, startServiceOf } from '../support/service.ts';
import { type Cluster, startCluster } from './cluster.ts';
import type { RunStatement } from './load.ts';
import type { State } from './observe.ts';
import {
  fillDisk,
  mountSmall,
  setReadOnly,
  startRedis,
  startSilentDns,
  startSilentServer,
} from './places.ts';

/** The folders that are needed to create the states. */
interface Bench {
  /** The checkout whose service is observed. */
  readonly checkout: string;
  /** A folder for this run only. */
  readonly folder: string;
}

/** A state and its cleanup, or the reason that it cannot be created on this machine. */
export type Prepared =
  | { readonly state: State; remove(): Promise<void> }
  | { readonly name: string; readonly missing: string };

const WELL = { read: [200], write: [200, 303], page: [200], ready: [200] } as const;
/**
 * The expected statuses if the ledger is unreachable. Records are read from the local snapshot, and
 * everything else is in the ledger.
 */
const AWAY = { read: [200], write: [503], page: [503], ready: [503] } as const;
/** The expected statuses if the ledger can be read but not written. */
const NO_WRITES = { read: [200], write: [503], page: [200], ready: [503] } as const;
const DISK_MB = 260;
const DAY_MS = 86_400_000;
const PG_PAGE = 8_192;
const TERMINATE_EVERY_MS = 50;

type Prepare = (bench: Bench) => Promise<Prepared>;

/** Every state by its name on the command line. */
export const STATES: Readonly<Record<string, Prepare>> = {
  'pg-terminated': (bench) =>
    onCluster(bench, 'PostgreSQL: backends terminated all the time', (cluster) => {
      let timer: NodeJS.Timeout | undefined;
      const terminate = () =>
        cluster
          .run(
            `select pg_terminate_backend(pid) from pg_stat_activity
             where pid <> pg_backend_pid() and backend_type = 'client backend'`,
          )
          .catch(() => {});
      return {
        expected: { read: [200], write: [200, 303, 503], page: [200, 503], ready: [200, 503] },
        enter: async () => {
          timer = setInterval(terminate, TERMINATE_EVERY_MS);
        },
        leave: async () => clearInterval(timer),
      };
    }),
  'pg-fast': (bench) => onCluster(bench, 'PostgreSQL: stopped (fast) and started again', restarted('fast')),
  'pg-immediate': (bench) =>
    onCluster(bench, 'PostgreSQL: stopped (immediate, as a crash) and started again', restarted('immediate')),
  'pg-frozen': (bench) =>
    onCluster(bench, 'PostgreSQL: frozen (SIGSTOP)', (cluster) => ({
      expected: AWAY,
      enter: async () => cluster.freeze(),
      leave: async () => cluster.thaw(),
    })),
  'pg-read-only': (bench) =>
    onCluster(bench, 'PostgreSQL: read-only', (cluster) => ({
      expected: NO_WRITES,
      enter: () => setClusterReadOnly(cluster, 'on'),
      leave: () => setClusterReadOnly(cluster, 'off'),
    })),
  'pg-full': (bench) => onFullCluster(bench),
  'pg-page': (bench) =>
    onCluster(bench, 'PostgreSQL: pages of the events lost, found by checksums', (cluster) => {
      let putBack = async () => {};
      return {
        // Data in other tables can be read and written, so a decision succeeds but an application to an event
        // does not.
        expected: { read: [200], write: [200, 503], page: [503], ready: [200] },
        enter: async () => {
          putBack = await losePages(cluster, 'events');
        },
        leave: () => putBack(),
      };
    }),
  'sqlite-full': async (bench) => {
    const dataDir = path.join(bench.folder, 'full');
    const unmount = await mountSmall(dataDir, DISK_MB);
    const name = 'SQLite: disk full';
    if (!unmount) return { name, missing: 'mounting is not permitted' };
    let filled: ReturnType<typeof fillDisk> | undefined;
    return onFiles(bench, name, {
      dataDir,
      expected: NO_WRITES,
      remove: async () => unmount(),
      enter: async () => {
        filled = fillDisk(dataDir);
        await wait(1_000);
      },
      leave: async () => filled?.free(),
    });
  },
  'sqlite-read-only': async (bench) => {
    const dataDir = path.join(bench.folder, 'read-only');
    await mkdir(dataDir);
    const name = 'SQLite: folder and files read-only';
    if (!(await setReadOnly(dataDir, true))) return { name, missing: 'chattr +i is not permitted' };
    await setReadOnly(dataDir, false);
    return onFiles(bench, name, {
      dataDir,
      expected: NO_WRITES,
      enter: async () => void (await setReadOnly(dataDir, true)),
      leave: async () => void (await setReadOnly(dataDir, false)),
    });
  },
  'sqlite-locked': async (bench) => {
    const dataDir = path.join(bench.folder, 'locked');
    let holder: DatabaseSync | undefined;
    return onFiles(bench, 'SQLite: another process holds the write lock', {
      dataDir,
      expected: NO_WRITES,
      enter: async () => {
        holder = new DatabaseSync(path.join(dataDir, 'ledger.sqlite'), { timeout: 10_000 });
        holder.exec('begin immediate');
      },
      leave: async () => {
        if (holder?.isOpen) holder.close();
      },
    });
  },
  'redis-gone': async (bench) => {
    const redis = await startRedis();
    const name = 'Redis gone';
    if (!redis) return { name, missing: 'there is no redis-server' };
    return onFiles(bench, name, {
      dataDir: path.join(bench.folder, 'redis'),
      expected: WELL,
      settings: { REDIS_URL: redis.url, RATE_LIMIT_SEARCH: '1000000' },
      enter: redis.stop,
      leave: () => redis.stop().then(redis.start),
      remove: redis.stop,
    });
  },
  'mail-hanging': async (bench) => {
    const server = await startSilentServer();
    return onFiles(bench, 'Mail server takes connections and says nothing', {
      dataDir: path.join(bench.folder, 'mail'),
      expected: WELL,
      settings: { SMTP_URL: server.url },
      enter: async () => {},
      leave: async () => {},
      remove: async () => server.close(),
    });
  },
  'dns-gone': async (bench) => {
    const dns = await startSilentDns();
    const name = 'Name server says nothing';
    if (!dns) return { name, missing: 'port 53 of the loopback is not to be had' };
    const file = path.join(bench.folder, 'resolv.conf');
    await writeFile(file, `nameserver ${dns.address}\n`);
    return onFiles(bench, name, {
      dataDir: path.join(bench.folder, 'dns'),
      expected: WELL,
      // A DNS query without a response keeps the process from ending; see docs/operations.md.
      settings: { SMTP_URL: 'smtp://mail.outages.example:587', RES_OPTIONS: 'timeout:1 attempts:1' },
      // Uses a private mount namespace, so that the name server does not affect other processes on the
      // machine.
      through: ['unshare', '--mount', 'sh', '-c', `mount --bind ${file} /etc/resolv.conf && exec "$@"`, 'sh'],
      enter: async () => {},
      leave: async () => {},
      remove: async () => dns.close(),
    });
  },
  'clock-ahead': (bench) => movedClock(bench, 'Clock a day ahead, then right again', DAY_MS),
  'clock-back': (bench) => movedClock(bench, 'Clock a day back, then right again', -DAY_MS),
};

type Change = Pick<State, 'expected' | 'enter' | 'leave'>;

function restarted(mode: 'fast' | 'immediate'): (cluster: Cluster) => Change {
  return (cluster) => ({
    expected: AWAY,
    enter: () => cluster.stop(mode),
    leave: async () => void (await cluster.start()),
  });
}

/**
 * Overwrites half of each page in a table while the server is stopped. The returned function restores the
 * original pages.
 */
async function losePages(cluster: Cluster, table: string): Promise<() => Promise<void>> {
  const [found] = await cluster.run(`select pg_relation_filepath('${table}') as file`);
  const file = path.join(cluster.data, String(found?.file));
  await cluster.run('checkpoint');
  await cluster.stop('fast');
  const whole = readFileSync(file);
  const damaged = Buffer.from(whole);
  for (let at = PG_PAGE / 2; at < damaged.length; at += PG_PAGE) damaged.fill(0x2a, at, at + PG_PAGE / 2);
  writeFileSync(file, damaged);
  await cluster.start();
  return async () => {
    await cluster.stop('fast');
    writeFileSync(file, whole);
    await cluster.start();
  };
}

async function setClusterReadOnly({ url }: Cluster, value: 'on' | 'off'): Promise<void> {
  const client = new pg.Client({ connectionString: url, options: '-cdefault_transaction_read_only=off' });
  await client.connect();
  await client.query(`alter system set default_transaction_read_only = ${value}`);
  await client.query('select pg_reload_conf()');
  await client.end();
}

async function onCluster(bench: Bench, name: string, make: (cluster: Cluster) => Change): Promise<Prepared> {
  const cluster = await startCluster(bench.folder);
  return { state: stateOn(bench, name, cluster, make(cluster)), remove: cluster.remove };
}

async function onFullCluster(bench: Bench): Promise<Prepared> {
  const name = 'PostgreSQL: disk full';
  const disk = path.join(bench.folder, 'pg-disk');
  const unmount = await mountSmall(disk, DISK_MB);
  if (!unmount) return { name, missing: 'mounting is not permitted' };
  const cluster = await startCluster(disk);
  let filled: ReturnType<typeof fillDisk> | undefined;
  const change: Change = {
    // Rows that fit into existing free space are still written. Without room for its log, PostgreSQL exits,
    // and only records can be read.
    expected: { read: [200], write: [200, 303, 503], page: [200, 503], ready: [503] },
    enter: async () => {
      filled = fillDisk(disk);
      await wait(1_000);
    },
    leave: async () => {
      await filled?.free();
      await cluster.start();
    },
  };
  return {
    state: stateOn(bench, name, cluster, change),
    async remove() {
      await cluster.remove();
      unmount();
    },
  };
}

function stateOn({ checkout, folder }: Bench, name: string, cluster: Cluster, change: Change): State {
  const dataDir = path.join(folder, `data-${name.replace(/\W+/g, '-')}`);
  return {
    ...change,
    name,
    run: cluster.run,
    start: () => startWatched(checkout, { DATA_DIR: dataDir, DATABASE_URL: cluster.url }),
  };
}

function onFiles(
  { checkout }: Bench,
  name: string,
  options: Change & {
    readonly dataDir: string;
    readonly settings?: Readonly<Record<string, string>>;
    /** A command to put in front of the service's own command. */
    readonly through?: readonly string[];
    readonly remove?: () => Promise<void>;
  },
): Prepared {
  const { dataDir, settings = {}, through, remove = async () => {}, ...change } = options;
  return {
    state: {
      ...change,
      name,
      run: statementsOn(dataDir),
      start: () => startWatched(checkout, { DATA_DIR: dataDir, ...settings }, through),
    },
    remove,
  };
}

async function movedClock(bench: Bench, name: string, byMs: number): Promise<Prepared> {
  const file = path.join(bench.folder, `clock-${byMs}`);
  await writeFile(file, '0');
  const clock = path.resolve(import.meta.dirname, 'clock.ts');
  return onFiles(bench, name, {
    dataDir: path.join(bench.folder, `clock-data-${byMs}`),
    expected: WELL,
    settings: { CLOCK_FILE: file, NODE_OPTIONS: `--import=${clock}` },
    enter: async () => {
      await writeFile(file, String(byMs));
      await wait(300);
    },
    leave: () => writeFile(file, '0'),
  });
}

export function startWatched(
  checkout: string,
  settings: Readonly<Record<string, string>>,
  through?: readonly string[],
  until?: string,
): Promise<RunningService> {
  const limits = { RATE_LIMIT_APPLY: '0', RATE_LIMIT_DECISION: '0', RATE_LIMIT_SEARCH: '0' };
  const off = { ...limits, RATE_LIMIT_APPLY_DAY: '0', RATE_LIMIT_PUBLIC_EVENTS: '0' };
  return startServiceOf(checkout, { LOG_LEVEL: 'info', ...off, ...settings }, through, until);
}

function statementsOn(dataDir: string): RunStatement {
  return async (statement) => {
    const sqlite = new DatabaseSync(path.join(dataDir, 'ledger.sqlite'), { timeout: 10_000 });
    try {
      return sqlite.prepare(statement).all();
    } finally {
      sqlite.close();
    }
  };
}
