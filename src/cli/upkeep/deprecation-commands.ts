import type { Command } from 'commander';
import { loadConfig } from '../../config.ts';
import { countNoun } from '../../lib/text/text.ts';
import { REGULATOR } from '../../regulator/source/regulator.ts';
import { dayOption } from '../options.ts';
import { EXIT } from '../output.ts';
import { openOutput, type Shell } from '../shell.ts';
import { openCurrentLedger } from './ledger-commands.ts';

interface Options {
  readonly version: string;
  readonly sunset: string;
  readonly dryRun: boolean;
  readonly json: boolean;
}

/**
 * Adds `notify-deprecation`, which announces the end of an API version and notifies every account with an
 * active key.
 */
export function addDeprecationCommands(program: Command, shell: Shell, result: { exitCode: number }): void {
  program
    .command('notify-deprecation')
    .description(
      'announce the last day of a version by email to every account with an active key; safe to run again',
    )
    .requiredOption('--version <version>', 'the version that ends, e.g. v1')
    .requiredOption(
      '--sunset <day>',
      `its last day, ${REGULATOR.jurisdiction}’s (YYYY-MM-DD), at least 90 days away`,
      dayOption,
    )
    .option('--dry-run', 'count only: announce nothing, send no email', false)
    .option('--json', 'as JSON', false)
    .action(async (options: Options) => {
      await notify(shell, options);
      result.exitCode = EXIT.done;
    });
}

async function notify(shell: Shell, options: Options): Promise<void> {
  const { version, sunset, dryRun, json } = options;
  const config = loadConfig(shell.environment);
  const { createDeprecationService } = await import('../../operators/deprecations/service.ts');
  const output = openOutput(shell, json);
  const ledger = await openCurrentLedger(config);
  try {
    const { baseUrl } = config;
    const service = createDeprecationService({ ledgerDb: ledger.db, baseUrl, now: () => new Date() });
    const plan = await service.plan(version, sunset);
    const onProgress = (notified: number) => output.progress(notified, plan.accounts, 'accounts');
    const done = dryRun ? plan : await service.announce(version, sunset, onProgress);
    output.clearProgress();
    output.result({ ...done, dry_run: dryRun, docs: `${baseUrl}/docs` }, () => [
      `${dryRun ? 'Would notify' : 'Notified'} ${countNoun(done.accounts, 'account')} that ${version} ends with ${sunset}; ${done.notified_before} notified before.`,
      `The email links to ${baseUrl}/docs.`,
      ...(dryRun ? ['Nothing was announced and no email was sent.'] : []),
    ]);
  } finally {
    output.clearProgress();
    await ledger.close();
  }
}
