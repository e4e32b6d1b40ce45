import { type Command, InvalidArgumentError } from 'commander';
import { foldEmail } from '../../accounts/account/account-input.ts';
import { loadConfig } from '../../config.ts';
import { COMMAND_LINE } from '../../operators/access/operator-action.ts';
import type { LedgerDb, LedgerTx } from '../../platform/db/database.ts';
import { createLogger, type Logger } from '../../platform/log/log.ts';
import { openOutput, type Shell } from '../shell.ts';
import { openCurrentLedger } from '../upkeep/ledger-commands.ts';
import { addPersonalData } from './personal-data-commands.ts';

interface Options {
  readonly account: string;
  readonly json: boolean;
  readonly because?: string;
}

const BECAUSE_LENGTH_MAX = 300;

interface AccountContext {
  readonly ledgerDb: LedgerDb;
  readonly baseUrl: string;
  readonly log: Logger;
  readonly now: () => Date;
}

/** Adds `accounts`: actions on an account that only the operator can take. */
export function addAccountCommands(program: Command, shell: Shell): void {
  const accounts = program.command('accounts').description('accounts of people who use this service');
  const add = <Outcome extends string>(
    name: string,
    description: string,
    act: (context: AccountContext, email: string, because: string) => Promise<Outcome | undefined>,
    said: Readonly<Record<Outcome, (email: string) => string>>,
  ): Command =>
    accounts
      .command(name)
      .description(description)
      .requiredOption('--account <email>', 'the account’s email address')
      .option('--json', 'as JSON', false)
      .action(async ({ account, json, because = '' }: Options) => {
        const config = loadConfig(shell.environment);
        const output = openOutput(shell, json);
        // Standard output is for the result, so the log goes to standard error.
        const log = createLogger('info', shell.stderr);
        const ledger = await openCurrentLedger(config);
        try {
          const context = { ledgerDb: ledger.db, baseUrl: config.baseUrl, log, now: () => new Date() };
          const outcome = await act(context, account, because);
          if (outcome === undefined)
            throw new Error(`There is no account with the email address ${account}.`);
          output.result({ account, outcome }, () => [said[outcome](account)]);
        } finally {
          await ledger.close();
        }
      });
  addPersonalData(accounts, shell);
  add(
    'sign-out',
    'end every session of an account, from the next request on',
    async (context, email) =>
      (await import('../../accounts/account/administration-service.ts')).signOutAll(
        context,
        email,
        await recorder(context, 'account.sign-out', email),
      ),
    { 'signed out': (email) => `${email} is signed out everywhere.` },
  );
  add(
    'remove-passkeys',
    'remove all passkeys of an account, if the owner lost them or an intruder added one; verify who it is first',
    async (context, email) =>
      (await import('../../accounts/account/administration-service.ts')).removePasskeys(
        context,
        email,
        await recorder(context, 'account.remove-passkeys', email),
      ),
    {
      none: (email) => `${email} has no passkey.`,
      removed: (email) => `${email} now has no passkeys, was signed out everywhere and gets an email.`,
    },
  );
  add(
    'remove-second-factor',
    'remove the second factor of a person who lost the authenticator and recovery codes; verify who it is first',
    removeFactor,
    {
      none: (email) => `${email} has no second factor.`,
      removed: (email) =>
        `${email} now signs in with only the password, was signed out everywhere and gets an email.`,
    },
  ).requiredOption(
    '--because <text>',
    'the evidence of who it is, stored in the operators’ log',
    parseBecause,
  );
}

/** Removes the factor, and records the evidence for doing so in the same transaction. */
async function removeFactor(context: AccountContext, email: string, because: string) {
  const { removeSecondFactor } = await import('../../accounts/account/administration-service.ts');
  const record = await recorder(context, 'account.remove-second-factor', email, because);
  return removeSecondFactor(context, email, record);
}

async function recorder(
  { now }: AccountContext,
  action: string,
  email: string,
  detail = '',
): Promise<(tx: LedgerTx) => Promise<void>> {
  const { logAction } = await import('../../operators/access/service.ts');
  const entry = { accountId: COMMAND_LINE, action, subject: foldEmail(email), detail };
  return (tx) => logAction(tx, entry, now());
}

function parseBecause(text: string): string {
  const said = text.trim().replace(/\s+/g, ' ');
  if (said.length >= 10 && said.length <= BECAUSE_LENGTH_MAX) return said;
  throw new InvalidArgumentError(
    `Say in 10 to ${BECAUSE_LENGTH_MAX} characters what showed you who it is, such as "passport shown in a video call".`,
  );
}
