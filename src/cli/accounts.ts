import type { Command } from 'commander';
import { loadConfig } from '../config.ts';
import { createLogger } from '../platform/log.ts';
import { openCurrentLedger } from './ledger.ts';
import { createOutput } from './output.ts';

/** `accounts`: what only who runs the service can do for an account. */
export function addAccountCommands(
  program: Command,
  environment: Readonly<Record<string, string | undefined>>,
): void {
  const accounts = program.command('accounts').description('accounts of people who use this service');
  accounts
    .command('remove-second-factor')
    .description('let somebody in again who lost authenticator and recovery codes; make sure who it is')
    .requiredOption('--account <email>', 'the account’s e-mail address')
    .option('--json', 'as JSON', false)
    .action(async ({ account, json }: { account: string; json: boolean }) => {
      const config = loadConfig(environment);
      const { removeSecondFactor } = await import('../ledger/accounts/second-factor-service.ts');
      const output = createOutput({ json, stdout: process.stdout, stderr: process.stderr, now: Date.now });
      const log = createLogger(config.logLevel, process.stderr);
      const ledger = await openCurrentLedger(config);
      try {
        const context = { ledgerDb: ledger.db, baseUrl: config.baseUrl, log, now: () => new Date() };
        const outcome = await removeSecondFactor(context, account);
        if (outcome === undefined) throw new Error(`There is no account with the e-mail address ${account}.`);
        output.result({ account, outcome }, () => [
          outcome === 'none'
            ? `${account} has no second factor.`
            : `${account} signs in with the password alone now, was signed out everywhere and is told by mail.`,
        ]);
      } finally {
        await ledger.close();
      }
    });
}
