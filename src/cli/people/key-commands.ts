import type { Command } from 'commander';
import { KEY_PREFIX } from '../../accounts/api-keys/key.ts';
import type { ApiKey, ApiKeyService } from '../../accounts/api-keys/service.ts';
import { loadConfig } from '../../config.ts';
import { createLogger } from '../../platform/log/log.ts';
import { EXIT, type Output } from '../output.ts';
import { openOutput, type Shell } from '../shell.ts';
import { openCurrentLedger } from '../upkeep/ledger-commands.ts';

interface Options {
  readonly account: string;
  readonly json: boolean;
}

/** Adds `keys create|list|revoke`: an account's API keys, for the operator. */
export function addKeyCommands(program: Command, shell: Shell, result: { exitCode: number }): void {
  const keys = program.command('keys').description('API keys of an account');
  const add = (name: string, description: string) =>
    keys
      .command(name)
      .description(description)
      .requiredOption('--account <email>', 'the account’s email address')
      .option('--json', 'as JSON', false);

  add('create', 'create a key; it is printed only once')
    .option('--name <text>', 'what the key is for', 'Made on the command line')
    .action((options: Options & { name: string }) =>
      withAccount(shell, options, async (service, accountId, output) => {
        const made = await service.create(accountId, options.name);
        output.result(made, () => [
          made.key,
          '',
          `“${made.name}”. Copy it now: it is shown only once and cannot be recovered.`,
        ]);
      }),
    );
  add('list', 'list all keys, active ones first, without their secrets').action((options: Options) =>
    withAccount(shell, options, async (service, accountId, output) => {
      const rows = await service.list(accountId);
      output.result({ keys: rows }, () => (rows.length > 0 ? rows.map(describe) : ['No keys yet.']));
    }),
  );
  add('revoke <key-id>', 'revoke a key; it is refused from the next request on').action(
    (keyId: string, options: Options) =>
      withAccount(shell, options, async (service, accountId, output) => {
        const id = publicPart(keyId);
        const revoked = await service.revoke(accountId, id);
        result.exitCode = revoked ? EXIT.done : EXIT.failed;
        output.result({ revoked }, () => [
          revoked ? `Revoked ${KEY_PREFIX}${id}.` : `The account ${options.account} has no such key.`,
        ]);
      }),
  );
}

async function withAccount(
  shell: Shell,
  { account, json }: Options,
  action: (service: ApiKeyService, accountId: string, output: Output) => Promise<void>,
): Promise<void> {
  const { createApiKeyService } = await import('../../accounts/api-keys/service.ts');
  const config = loadConfig(shell.environment);
  const ledger = await openCurrentLedger(config);
  try {
    const service = createApiKeyService(ledger.db, {
      baseUrl: config.baseUrl,
      isFictional: async () => undefined,
      now: () => new Date(),
      log: createLogger('silent'),
    });
    const accountId = await service.findAccountId(account);
    if (accountId === undefined) throw new Error(`There is no account with the email address ${account}.`);
    const output = openOutput(shell, json);
    await action(service, accountId, output);
  } finally {
    await ledger.close();
  }
}

/**
 * Returns the id as lists show it, given an id with or without the prefix, or an entire key that was pasted
 * by mistake.
 */
function publicPart(text: string): string {
  return text.trim().replace(KEY_PREFIX, '').split('.')[0] ?? '';
}

function describe({ id, name, created_at, last_used_at, revoked_at }: ApiKey): string {
  const state = revoked_at ? `revoked ${revoked_at}` : `last used ${last_used_at ?? 'never'}`;
  return `${KEY_PREFIX}${id}  made ${created_at}  ${state}  ${name}`;
}
