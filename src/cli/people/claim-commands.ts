import { randomInt } from 'node:crypto';
import { type Command, Option } from 'commander';
import { loadConfig } from '../../config.ts';
import { COMMAND_LINE } from '../../operators/access/operator-action.ts';
import type { ClaimState, Letter, QueuedClaim } from '../../owner/claims/claim.ts';
import { makeCode } from '../../owner/claims/code/claim-code.ts';
import type { ClaimService } from '../../owner/claims/service.ts';
import { CLAIM_STATES } from '../../owner/claims/states.ts';
import { EXIT, type Output } from '../output.ts';
import { openOutput, type Shell } from '../shell.ts';
import { openCurrentLedger } from '../upkeep/ledger-commands.ts';

interface Options {
  readonly json: boolean;
  readonly note: string;
}

/**
 * Adds `claims list|letter|verify|reject|release`: the same actions as on the operators' pages, logged as
 * done by `cli`.
 */
export function addClaimCommands(program: Command, shell: Shell, result: { exitCode: number }): void {
  const claims = program.command('claims').description('claims of licenses, for the operator');
  const json = ['--json', 'as JSON', false] as const;
  claims
    .command('list')
    .description('pending claims, oldest first')
    .addOption(
      new Option('--state <state>', 'list claims in another state').choices(CLAIM_STATES).default('pending'),
    )
    .option(...json)
    .action((options: Options & { state: ClaimState }) =>
      withClaims(shell, options, async (service, output) => {
        const rows = await service.listQueue(options.state);
        output.result({ claims: rows }, () =>
          rows.length > 0 ? rows.map(describe) : [`No ${options.state} claims.`],
        );
      }),
    );
  claims
    .command('letter <id>')
    .description('create a new code, which replaces the previous one; the letter is printed only once')
    .option(...json)
    .action((id: string, options: Options) =>
      withClaims(shell, options, async (service, output) => {
        const letter = await service.printLetter(COMMAND_LINE, id);
        if (!letter.ok) throw new Error(Object.values(letter.errors).join(' '));
        output.result(letter.value, () => letterLines(letter.value));
      }),
    );
  const decide = (
    name: 'verify' | 'reject' | 'release',
    description: string,
    take: (service: ClaimService, id: string, note: string) => Promise<string | undefined>,
  ) => {
    const command = claims
      .command(`${name} <id>`)
      .description(description)
      .option(...json);
    const note = ['--note <text>', 'included in the email to the claimant'] as const;
    if (name === 'reject') command.requiredOption(...note);
    else command.option(...note, '');
    command.action((id: string, options: Options) =>
      withClaims(shell, options, async (service, output) => {
        const refusal = await take(service, id, options.note);
        result.exitCode = refusal === undefined ? EXIT.done : EXIT.failed;
        output.result({ done: refusal === undefined, refusal: refusal ?? null }, () => [refusal ?? 'Done.']);
      }),
    );
  };
  decide('verify', 'the account is the owner of the license', (service, id, note) =>
    service.verify(COMMAND_LINE, id, note),
  );
  decide('reject', 'the account is not the owner; give the reason', (service, id, note) =>
    service.reject(COMMAND_LINE, id, note),
  );
  decide('release', 'end a claim, pending or verified', (service, id, note) =>
    service.releaseByOperator(COMMAND_LINE, id, note),
  );
}

async function withClaims(
  shell: Shell,
  { json }: Options,
  action: (service: ClaimService, output: Output) => Promise<void>,
): Promise<void> {
  const config = loadConfig(shell.environment);
  const { createClaimService } = await import('../../owner/claims/service.ts');
  const { withdrawStatementsOfFormerOwners } = await import('../../owner/statements/service.ts');
  const ledger = await openCurrentLedger(config);
  try {
    const service = createClaimService({
      ledgerDb: ledger.db,
      engine: ledger.engine,
      registry: ledger.published,
      baseUrl: config.baseUrl,
      now: () => new Date(),
      randomCode: () => makeCode(randomInt),
      onReleased: (tx) => withdrawStatementsOfFormerOwners(tx, new Date()),
    });
    await action(service, openOutput(shell, json));
  } finally {
    await ledger.close();
  }
}

function describe({
  id,
  license_number,
  email,
  proof,
  code,
  created_at,
  has_other_owner,
}: QueuedClaim): string {
  const other = has_other_owner ? '  another account is verified' : '';
  return `${id}  ${license_number.padEnd(11)} ${proof.padEnd(8)} ${code.padEnd(10)} ${created_at}  ${email}${other}`;
}

function letterLines(letter: Letter): string[] {
  const to =
    letter.proof === 'phone'
      ? [`Call ${letter.phone}`]
      : [letter.owner_name, ...letter.mailing_address.split('\n')];
  return [
    ...to,
    '',
    `License ${letter.license_number}, ${letter.name}; holder ${letter.owner_name}`,
    `Code ${letter.code}, valid until ${letter.expires_at.slice(0, 10)}. It is shown this once.`,
  ];
}
