import type { TestMessage } from './test-messages.ts';

/** The output of `npm test` for the person who runs it. */
export interface TestReport {
  /** Handles a message from a process that is running this file. */
  take(message: TestMessage, file: string | undefined): void;
  /** Returns the duration of each completed file, in milliseconds. */
  durations(): Readonly<Record<string, number>>;
  /** Writes the summary and returns the exit code. */
  finish(): number;
}

interface ReportOptions {
  /** The number of files to run. */
  readonly files: number;
  readonly out: { write(text: string): unknown; readonly isTTY?: boolean };
  /** A clock in milliseconds. */
  readonly now: () => number;
}

const SLOWEST_SHOWN = 10;
/** Without a terminal, lines cannot be overwritten, so progress is printed as a line now and then. */
const LINE_EVERY_MS = 15_000;

export function createReport({ files, out, now }: ReportOptions): TestReport {
  const started = now();
  const counts = { passed: 0, failed: 0, skipped: 0 };
  const failures: string[] = [];
  const durations: Record<string, number> = {};
  let shownAt = started;

  const clearLine = () => (out.isTTY ? out.write('\r\x1b[2K') : undefined);
  const showProgress = () => {
    const line = `${Object.keys(durations).length} of ${files} files, ${seconds(now() - started)} s`;
    const text = counts.failed > 0 ? `${line}, ${counts.failed} failed` : line;
    if (out.isTTY) out.write(`\r\x1b[2K${text}`);
    else if (now() - shownAt >= LINE_EVERY_MS) {
      shownAt = now();
      out.write(`${text}\n`);
    }
  };
  const fail = (title: string, cause: string) => {
    counts.failed += 1;
    failures.push(title);
    clearLine();
    out.write(`\n✖ ${title}\n${cause === '' ? '' : `${indent(cause)}\n`}`);
  };

  return {
    take(message, file) {
      switch (message.type) {
        case 'ready':
          break;
        case 'passed':
        case 'skipped':
          counts[message.type] += 1;
          break;
        case 'failed':
          fail(`${file ? `${file}: ` : ''}${message.names.join(' > ')} (${message.place})`, message.cause);
          break;
        case 'done':
          durations[message.file] = message.ms;
          showProgress();
      }
    },
    durations: () => durations,
    finish() {
      clearLine();
      const slowest = Object.entries(durations).toSorted(([, one], [, other]) => other - one);
      const lines = slowest
        .slice(0, SLOWEST_SHOWN)
        .map(([file, ms]) => `  ${seconds(ms).padStart(5)} s  ${file}`);
      out.write(`\nSlowest files:\n${lines.join('\n')}\n`);
      if (failures.length > 0) out.write(`\nFailed:\n${failures.map((each) => `  ${each}`).join('\n')}\n`);
      const { passed, failed, skipped } = counts;
      const tests = passed + failed + skipped;
      out.write(
        `\n${tests} tests in ${files} files: ${passed} passed, ${failed} failed, ${skipped} skipped, in ${seconds(now() - started)} s\n`,
      );
      return failed > 0 ? 1 : 0;
    },
  };
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(1);
}

function indent(text: string): string {
  return text.replace(/^/gm, '  ');
}
