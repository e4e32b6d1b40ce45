import type { Command } from 'commander';
import { foldEmail } from '../../accounts/account/account-input.ts';
import { loadConfig } from '../../config.ts';
import type { ListedOperator, OperatorService } from '../../operators/access/service.ts';
import { createLogger } from '../../platform/log/log.ts';
import { EXIT, type Output } from '../output.ts';
import { openOutput, type Shell } from '../shell.ts';
import { openCurrentLedger } from '../upkeep/ledger-commands.ts';

interface Options {
  readonly account: string;
  readonly json: boolean;
}

/**
 * Adds `operators grant|revoke|list`, which manage the accounts that run this service. There is no other way
 * to get the role. Operator pages are closed to an account without an authenticator or a passkey, so `grant`
 * and `list` point out accounts that have neither.
 */
export function addOperatorCommands(program: Command, shell: Shell, result: { exitCode: number }): void {
  const operators = program.command('operators').description('accounts that run this service');
  const add = (
    name: string,
    description: string,
    act: (service: OperatorService, account: string, output: Output) => Promise<void>,
  ) =>
    operators
      .command(name)
      .description(description)
      .requiredOption('--account <email>', 'the account’s email address')
      .option('--json', 'as JSON', false)
      .action(({ account, json }: Options) =>
        withOperators(shell, json, async (service, output) => {
          await act(service, account, output);
          result.exitCode = EXIT.done;
        }),
      );
  add(
    'grant',
    'make an account an operator; it needs an authenticator or a passkey before it can act',
    grant,
  );
  add('revoke', 'revoke the role, from the next request on', revoke);
  operators
    .command('list')
    .description('list all operators, and which of them have neither an authenticator nor a passkey')
    .option('--json', 'as JSON', false)
    .action(({ json }: Options) =>
      withOperators(shell, json, async (service, output) => {
        const rows = await service.list();
        output.result({ operators: rows }, () =>
          rows.length > 0 ? rows.map(describeOperator) : ['No operators yet.'],
        );
      }),
    );
}

async function grant(service: OperatorService, account: string, output: Output): Promise<void> {
  const outcome = await service.grant(account);
  if (outcome === 'demo')
    throw new Error(`${account} is a demo account with a public password: it cannot be an operator.`);
  if (outcome === undefined) throw unknownAccount(account);
  const address = foldEmail(account);
  const found = (await service.list()).find(({ email }) => email === address);
  const canAct = found?.has_authenticator_or_passkey === true;
  output.result({ account, outcome, has_authenticator_or_passkey: canAct }, () => [
    `${account} is an operator ${outcome === 'unchanged' ? 'already' : 'now'}.`,
    ...(canAct
      ? []
      : [
          'It has neither an authenticator nor a passkey yet: its operator pages stay closed and lead to setting one up.',
        ]),
  ]);
}

async function revoke(service: OperatorService, account: string, output: Output): Promise<void> {
  const outcome = await service.revoke(account);
  if (outcome === undefined) throw unknownAccount(account);
  output.result({ account, outcome }, () => [
    `${account} is ${outcome === 'unchanged' ? 'not' : 'no longer'} an operator.`,
  ]);
}

function unknownAccount(account: string): Error {
  return new Error(`There is no account with the email address ${account}.`);
}

function describeOperator({ email, granted_at, has_authenticator_or_passkey }: ListedOperator): string {
  return `${email}  since ${granted_at}${has_authenticator_or_passkey ? '' : '  neither authenticator nor passkey yet: operator pages are closed'}`;
}

async function withOperators(
  shell: Shell,
  json: boolean,
  action: (service: OperatorService, output: Output) => Promise<void>,
): Promise<void> {
  const { createOperatorService } = await import('../../operators/access/service.ts');
  const ledger = await openCurrentLedger(loadConfig(shell.environment));
  try {
    const output = openOutput(shell, json);
    // Standard output is for the result, so the log goes to standard error.
    const log = createLogger('info', shell.stderr);
    await action(createOperatorService({ ledgerDb: ledger.db, now: () => new Date(), log }), output);
  } finally {
    await ledger.close();
  }
}
