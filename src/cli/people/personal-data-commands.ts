import { open, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Command } from 'commander';
import { foldEmail } from '../../accounts/account/account-input.ts';
import { findAccount, findAccountByEmail } from '../../accounts/account/service.ts';
import { type Config, loadConfig } from '../../config.ts';
import { countNoun } from '../../lib/text/text.ts';
import { COMMAND_LINE } from '../../operators/access/operator-action.ts';
import type { OpenLedger } from '../../platform/db/database.ts';
import { createLogger } from '../../platform/log/log.ts';
import type { ErasePlan } from '../../privacy/erase/erase-service.ts';
import { listRemaining, type Stay } from '../../privacy/erase/what-stays.ts';
import { EXIT, type Output } from '../output.ts';
import { openOutput, type Shell } from '../shell.ts';
import { explainWriting } from '../upkeep/file-errors.ts';
import { openCurrentLedger } from '../upkeep/ledger-commands.ts';

/**
 * The person that a command is about: an account, given by its email address or id, or an email address that
 * appears only on applications.
 */
interface Named {
  readonly account?: string;
  readonly id?: string;
  readonly applicant?: string;
}

interface Found {
  readonly account: Awaited<ReturnType<typeof findAccount>>;
  readonly email: string;
}

interface Given {
  readonly config: Config;
  readonly ledger: OpenLedger;
  readonly output: Output;
  readonly stderr: Shell['stderr'];
}

/** Adds `accounts export` and `accounts erase` ([docs/data-retention.md]). */
export function addPersonalData(accounts: Command, shell: Shell): void {
  const named = (name: string, description: string) =>
    accounts
      .command(name)
      .description(description)
      .option('--account <email>', 'the account with this email address')
      .option('--id <account>', 'the account with this id, as the log has it')
      .option('--applicant <email>', 'a person who applied to events with this address and has no account')
      .option('--json', 'as JSON', false);
  const run = async (
    command: Command,
    options: Named & { readonly json: boolean },
    act: (found: Found, given: Given) => Promise<void>,
  ) => {
    if ([options.account, options.id, options.applicant].filter((each) => each !== undefined).length !== 1)
      command.error('error: name one of --account, --id and --applicant.', { exitCode: EXIT.usage });
    const config = loadConfig(shell.environment);
    const ledger = await openCurrentLedger(config);
    const output = openOutput(shell, options.json);
    try {
      await act(await find(ledger, options), { config, ledger, output, stderr: shell.stderr });
    } finally {
      await ledger.close();
    }
  };
  named('export', 'write everything about a person to a ZIP file; it has personal data')
    .requiredOption('--to <file>', 'the file to write; it must not exist yet')
    .action((options: Named & { to: string; json: boolean }, command: Command) =>
      run(command, options, async (found, { ledger, output }) => {
        const file = path.resolve(options.to);
        await writeExport(ledger, found, file);
        await recordExport(ledger, found);
        output.result({ file }, () => [`Wrote ${file}. Only its owner can read it.`]);
      }),
    );
  named('erase', 'show what erasing a person would remove and what stays; with --yes, do it')
    .option('--yes', 'erase; this cannot be undone', false)
    .action((options: Named & { yes: boolean; json: boolean }, command: Command) =>
      run(command, options, (found, given) => erase(found, { ...given, yes: options.yes })),
    );
}

async function find({ db }: OpenLedger, { account, id, applicant }: Named): Promise<Found> {
  if (applicant !== undefined) {
    const email = foldEmail(applicant);
    if (await findAccountByEmail(db, email))
      throw new Error(`${applicant} has an account: name it with --account.`);
    return { account: undefined, email };
  }
  const found = await (account !== undefined
    ? findAccountByEmail(db, foldEmail(account))
    : findAccount(db, id ?? ''));
  if (!found)
    throw new Error(
      account === undefined ? 'No account has this id.' : `No account has the address ${account}.`,
    );
  return { account: found, email: found.email };
}

async function writeExport({ db }: OpenLedger, { account, email }: Found, file: string): Promise<void> {
  const { exportPerson } = await import('../../privacy/export/export-service.ts');
  const handle = await open(file, 'wx', 0o600).catch((error: unknown) => {
    throw explainWriting(error, file);
  });
  try {
    const person = { accountId: account?.id, email };
    for await (const chunk of exportPerson({ ledgerDb: db, now: () => new Date() }, person))
      await handle.write(chunk);
    await handle.sync();
  } catch (error) {
    await rm(file, { force: true });
    throw error;
  } finally {
    await handle.close();
  }
}

async function erase(
  found: Found,
  { config, ledger, output, stderr, yes }: Given & { readonly yes: boolean },
): Promise<void> {
  const { erasePerson, planErasure } = await import('../../privacy/erase/erase-service.ts');
  const person = { accountId: found.account?.id, email: found.email };
  const plan = await planErasure(ledger.db, person);
  const stays = listRemaining(plan.rows);
  if (Object.keys(plan.rows).length === 0) throw new Error(`Nothing here has the address ${found.email}.`);
  if (!yes) {
    output.result({ would_erase: plan, stays }, () => describe(plan, stays));
    return;
  }
  const [{ openSessionSecret }, { linkTokenOf }, { removeFilesNaming }] = await Promise.all([
    import('../../accounts/sessions/session-secret-service.ts'),
    import('../../organizer/applications/apply/private-link.ts'),
    import('../../platform/mail/outbox-files.ts'),
  ]);
  const { dataDir, sessionSecretFile, baseUrl } = config;
  const secret = openSessionSecret({ named: sessionSecretFile, dataDir });
  const links = { baseUrl, linkToken: (id: string) => linkTokenOf(secret, id) };
  // Standard output is for the result, so the log goes to standard error.
  const log = createLogger('info', stderr);
  const context = { ledgerDb: ledger.db, engine: ledger.engine, links, log, now: () => new Date() };
  const erased = await erasePerson(context, found);
  const mails = await removeFilesNaming(path.join(dataDir, 'outbox'), found.email);
  output.result({ erased: { ...erased, outbox_files: mails }, stays }, () => [
    `Erased: ${countNoun(erased.applications, 'application')} (${erased.withdrawn} withdrawn), ${erased.account ? 'the account' : 'no account'}, ${countNoun(mails, 'file')} of the outbox.`,
    ...remainingLines(stays),
    'Earlier backups have the person’s data until they are removed. After restoring one, erase again.',
  ]);
}

/**
 * Records the export with nothing but the account's id, because an email address would survive a later
 * erasure.
 */
async function recordExport({ db }: OpenLedger, { account }: Found): Promise<void> {
  const { logAction } = await import('../../operators/access/service.ts');
  const entry = { accountId: COMMAND_LINE, action: 'account.export', detail: '' };
  await logAction(db, { ...entry, subject: account?.id ?? 'an applicant without an account' }, new Date());
}

function describe({ rows, applications }: ErasePlan, stays: readonly Stay[]): string[] {
  const found = Object.entries(rows).map(([table, count]) => `  ${table}: ${count}`);
  return [
    'Nothing was changed. --yes deletes these rows, or removes the person’s details from them:',
    ...(found.length === 0 ? ['  nothing'] : found),
    `  (details are removed from ${countNoun(applications, 'application')}; open ones are withdrawn and their organizers notified)`,
    ...remainingLines(stays),
  ];
}

function remainingLines(stays: readonly Stay[]): string[] {
  return ['This stays:', ...stays.map(({ what, why }) => `  ${what}: ${why}`)];
}
