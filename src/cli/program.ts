import path from 'node:path';
import { Command } from 'commander';
import { loadConfig, refuseUnencrypted } from '../config.ts';
import type { RefreshContext } from '../jobs/refresh/refresh-context.ts';
import { jurisdictionDay } from '../lib/time/dates.ts';
import { createLogger } from '../platform/log/log.ts';
import { destinationFor } from '../platform/log/text-lines.ts';
import { REGULATOR } from '../regulator/source/regulator.ts';
import { addMcpCommand } from './api/mcp-command.ts';
import { asOfOption, countOption, monthsOption, nameOption, reasonOption, vendorsOption } from './options.ts';
import { EXIT, type Output } from './output.ts';
import { addAccountCommands } from './people/account-commands.ts';
import { addClaimCommands } from './people/claim-commands.ts';
import { addKeyCommands } from './people/key-commands.ts';
import { addOperatorCommands } from './people/operator-commands.ts';
import { addBacktestCommand } from './records/backtest-command.ts';
import { addDataFilesCommand } from './records/data-files-command.ts';
import {
  demoCommand,
  forgetCommand,
  type ImportOptions,
  importCommand,
  wrongAsOf,
  wrongUseOfImport,
} from './records/import-commands.ts';
import { addRebuildCommand } from './records/rebuild-command.ts';
import { addReceiptCommands } from './records/receipt-commands.ts';
import { addSourceCommands } from './records/source-commands.ts';
import { openOutput, type Shell } from './shell.ts';
import { addBackupCommands } from './upkeep/backup-commands.ts';
import { addDeprecationCommands } from './upkeep/deprecation-commands.ts';
import { addDoctorCommand } from './upkeep/doctor-command.ts';
import { addLedgerCommands, openCurrentLedger } from './upkeep/ledger-commands.ts';

interface DecideOptions {
  readonly eventDate?: string;
  readonly asOfVersion?: string;
  readonly json: boolean;
}

interface DemoOptions {
  readonly to?: string;
  readonly asOf?: string;
  readonly vendors: number;
  readonly months: number;
  readonly seed: number;
  readonly json: boolean;
}

/**
 * Builds the command line. Each command sets `result.exitCode`. A command imports its own code only when it
 * runs, because loading the whole service takes longer than most commands do.
 */
