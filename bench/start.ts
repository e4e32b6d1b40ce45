import path from 'node:path';
import { atMost, list, median, type Row } from './report.ts';
import { startService } from './service.ts';
import type { BenchContext } from './workspace.ts';

const ROUNDS = 3;
const FIRST_START_MAX_S = 10;
const LATER_START_MAX_S = 1;

/**
 * Measures the time from starting the process to the first 200 from /readyz, with an empty folder and with
 * existing records.
 */
export async function measureStart({ workspace, progress }: BenchContext): Promise<Row[]> {
  const first: number[] = [];
  const later: number[] = [];
  for (let round = 1; round <= ROUNDS; round++) {
    progress(`start: round ${round} of ${ROUNDS}`);
    const dataDir = path.join(workspace.folder, `start-${round}`);
    for (const seconds of [first, later]) {
      const service = await startService(workspace, dataDir);
      seconds.push(service.readyMs / 1000);
      await workspace.stop(service.process);
    }
  }
  const row = (what: string, seconds: readonly number[]) =>
    ({ part: 'start', what, value: median(seconds), unit: 's', note: `rounds: ${list(seconds)}` }) as const;
  return [
    atMost(FIRST_START_MAX_S, row('first start, demo data made', first)),
    atMost(LATER_START_MAX_S, row('later start', later)),
  ];
}
