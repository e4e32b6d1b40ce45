import { readFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { Type } from 'typebox';
import { Check } from 'typebox/schema';
import { type Config, loadConfig } from '../../config.ts';
import { changeKeyFile, readRing } from '../../decisions/receipts/key-file-service.ts';
import { compromise, rotate } from '../../decisions/receipts/key-ring-service.ts';
import { type KeyRing, type PublicJwk, toJwks } from '../../decisions/receipts/keys.ts';
import { receiptIn } from '../../decisions/receipts/parse-receipt-text.ts';
import { verifyWithPublicKeys } from '../../decisions/receipts/receipt.ts';
import type { Verification } from '../../decisions/receipts/schemas.ts';
import { keyFilePath } from '../../decisions/receipts/service.ts';
import { shortNumberOf } from '../../lib/text/short-number.ts';
import { EXIT, type Output } from '../output.ts';
import { openOutput, type Shell } from '../shell.ts';

/** Adds `receipt-keys list|rotate|compromise` and `receipt verify`. */
export function addReceiptCommands(program: Command, shell: Shell, result: { exitCode: number }): void {
  const keys = program.command('receipt-keys').description('the keys that receipts are signed with');
  keys
    .command('list')
    .description('all keys, without their secrets')
    .option('--json', 'as JSON', false)
    .action((options: { json: boolean }) =>
      showKeys(readRing(fileOf(loadConfig(shell.environment))), openOutput(shell, options.json)),
    );
  keys
    .command('rotate')
    .description('sign with a new key from now on; the old ones still verify')
    .option('--json', 'as JSON', false)
    .action((options: { json: boolean }) => {
      const ring = changeKeyFile(fileOf(loadConfig(shell.environment)), (before) =>
        rotate(before, new Date()),
      );
      showKeys(ring, openOutput(shell, options.json));
    });
  keys
    .command('compromise <id>')
    .description('mark a key as compromised: its receipts are genuine only if the public log had them before')
    .option(
      '--since <time>',
      'the earliest time when others may have had it, such as 2026-03-01T12:00:00Z; by default now',
    )
    .option('--json', 'as JSON', false)
    .action((id: string, options: { since?: string; json: boolean }, command: Command) => {
      const now = new Date();
      const since = readSince(options.since, now);
      if (!since)
        command.error('error: --since is a time in the past, in UTC, such as 2026-03-01T12:00:00Z.', {
          exitCode: EXIT.usage,
        });
      const ring = changeKeyFile(fileOf(loadConfig(shell.environment)), (before) =>
        compromise(before, id, now, since),
      );
      showKeys(ring, openOutput(shell, options.json));
    });
  program
    .command('receipt')
    .description('check receipts offline')
    .command('verify <receipt>')
    .description('check a receipt offline and explain the result in plain words')
    .option(
      '--jwks <file or URL>',
      'public keys to check with; otherwise those of this service’s own key file',
    )
    .option('--json', 'as JSON', false)
    .action(async (receipt: string, options: { jwks?: string; json: boolean }) => {
      const jwks = options.jwks
        ? await loadJwks(options.jwks)
        : toJwks(readRing(fileOf(loadConfig(shell.environment)))).keys;
      const verification = verifyWithPublicKeys(receiptIn(receipt), jwks);
      openOutput(shell, options.json).result(verification, () => explain(verification));
      result.exitCode = verification.valid ? EXIT.done : EXIT.failed;
    });
}

const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,3})?Z$/;

function readSince(text: string | undefined, now: Date): Date | undefined {
  if (text === undefined) return now;
  const since = new Date(TIME.test(text) ? text : Number.NaN);
  return since <= now ? since : undefined;
}

const JWKS_BYTES_MAX = 1_000_000;
const FETCH_WITHIN_MS = 10_000;
const Jwks = Type.Object({
  keys: Type.Array(
    Type.Object({
      kty: Type.Literal('OKP'),
      crv: Type.Literal('Ed25519'),
      kid: Type.String(),
      x: Type.String(),
      compromised_at: Type.Optional(Type.Integer()),
    }),
  ),
});

async function loadJwks(place: string): Promise<PublicJwk[]> {
  const text = /^https?:\/\//.test(place)
    ? await (await fetch(place, { signal: AbortSignal.timeout(FETCH_WITHIN_MS) })).text()
    : await readFile(place, 'utf8');
  const value: unknown = text.length > JWKS_BYTES_MAX ? undefined : JSON.parse(text);
  if (!Check(Jwks, value)) throw new Error(`${place} is not a JWK Set with Ed25519 keys.`);
  return value.keys.map((key) => ({ ...key, alg: 'EdDSA', use: 'sig', iat: 0 }));
}

function explain(verification: Verification): string[] {
  const { claims } = verification;
  const said = claims
    ? [
        `  vendor      ${claims.name}, license ${claims.license_digits} (type ${claims.license_type})`,
        `  event       ${claims.event_type}`,
        `  verdict     ${claims.verdict}${claims.grade ? `, grade ${claims.grade}` : ` (grade: ${claims.grade_status.replaceAll('_', ' ')})`}`,
        `  reasons     ${claims.reason_codes.join(', ')}`,
        `  issued      ${new Date(claims.iat * 1000).toISOString()} by ${claims.iss}`,
        `  number      ${shortNumberOf(claims.jti)}, ID ${claims.jti}`,
        `  on records  up to ${claims.data_as_of}, policy ${claims.policy_version}, score ${claims.score_version}`,
        ...(claims.fictional ? ['  NOTE        demo data: no such business exists'] : []),
      ]
    : [];
  if (verification.valid)
    return ['GENUINE: the signature holds; not a character was changed since.', ...said];
  return [EXPLANATIONS[verification.reason], ...said];
}

const EXPLANATIONS = {
  malformed: 'NOT A RECEIPT: this text is cut off, altered, or something else altogether.',
  signature_mismatch: 'NOT GENUINE: it looks like a receipt, but the signature does not fit what it says.',
  unknown_key: 'CANNOT BE CHECKED: it names a key that is not among the public keys given.',
  key_compromised:
    'NOT TO BE TRUSTED: the signature fits, but its key was compromised. Anyone may have signed this, unless the public log had it before.',
} as const;

function showKeys(ring: KeyRing, output: Output): void {
  const rows = ring.keys.map(({ id, created_at, retired_at, compromised_at }) => ({
    id,
    created_at,
    retired_at,
    compromised_at,
  }));
  output.result({ keys: rows }, () =>
    rows.map(({ id, created_at: created, retired_at: retired, compromised_at: compromised }) => {
      const state = compromised
        ? `compromised ${compromised}`
        : retired
          ? `retired ${retired}, verifies`
          : 'signs';
      return `${id}  made ${created}  ${state}`;
    }),
  );
}

function fileOf({ receiptKeysFile, dataDir }: Config): string {
  return keyFilePath({ named: receiptKeysFile, dataDir });
}