export function buildProgram(shell: Shell, result: { exitCode: number }): Command {
  const program = new Command('vendor-compliance')
    .description('Vendor Compliance Read API: serve it, feed it, ask it. Settings: docs/configuration.md.')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => shell.stdout.write(text),
      writeErr: (text) => shell.stderr.write(text),
    })
    .showHelpAfterError('Add --help for the options.');

  program
    .command('serve')
    .description('serve the API and pages until SIGTERM; refreshes the records daily')
    .action(async () => {
      const config = loadConfig(shell.environment);
      refuseUnencrypted(config);
      const { serveCommand } = await import('./serve/serve-command.ts');
      const log = createLogger(config.logLevel, destinationFor(config.logFormat));
      result.exitCode = await serveCommand(config, shell.environment, log);
    });

  program
    .command('import')
    .description(
      'read regulator files and publish their records; without --from, fetch from REGULATOR_SOURCE',
    )
    .option('--from <paths...>', 'files and folders; each file is recognised by its content', [])
    .option('--accept <file>', 'accept one file that was held back or withdrawn')
    .option('--withdraw <file>', 'withdraw a file, by its number, SHA-256 (at least 8 characters) or name')
    .option('--because <reason>', 'the reason for --accept or --withdraw; it is public', reasonOption)
    .option(
      '--by <name>',
      'the person who decided it, for other operators (default: your account on this machine)',
      nameOption,
    )
    .option('--as-of <day>', 'the day to use as today (YYYY-MM-DD)', asOfOption)
    .option('--forget <name>', 'no longer expect this file, which was removed from the source on purpose')
    .option('--json', 'the whole result as JSON', false)
    .action(async (options: ImportOptions & { forget?: string; json: boolean }, command: Command) => {
      const wrong = wrongUseOfImport(options, jurisdictionDay(new Date()));
      if (wrong) command.error(`error: ${wrong}`, { exitCode: EXIT.usage });
      const output = openOutput(shell, options.json);
      result.exitCode = await withDatabase(shell, output, (context) =>
        options.forget === undefined
          ? importCommand(context, options, output, shell.ownProcess)
          : forgetCommand(context, options.forget, output),
      );
    });

  program
    .command('demo')
    .description('write the fictional files and publish them; refused if there are real records')
    .option('--to <folder>', 'where to write the files (default: DATA_DIR/demo)')
    .option('--as-of <day>', 'the day to use as today (YYYY-MM-DD)', asOfOption)
    .option('--vendors <number>', 'the number of vendors', vendorsOption, 10_000)
    .option('--months <number>', 'the number of months of inspections', monthsOption, 36)
    .option('--seed <number>', `another fictional ${REGULATOR.jurisdiction} for each seed`, countOption, 1)
    .option('--json', 'the whole result as JSON', false)
    .action(async (options: DemoOptions, command: Command) => {
      const wrong = wrongAsOf(options.asOf, jurisdictionDay(new Date()));
      if (wrong) command.error(`error: ${wrong}`, { exitCode: EXIT.usage });
      const output = openOutput(shell, options.json);
      result.exitCode = await withDatabase(shell, output, (context) =>
        demoCommand(
          context,
          {
            directory: path.resolve(options.to ?? path.join(context.config.dataDir, 'demo')),
            asOf: options.asOf,
            vendorCount: options.vendors,
            seed: options.seed,
            months: options.months,
          },
          output,
        ),
      );
    });

  program
    .command('decide [numbers...]')
    .description(
      'show the decision for each license, one per line; without licenses, count the decisions for all vendors',
    )
    .option('--event-date <day>', 'the day of the event (YYYY-MM-DD); today unless given')
    .option('--as-of-version <version>', 'use the records of an earlier publication of the last seven days')
    .option('--json', 'as JSON', false)
    .action(async (numbers: string[], options: DecideOptions) => {
      const { countDecisionsCommand, decideCommand, openVersion } = await import(
        './records/decide-command.ts'
      );
      const output = openOutput(shell, options.json);
      result.exitCode = await withDatabase(shell, output, async ({ database, now }) => {
        const days = { today: jurisdictionDay(now()), eventDate: options.eventDate };
        const published = await openVersion(database.published, options.asOfVersion);
        try {
          return numbers.length > 0
            ? await decideCommand(published, numbers, days, output)
            : await countDecisionsCommand(published.db, days, output);
        } finally {
          published.close();
        }
      });
    });

  program
    .command('openapi')
    .description('print the OpenAPI 3.1 document')
    .action(async () => {
      const { openapiCommand } = await import('./api/openapi-command.ts');
      await openapiCommand(shell);
    });

  addDataFilesCommand(program, shell, result);
  addRebuildCommand(program, shell, result);
  addMcpCommand(program, shell, result);
  addBacktestCommand(program, shell, result);
  addReceiptCommands(program, shell, result);
  addLedgerCommands(program, shell);
  addBackupCommands(program, shell);
  addDoctorCommand(program, shell, result);
  addKeyCommands(program, shell, result);
  addOperatorCommands(program, shell, result);
  addAccountCommands(program, shell);
  addClaimCommands(program, shell, result);
  addDeprecationCommands(program, shell, result);
  addSourceCommands(program, shell, result);
  return program;
}

async function withDatabase(
  shell: Shell,
  output: Output,
  action: (context: RefreshContext) => Promise<number>,
): Promise<number> {
  const config = loadConfig(shell.environment);
  const database = await openCurrentLedger(config);
  try {
    return await action({
      config,
      database,
      now: () => new Date(),
      onProgress: (done, all, what) => output.progress(done, all, what),
    });
  } finally {
    output.clearProgress();
    await database.close();
  }
}
