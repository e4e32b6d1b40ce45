import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { findFreePort } from '../../test/support/free-port.ts';

const INSTALLED = '/usr/lib/postgresql';
const READY_WITHIN_MS = 60_000;

/** A PostgreSQL cluster of our own on a loopback port, which can be damaged. */
export interface Cluster {
  /** The data folder. */
  readonly data: string;
  /** The connection string for its database, as a superuser. */
  readonly url: string;
  /**
   * The modes are PostgreSQL's own: `fast` ends all sessions, and `immediate` stops the server as if it
   * crashed.
   */
  restart(mode: 'fast' | 'immediate'): Promise<void>;
  stop(mode: 'fast' | 'immediate'): Promise<void>;
  /**
   * Starts the cluster again. Returns false if it does not come up, for instance because the disk is full.
   */
  start(): Promise<boolean>;
  /** `freeze` suspends every process of the cluster (SIGSTOP), and `thaw` lets them continue. */
  freeze(): void;
  thaw(): void;
  /** Runs a statement on its own connection. */
  run(statement: string): Promise<Record<string, unknown>[]>;
  /** Stops the cluster and deletes its files. */
  remove(): Promise<void>;
}

/** Creates a cluster inside `folder`, which may be a small separate mount. */
export async function startCluster(folder: string): Promise<Cluster> {
  const bin = binaries();
  const user = postgresUser();
  const data = path.join(folder, 'cluster');
  mkdirSync(data, { mode: 0o700 });
  if (user) chownSync(data, user.uid, user.gid);
  const command = async (program: string, args: readonly string[]): Promise<boolean> => {
    const child = spawn(path.join(bin, program), args, {
      ...(user ?? {}),
      cwd: data,
      stdio: ['ignore', 'ignore', 'ignore'],
      env: { PATH: process.env.PATH ?? '', LC_ALL: 'C.UTF-8' },
    });
    const [code] = await once(child, 'close');
    return code === 0;
  };
  const made = await command('initdb', [
    '-D',
    data,
    '-U',
    'postgres',
    '-A',
    'trust',
    '-E',
    'UTF8',
    '--no-sync',
    '--wal-segsize=1',
    '--data-checksums',
  ]);
  if (!made) throw new Error('initdb failed');
  const port = await findFreePort();
  writeFileSync(
    path.join(data, 'postgresql.auto.conf'),
    [
      `port = ${port}`,
      "listen_addresses = '127.0.0.1'",
      "unix_socket_directories = ''",
      'shared_buffers = 32MB',
      'max_connections = 60',
      'min_wal_size = 2MB',
      'max_wal_size = 16MB',
    ].join('\n'),
  );
  if (user) chownSync(path.join(data, 'postgresql.auto.conf'), user.uid, user.gid);
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  const start = async () => {
    const log = path.join(data, 'server.log');
    await command('pg_ctl', ['-D', data, '-l', log, '-W', 'start']);
    return waitUntilReady(url);
  };
  const stop = async (mode: 'fast' | 'immediate') => {
    await command('pg_ctl', ['-D', data, '-m', mode, '-w', '-t', '30', 'stop']);
  };
  const signal = (name: NodeJS.Signals) => {
    for (const pid of processesOf(data)) kill(pid, name);
  };
  const cluster: Cluster = {
    data,
    url,
    start,
    stop,
    run: (statement) => runOn(url, statement),
    async restart(mode) {
      await stop(mode);
      if (!(await start())) throw new Error('the cluster did not come up again');
    },
    freeze: () => signal('SIGSTOP'),
    thaw: () => signal('SIGCONT'),
    async remove() {
      signal('SIGCONT');
      await stop('immediate');
      signal('SIGKILL');
    },
  };
  if (!(await start())) throw new Error('the cluster did not start');
  return cluster;
}

async function waitUntilReady(url: string): Promise<boolean> {
  const deadline = performance.now() + READY_WITHIN_MS;
  while (performance.now() < deadline) {
    try {
      await runOn(url, 'select 1');
      return true;
    } catch {
      await wait(50);
    }
  }
  return false;
}

async function runOn(url: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  // The error is ignored, because the statement may terminate this connection's own backend.
  client.on('error', () => {});
  await client.connect();
  try {
    const result = await client.query(statement);
    return result.rows;
  } finally {
    await client.end().catch(() => {});
  }
}

/** Returns the ids of the postmaster, which the cluster's own file names, and of its child processes. */
function processesOf(data: string): number[] {
  const file = path.join(data, 'postmaster.pid');
  if (!existsSync(file)) return [];
  const postmaster = Number(readFileSync(file, 'utf8').split('\n')[0]);
  if (!existsSync(`/proc/${postmaster}`)) return [];
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && parentOf(name) === postmaster)
    .map(Number);
  return [postmaster, ...children];
}

/** Sends a signal. The process may already have ended. */
function kill(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}

function parentOf(pid: string): number {
  try {
    return Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
  } catch {
    return 0;
  }
}

function binaries(): string {
  const versions = existsSync(INSTALLED) ? readdirSync(INSTALLED) : [];
  const newest = versions.sort((a, b) => Number(b) - Number(a))[0];
  if (newest === undefined) throw new Error(`There is no PostgreSQL below ${INSTALLED}.`);
  return path.join(INSTALLED, newest, 'bin');
}

/**
 * Returns the user to run PostgreSQL as if the current user is root, because PostgreSQL refuses to run as
 * root.
 */
function postgresUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}
