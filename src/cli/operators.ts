import type { Command } from 'commander';
import { loadConfig } from '../config.ts';
import type { OperatorService } from '../ledger/operators/service.ts';
import { createLogger } from '../platform/log.ts';
import { openCurrentLedger } from './ledger.ts';
import { createOutput, EXIT, type Output } from './output.ts';

type Environment = Readonly<Record<string, string | undefined>>;
interface Options {
  readonly account: string;
  readonly json: boolean;
}

/** `operators grant|revoke|list`: the accounts that run this service. There is no other way to get the role. */
export function addOperatorCommands(
  program: Command,
  environment: Environment,
  result: { exitCode: number },
): void {
  const operators = program.command('operators').description('accounts that run this service');
  const add = (name: 'grant' | 'revoke', description: string, done: string, unchanged: string) =>
    operators
      .command(name)
      .description(description)
      .requiredOption('--account <email>', 'the account’s e-mail address')
      .option('--json', 'as JSON', false)
      .action(({ account, json }: Options) =>
        withOperators(environment, json, async (service, output) => {
          const outcome = await service[name](account);
          if (outcome === undefined)
            throw new Error(`There is no account with the e-mail address ${account}.`);
          result.exitCode = EXIT.done;
          output.result({ account, outcome }, () => [
            `${account} ${outcome === 'unchanged' ? unchanged : done}.`,
          ]);
        }),
      );
  add('grant', 'make an account an operator', 'is an operator now', 'is an operator already');
  add('revoke', 'take the role away, from the next request on', 'is no operator any more', 'is no operator');
  operators
    .command('list')
    .description('all operators')
    .option('--json', 'as JSON', false)
    .action(({ json }: Options) =>
      withOperators(environment, json, async (service, output) => {
        const rows = await service.list();
        output.result({ operators: rows }, () =>
          rows.length > 0
            ? rows.map(({ email, granted_at }) => `${email}  since ${granted_at}`)
            : ['No operators yet.'],
        );
      }),
    );
}

async function withOperators(
  environment: Environment,
  json: boolean,
  action: (service: OperatorService, output: Output) => Promise<void>,
): Promise<void> {
  const { createOperatorService } = await import('../ledger/operators/service.ts');
  const ledger = await openCurrentLedger(loadConfig(environment));
  try {
    const output = createOutput({ json, stdout: process.stdout, stderr: process.stderr, now: Date.now });
    // The result goes to standard output, so the log goes to standard error.
    const log = createLogger('info', process.stderr);
    await action(createOperatorService({ ledgerDb: ledger.db, now: () => new Date(), log }), output);
  } finally {
    await ledger.close();
  }
}
