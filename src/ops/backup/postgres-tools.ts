import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream, createWriteStream, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { getCACertificates } from 'node:tls';
import pg from 'pg';

/** Runs PostgreSQL's own programs for backups. */

type Environment = Readonly<Record<string, string>>;

/** The time limit for a program: as long as one process may prevent others from making a backup. */
const WITHIN_MS = 6 * 3_600_000;
const CONNECT_WITHIN_S = 10;
/** The maximum length of error output that is read; only the first error is quoted. */
const STDERR_MAX = 16_000;
const QUOTED_MAX = 300;

/**
 * Runs a program that reads from a file or writes to one. The bytes pass through this process, so that the
 * program ends when this process does. If the program fails, throws an error with the program's first error.
 */
export async function runTool(
  tool: 'pg_dump' | 'pg_restore',
  args: readonly string[],
  options: { readonly environment: Environment } & ({ readonly from: string } | { readonly to: string }),
): Promise<void> {
  const { environment } = options;
  // With this option, the program fails without a password instead of prompting for one.
  const child = spawn(tool, ['--no-password', ...args], { env: { ...environment } });
  // spawn()'s own timeout would keep running even if the program does not exist.
  const limit = setTimeout(() => child.kill(), WITHIN_MS);
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(0, STDERR_MAX);
  });
  const ended = once(child, 'close')
    .catch(() => {
      throw new Error(`${tool} is not installed here, or PATH does not lead to it. ${howToInstall()}`);
    })
    .finally(() => clearTimeout(limit));
  const piped =
    'from' in options
      ? pipeline(createReadStream(options.from), child.stdin)
      : pipeline(child.stdout, createWriteStream(options.to, { mode: 0o600 }));
  const failure = piped.then(
    () => undefined,
    (error: NodeJS.ErrnoException) => error,
  );
  const [code, signal] = await ended;
  const error = await failure;
  // A program that ends early breaks the pipe, and its own error is then the cause. A full disk is an error
  // on our side.
  const isOurs = code === 0 ? 'to' in options : error?.syscall !== undefined && error.code !== 'EPIPE';
  if (error && isOurs) throw error;
  if (code === 0) return;
  const [, server] = /server version: (\d+)/.exec(said) ?? [];
  const reason = firstError(said, environment) ?? signal ?? code;
  throw new Error(`${tool} failed: ${reason}${server === undefined ? '' : `. ${howToInstall(server)}`}`);
}

function howToInstall(server = '<version of the server>'): string {
  return (
    `Install PostgreSQL's client programs, at least as new as the server (Debian and Ubuntu: apt install postgresql-client-${server}), ` +
    'or use another machine that has them: docs/backup.md, "Without pg_dump".'
  );
}

/** Returns the first error line. Later lines may quote rows. */
function firstError(said: string, { PGPASSWORD = '' }: Environment): string | undefined {
  const line = said.split('\n').find((each) => each.includes('error:')) ?? said.split('\n')[0];
  const text = line?.replace(/^.*?error: /, '').slice(0, QUOTED_MAX);
  return (PGPASSWORD === '' ? text : text?.replaceAll(PGPASSWORD, '…')) || undefined;
}

/** The connection that `pg` parses from an address. `pg`'s own types omit some fields. */
interface Connection {
  readonly host: string;
  readonly port: number;
  readonly user?: string;
  readonly database?: string;
  readonly password?: string | null;
  readonly ssl:
    | boolean
    | { readonly rejectUnauthorized?: boolean; readonly checkServerIdentity?: () => unknown };
  readonly connectionParameters: { readonly options?: string };
}

/**
 * Returns the environment in which the programs connect as the service does. All users of the machine can
 * read command lines, so they never contain the password. The service's own secrets are omitted. A
 * certificate file is written to the folder if libpq needs one.
 */
export function toolEnvironment(databaseUrl: string, folder: string): Environment {
  const connection = new pg.Client({ connectionString: databaseUrl }) as unknown as Connection;
  const { searchParams } = new URL(databaseUrl, 'postgres://base');
  const { PATH, HOME, PGPASSFILE } = process.env;
  const PGSSLMODE = sslModeOf(connection.ssl);
  const roots = PGSSLMODE.startsWith('verify') ? writeRoots(folder) : undefined;
  const variables = {
    PATH,
    HOME,
    PGPASSFILE,
    LC_ALL: 'C',
    PGHOST: connection.host,
    PGPORT: String(connection.port),
    PGUSER: connection.user,
    PGDATABASE: connection.database,
    PGPASSWORD: connection.password,
    PGOPTIONS: connection.connectionParameters.options,
    PGCONNECT_TIMEOUT: String(CONNECT_WITHIN_S),
    PGSSLMODE,
    PGSSLROOTCERT: searchParams.get('sslrootcert') ?? roots,
    PGSSLCERT: searchParams.get('sslcert'),
    PGSSLKEY: searchParams.get('sslkey'),
  };
  const isSet = (entry: [string, string | null | undefined]): entry is [string, string] => Boolean(entry[1]);
  return Object.fromEntries(Object.entries(variables).filter(isSet));
}

/**
 * `pg` treats `require` as `verify-full`, but libpq does not, so this follows what `pg` does instead of the
 * value in the address.
 */
function sslModeOf(ssl: Connection['ssl']): string {
  if (ssl === false) return 'disable';
  if (ssl === true) return 'verify-full';
  if (ssl.rejectUnauthorized === false) return 'require';
  return ssl.checkServerIdentity ? 'verify-ca' : 'verify-full';
}

/** Writes the certificates that the service trusts to a file, because libpq uses its own list or none. */
function writeRoots(folder: string): string {
  const file = path.join(folder, 'roots.pem');
  writeFileSync(file, getCACertificates('default').join('\n'), { mode: 0o600 });
  return file;
}
