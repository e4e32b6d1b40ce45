import type { Writable } from 'node:stream';

export const EXIT = {
  done: 0,
  /** Nothing was changed, or none of the source's files was available. */
  failed: 1,
  usage: 2,
  /** Done, but some files were held back, missing or late. */
  partial: 3,
} as const;

/** The output of commands, for people or programs. */
export interface Output {
  readonly json: boolean;
  line(text: string): void;
  /** Writes the complete result: one JSON document with `--json`, otherwise lines of text. */
  result(value: unknown, lines: () => readonly string[]): void;
  progress(done: number, all: number, what: string): void;
  clearProgress(): void;
}

const BAR_WIDTH = 24;
const PROGRESS_AFTER_MS = 1_000;

/**
 * Creates the output. Results go to standard output. Progress goes to standard error, but only if that is a
 * terminal and after the first second.
 */
export function createOutput(options: {
  readonly json: boolean;
  readonly stdout: Writable;
  readonly stderr: Writable & { readonly isTTY?: boolean };
  readonly now: () => number;
}): Output {
  const { json, stdout, stderr, now } = options;
  const started = now();
  let shown = false;
  return {
    json,
    line(text) {
      if (!json) stdout.write(`${text}\n`);
    },
    result(value, lines) {
      stdout.write(json ? `${JSON.stringify(value, null, 2)}\n` : `${lines().join('\n')}\n`);
    },
    progress(done, all, what) {
      if (!stderr.isTTY || now() - started < PROGRESS_AFTER_MS) return;
      const filled = all === 0 ? BAR_WIDTH : Math.round((done / all) * BAR_WIDTH);
      stderr.write(
        `\r\x1b[2K[${'='.repeat(filled)}${' '.repeat(BAR_WIDTH - filled)}] ${done}/${all} ${what}`,
      );
      shown = true;
    },
    clearProgress() {
      if (shown) stderr.write('\r\x1b[2K');
    },
  };
}
