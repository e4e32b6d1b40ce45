import { mkdir, open, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type Cosigner, cosign, makeCosigner, openCosigner } from './cosign.ts';
import { type LogKey, parseLogKey } from './log.ts';
import type { PinnedKeys } from './receipts.ts';
import { lookAtLog, type ReadLogFile, readHead, type WitnessFinding } from './witness.ts';

/**
 * `vendor-compliance witness`: follows a service's log, and loudly reports anything the log must never do.
 */

interface WitnessOptions {
  /** The address of the log, such as `https://vendors.example/log`. */
  readonly log: string;
  readonly keys: PinnedKeys;
  /** The folder for the last checkpoint and the evidence. */
  readonly folder: string;
  /** Seconds between checks; undefined to check once. */
  readonly everySeconds: number | undefined;
  /** The name under which each checkpoint is cosigned; undefined if checkpoints are not cosigned. */
  readonly name: string | undefined;
  readonly print: (finding: Record<string, unknown>, lines: readonly string[]) => void;
}

const LAST = 'last-checkpoint';
const FILE_BYTES_MAX = 20_000_000;
const ANSWER_WITHIN_MS = 30_000;

/** Explanations of the findings that must never occur. */
export const LOUD = {
  went_back: 'THE LOG WENT BACK: it signed a smaller size than before, so entries that it had are gone.',
  forked: 'THE LOG FORKED: it signed two histories. What it had as an entry before is not what it has now.',
  backdated: 'THE CLOCK OF THE LOG WENT BACK: it grew, and signed an earlier time than before.',
  other_log:
    'ANOTHER LOG is at this address: entries of the one before may be gone. Ask the operator what happened. To follow it, fetch the keys again and keep it in another folder.',
  not_signed: 'NOT SIGNED by a key in --jwks, or not a checkpoint at all.',
  no_tree: 'THE TREE IS NOT WHAT WAS SIGNED, or a part of it is missing.',
} as const;

/** Checks the log once or repeatedly. Returns the exit code: 1 once the log does what it must never do. */
export async function runWitness(options: WitnessOptions): Promise<number> {
  const { folder, everySeconds, name, print } = options;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const parsed = await Promise.all((options.keys.log_keys ?? []).map(parseLogKey));
  const keys = parsed.filter((key) => key !== undefined);
  if (keys.length === 0) {
    print({ result: 'not_followed' }, [
      '--jwks has no key of a public log. Fetch it again once there is one.',
    ]);
    return 1;
  }
  const cosigner = name === undefined ? undefined : await readCosigner(folder, name);
  if (cosigner) print({ key: cosigner.key }, [`cosigning as ${cosigner.key}`]);
  const read = readerOf(options.log);
  for (;;) {
    const code = await look(options, { read, keys, cosigner });
    if (everySeconds === undefined || code === 1) return code;
    await wait(everySeconds * 1_000);
  }
}

async function look(
  { folder, everySeconds, print }: WitnessOptions,
  { read, keys, cosigner }: { read: ReadLogFile; keys: readonly LogKey[]; cosigner: Cosigner | undefined },
): Promise<number> {
  const before = await readIfThere(path.join(folder, LAST));
  const last = before === undefined ? undefined : await readHead(before, keys);
  if (before !== undefined && !last) {
    const sentence = `${path.join(folder, LAST)} is not signed by a key in --jwks. Restore one of the two.`;
    print({ result: 'not_followed' }, [sentence]);
    return 1;
  }
  let finding: WitnessFinding;
  try {
    finding = await lookAtLog(read, keys, last);
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    print({ result: 'no_answer', problem }, [`no answer: ${problem}`]);
    return everySeconds === undefined ? 1 : 0;
  }
  const { result, head, note } = finding;
  const seen = {
    result,
    log: head?.origin ?? null,
    size: head?.size ?? null,
    size_before: last?.size ?? null,
  };
  if (result !== 'first' && result !== 'consistent') {
    const evidence = await keepEvidence(folder, before ?? '', note);
    print({ ...seen, evidence }, [
      LOUD[result],
      `  before: ${last ? `${last.origin}, size ${last.size}` : 'none'}`,
      `  now: ${head ? `${head.origin}, size ${head.size}` : 'no checkpoint'}`,
      `  both are in ${evidence}`,
    ]);
    return 1;
  }
  const signed = cosigner ? await cosign(note, cosigner, Math.floor(Date.now() / 1_000)) : note;
  await writeWhole(path.join(folder, LAST), signed);
  const grown = result === 'first' ? 'followed from now on' : `+${finding.grown}`;
  print(seen, [`ok  ${head.origin}  size ${head.size}  ${grown}`]);
  return 0;
}

/** Returns a reader for the files of the log at an address. */
export function readerOf(log: string): ReadLogFile {
  return async (name) => {
    const answer = await fetch(`${log.replace(/\/+$/, '')}/${name}`, {
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    });
    const isPage = answer.headers.get('content-type')?.startsWith('text/html');
    if (name === 'checkpoint' && (answer.status === 404 || isPage))
      throw new Error('there is no log at this address; the address of a log usually ends with /log');
    if (answer.status === 404) return undefined;
    if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
    const bytes = new Uint8Array(await answer.arrayBuffer());
    if (bytes.length > FILE_BYTES_MAX) throw new Error(`${name} is too long`);
    return bytes;
  };
}

/** Saves two signed checkpoints that contradict each other. Together, they are proof. */
async function keepEvidence(folder: string, before: string, now: string): Promise<string> {
  const file = path.join(folder, `evidence-${Date.now()}.txt`);
  await writeWhole(file, `${before}\n----\n\n${now}`);
  return file;
}

async function readCosigner(folder: string, name: string): Promise<Cosigner> {
  const file = path.join(folder, 'witness-key.json');
  const kept = await readIfThere(file);
  if (kept !== undefined) return openCosigner(name, JSON.parse(kept));
  const made = await makeCosigner(name);
  await writeWhole(file, `${JSON.stringify(made.privateJwk)}\n`);
  return made.cosigner;
}

async function readIfThere(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (Object(error).code === 'ENOENT') return undefined;
    throw error;
  }
}

/**
 * Writes a file that survives a power failure. A witness that lost its last checkpoint could be shown an
 * older log.
 */
async function writeWhole(file: string, text: string): Promise<void> {
  const draft = `${file}.new`;
  await writeFile(draft, text, { mode: 0o600, flush: true });
  await rename(draft, file);
  const folder = await open(path.dirname(file), 'r');
  await folder.sync();
  await folder.close();
}
