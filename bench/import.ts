import path from 'node:path';
import { HEAP_GROWTH } from '../src/cli/heap-growth.ts';
import { writeDemoFiles } from '../src/demo/florida/files-service.ts';
import { RawTimes, WholeTimes } from './import-times.ts';
import { atMost, figure, list, median, type Row } from './report.ts';
import { AS_OF } from './service.ts';
import { ask, type BenchContext, type Workspace } from './workspace.ts';

const ROUNDS = 3;
const VENDORS = 10_000;
const ROUND_WITHIN_MS = 120_000;
const RATIO_MAX = 3;
const MEMORY_MAX_MB = 500;
/** As the command line starts itself, so that memory is that of an import in production. */
const FLAGS = ['--max-semi-space-size=8', HEAP_GROWTH];
const STEPS = ['read', 'merge', 'score', 'publish'] as const;

/** Compares the whole import with writing its result, each in its own process, one after the other. */
export async function measureImport({ workspace, progress }: BenchContext): Promise<Row[]> {
  const directory = path.join(workspace.folder, 'import-files');
  const files = await writeDemoFiles({ directory, today: AS_OF, vendorCount: VENDORS });
  const whole: WholeTimes[] = [];
  const raw: RawTimes[] = [];
  for (let round = 1; round <= ROUNDS; round++) {
    progress(`import: round ${round} of ${ROUNDS}`);
    const database = path.join(workspace.folder, `import-${round}.sqlite`);
    const copy = path.join(workspace.folder, `import-${round}-raw.sqlite`);
    whole.push(await askOnce(workspace, 'import-whole.ts', { files, database, asOf: AS_OF }, WholeTimes));
    raw.push(await askOnce(workspace, 'import-raw.ts', { source: database, target: copy }, RawTimes));
  }
  return toRows(whole, raw);
}

async function askOnce<Schema extends typeof WholeTimes | typeof RawTimes>(
  workspace: Workspace,
  file: string,
  question: unknown,
  answer: Schema,
) {
  const child = workspace.forkHelper(file, FLAGS);
  const times = await ask(child, question, answer, ROUND_WITHIN_MS);
  await workspace.stop(child);
  return times;
}

function toRows(whole: readonly WholeTimes[], raw: readonly RawTimes[]): Row[] {
  const ratios = whole.map(({ wholeMs }, round) => wholeMs / (raw[round]?.wholeMs ?? Number.NaN));
  const rows = raw[0]?.rows ?? 0;
  const part = 'import';
  return [
    atMost(RATIO_MAX, {
      part,
      what: `import of ${VENDORS} vendors against raw insert`,
      value: median(ratios),
      unit: '×',
      note: `rounds: ${list(ratios)}; ${rows} rows`,
    }),
    atMost(MEMORY_MAX_MB, {
      part,
      what: 'import: peak memory',
      value: median(whole.map(({ maxRssMb }) => maxRssMb)),
      unit: 'MB',
      note: `rounds: ${list(whole.map(({ maxRssMb }) => maxRssMb))}`,
    }),
    ...STEPS.map((step) =>
      figure({
        part,
        what: `import: ${step}`,
        value: median(whole.map((times) => times.stepsMs[step])),
        unit: 'ms',
        note: `${Math.round(100 * median(whole.map(({ stepsMs, wholeMs }) => stepsMs[step] / wholeMs)))} % of the import`,
      }),
    ),
    figure({
      part,
      what: 'import: raw insert, the yardstick',
      value: median(raw.map(({ wholeMs }) => wholeMs)),
      unit: 'ms',
      note: `of these, the text index ${Math.round(median(raw.map(({ textIndexMs }) => textIndexMs)))} ms`,
    }),
  ];
}
