import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** The number of milliseconds that each test file took the last time it ran on this machine. */
type Durations = Readonly<Record<string, number>>;

const LAST_RUN = 'node_modules/.cache/test-durations.json';
/** Durations of the slow test files, for a machine that has not run them yet. */
const SLOW_FILES = 'tools/slow-test-files.json';

export function readDurations(root: string): Durations {
  const slow = read(path.join(root, SLOW_FILES));
  const last = read(path.join(root, LAST_RUN));
  // A file without a duration is either fast or has not run on this machine yet.
  return { ...slow, ...last };
}

export function writeDurations(root: string, durations: Durations): void {
  const file = path.join(root, LAST_RUN);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(durations, null, 2)}\n`);
}

/** Reads durations. If the file is unreadable, only the order is lost. */
function read(file: string): Durations {
  try {
    const entries = Object.entries(Object(JSON.parse(readFileSync(file, 'utf8'))));
    return Object.fromEntries(
      entries.filter((entry): entry is [string, number] => typeof entry[1] === 'number'),
    );
  } catch {
    return {};
  }
}
