import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';
import { createInterface } from 'node:readline';

const main = path.resolve(import.meta.dirname, '../../src/main.ts');

export interface Finished {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the command line in a process of its own, with these settings alone, and waits for its end. */
export async function runProcess(
  args: readonly string[],
  settings: Record<string, string>,
): Promise<Finished> {
  const child = spawnMain(args, settings);
  const [stdout, stderr] = [collect(child.stdout), collect(child.stderr)];
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, stdout: stdout(), stderr: stderr() };
}

/** The same with a reader who has seen enough after the first bytes, as `head` has. */
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
  /** The first log line with this message, once it is there; or the second, third, … */
  logged(message: string, nth?: number): Promise<Record<string, unknown>>;
  stop(): Promise<number | null>;
}

/** Starts the service on a free port and waits until it listens. */
export async function startService(settings: Record<string, string>): Promise<Serving> {
  const child = spawnMain(['serve'], { PORT: '0', ...settings });
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
  const { PATH = '', NODE_COMPILE_CACHE } = process.env;
  const compiled = NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE };
  return spawn(process.execPath, [main, ...args], {
    env: { ...compiled, PATH, PASSWORD_HASH_COST: '10', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

function collect(stream: NodeJS.ReadableStream | null): () => string {
  const chunks: Buffer[] = [];
  stream?.on('data', (chunk: Buffer) => chunks.push(chunk));
  return () => Buffer.concat(chunks).toString();
}
