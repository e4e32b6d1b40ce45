import path from 'node:path';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { runBacktest } from '../../backtest/backtest.ts';
import { collectVisits } from '../../backtest/past-visits.ts';
import { expandZip, findFiles, loadMember } from '../../intake/fetch/disk-files-service.ts';
import { ALL_SCORE_RULES, SCORE_RULES } from '../../judgment/score/rules.ts';
import type { ScoreRules } from '../../judgment/score/score-rules.ts';
import { type IsoDate, jurisdictionDay } from '../../lib/time/dates.ts';
import type { ParsedFile } from '../../regulator/source/parsed-file.ts';
import { REGULATOR } from '../../regulator/source/regulator.ts';
import { dayOption } from '../options.ts';
import { EXIT, type Output } from '../output.ts';
import { openOutput, type Shell } from '../shell.ts';
import { backtestLines, type FileUsed } from './backtest-text.ts';

interface Options {
  readonly from: readonly string[];
  readonly score: string;
  readonly licenseTypes: readonly string[];
  readonly until?: IsoDate;
  readonly samples: number;
  readonly json: boolean;
}

const SEED = 1;
const SAMPLES = 1_000;
const SAMPLES_MAX = 10_000;

/**
 * Adds `backtest`, which shows how well the grade would have predicted outcomes in past years. It needs only
 * files, not a database.
 */
export function addBacktestCommand(program: Command, shell: Shell, result: { exitCode: number }): void {
  const { licenses } = REGULATOR;
  program
    .command('backtest')
    .description('compare the score with later inspections, and with simpler and fitted methods')
    .requiredOption('--from <paths...>', 'inspection files and folders of at least two fiscal years')
    .addOption(
      new Option('--score <version>', 'rules to test')
        .choices(ALL_SCORE_RULES.map(({ version }) => version))
        .default(SCORE_RULES.version),
    )
    .option(
      '--license-types <codes...>',
      `the regulator’s license types (${licenses.restaurants} is restaurants)`,
      [...licenses.types],
    )
    .option('--until <day>', 'leave out visits after this day (YYYY-MM-DD)', dayOption)
    .option('--samples <number>', 'bootstrap samples', samplesOption, SAMPLES)
    .option('--json', 'the whole result as JSON', false)
    .action(async (options: Options, command: Command) => {
      const wrong = options.licenseTypes.find((code) => !/^\d{4}$/.test(code));
      if (wrong !== undefined)
        command.error(
          `error: option '--license-types <codes...>' has '${wrong}'. Each must be a code of four digits.`,
        );
      const output = openOutput(shell, options.json);
      try {
        result.exitCode = await backtestCommand(options, output);
      } finally {
        output.clearProgress();
      }
    });
}

async function backtestCommand(options: Options, output: Output): Promise<number> {
  const onProgress = (done: number, all: number, what: string) => output.progress(done, all, what);
  const files = await readInspections(options, onProgress);
  const unusable = files.filter(({ problem, records }) => problem || records?.kind !== 'inspections');
  const visits = collectVisits(files.filter((file) => !unusable.includes(file))).filter(
    ({ visitedOn }) => options.until === undefined || visitedOn <= options.until,
  );
  if (files.length === unusable.length) throw new Error(nothingToUse(files));
  const rules = rulesOf(options.score);
  const report = {
    files: files.map(describeFile),
    ...runBacktest(visits, { rules, samples: options.samples, seed: SEED, onProgress }),
  };
  output.clearProgress();
  output.result(report, () => backtestLines(report));
  return unusable.length > 0 ? EXIT.partial : EXIT.done;
}

async function readInspections(
  { from, licenseTypes }: Options,
  onProgress: (done: number, all: number, what: string) => void,
): Promise<ParsedFile[]> {
  const paths = await findFiles(from);
  const wanted = new Set(licenseTypes);
  const files: ParsedFile[] = [];
  for (const [index, file] of paths.entries()) {
    onProgress(index, paths.length, path.basename(file));
    const today = jurisdictionDay(new Date());
    for (const each of await expandZip({ path: file, name: path.basename(file), publishedAt: null }))
      files.push(await REGULATOR.readFile(await loadMember(each), today, (type) => wanted.has(type)));
  }
  return files;
}

function describeFile({
  name,
  sha256,
  fileDate,
  rowsKept,
  refusals,
  problem,
  records,
}: ParsedFile): FileUsed {
  const other = records?.kind === 'inspections' ? null : 'no inspections in it';
  return {
    name,
    sha256,
    newest: fileDate,
    visits: problem || other ? 0 : rowsKept,
    refused: Object.values(refusals).reduce((sum, count) => sum + count, 0),
    problem: problem?.text ?? other,
  };
}

function nothingToUse(files: readonly ParsedFile[]): string {
  const each = files.map(describeFile).map(({ name, problem }) => `${name}: ${problem}`);
  return ['None of these files has inspections.', ...each].join('\n  ');
}

function rulesOf(version: string): ScoreRules {
  return ALL_SCORE_RULES.find((rules) => rules.version === version) ?? SCORE_RULES;
}

function samplesOption(text: string): number {
  const samples = /^\d{1,6}$/.test(text) ? Number(text) : 0;
  if (samples < 1 || samples > SAMPLES_MAX)
    throw new InvalidArgumentError(`It must be a whole number from 1 to ${SAMPLES_MAX}.`);
  return samples;
}
