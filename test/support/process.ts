import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import path from 'node:path';
import { createInterface } from 'node:readline';

const main = path.resolve(import.meta.dirname, '../../src/main.ts');

export interface Finished {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the command line in a separate process with only these settings, and waits until the process ends. */
export async function runProcess(
  args: readonly string[],
  settings: Record<string, string>,
): Promise<Finished> {
  const child = spawnMain(args, settings);
  const stdout = collect(child.stdout);
  const stderr = collect(child.stderr);
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, stdout: stdout(), stderr: stderr() };
}

/** Does the same, but with a reader that closes the pipe after the first bytes, as `head` does. */
export async function runProcessUnread(args: readonly string[]): Promise<Finished> {
  const child = spawnMain(args, {});
  const stderr = collect(child.stderr);
  child.stdout?.once('data', () => child.stdout?.destroy());
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, stdout: '', stderr: stderr() };
}

export interface Serving {
  readonly child: ChildProcess;
  readonly url: string;
  /** Resolves to the first log line (or the nth) that starts with this message, once it is logged. */
  logged(message: string, nth?: number): Promise<Record<string, unknown>>;
  stop(): Promise<number | null>;
}

/** Starts the service on a free port and waits until it is listening. */
export async function startService(settings: Record<string, string>): Promise<Serving> {
  return follow(spawnMain(['serve'], { PORT: '0', ...settings }));
}

/**
 * A listening socket for a service that restarts. Like a systemd socket, it stays open even when a service
 * process ends.
 */
interface HandedSocket {
  /** Starts a service on the socket; works twice. */
  start(): Promise<Serving>;
  /** Kills all the processes. */
  close(): void;
}

/**
 * Opens a socket and starts two processes that hold it. Each process becomes a service when `start` is
 * called.
 */
export async function openHandedSocket(settings: Record<string, string>): Promise<HandedSocket> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  // A child process needs the file descriptor, which a server does not expose in any documented way.
  const descriptor = Number(Reflect.get(Object(Reflect.get(server, '_handle')), 'fd'));
  const becomes = ['-c', 'read go && LISTEN_PID=$$ exec "$@"', 'sh', process.execPath, main, 'serve'];
  const processes = Array.from({ length: 2 }, () =>
    spawn('sh', becomes, {
      env: { ...environmentOf(settings), LISTEN_FDS: '1' },
      stdio: ['pipe', 'pipe', 'pipe', descriptor],
    }),
  );
  server.close();
  const waiting = [...processes];
  return {
    async start() {
      const child = waiting.shift();
      if (!child) throw new Error('there are two processes');
      child.stdin?.end('\n');
      return follow(child);
    },
    close() {
      for (const each of processes) each.kill('SIGKILL');
    },
  };
}

async function follow(child: ChildProcess): Promise<Serving> {
  const lines: Record<string, unknown>[] = [];
  const waiting: {
    message: string;
    nth: number;
    resolve: (line: Record<string, unknown>) => void;
    reject: (error: Error) => void;
  }[] = [];
  if (child.stdout)
    createInterface({ input: child.stdout }).on('line', (text) => {
      const line = JSON.parse(text);
      lines.push(line);
      for (const each of waiting) {
        const found = nthOf(lines, each.message, each.nth);
        if (found) each.resolve(found);
      }
    });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  ended.then((code) => {
    for (const each of waiting) each.reject(new Error(`ended with ${code} before "${each.message}"`));
  });
  const logged = (message: string, nth = 1) =>
    new Promise<Record<string, unknown>>((resolve, reject) => {
      const line = nthOf(lines, message, nth);
      if (line) resolve(line);
      else waiting.push({ message, nth, resolve, reject });
    });
  const listening = await logged('Server listening at ');
  return {
    child,
    url: String(listening.msg).replace('Server listening at ', ''),
    logged,
    stop() {
      child.kill('SIGTERM');
      return ended;
    },
  };
}

function nthOf(lines: readonly Record<string, unknown>[], message: string, nth: number) {
  return lines.filter(({ msg }) => String(msg).startsWith(message))[nth - 1];
}

function spawnMain(args: readonly string[], settings: Record<string, string>): ChildProcess {
  return spawn(process.execPath, [main, ...args], {
    env: environmentOf(settings),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

function environmentOf(settings: Record<string, string>): Record<string, string> {
  const { PATH = '', NODE_COMPILE_CACHE } = process.env;
  const compiled = NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE };
  return { ...compiled, PATH, PASSWORD_HASH_COST: '10', ...settings };
}

function collect(stream: NodeJS.ReadableStream | null): () => string {
  const chunks: Buffer[] = [];
  stream?.on('data', (chunk: Buffer) => chunks.push(chunk));
  return () => Buffer.concat(chunks).toString();
}
