#!/usr/bin/env node
import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import type { DecideVendorParameters, ReceiptClaims } from './api.ts';
import { LOUD, readerOf, runWitness } from './cli-witness.ts';
import { createClient } from './client.ts';
import { ApiError } from './errors.ts';
import { parseLogKey, parseProof } from './log.ts';
import { verifyLoggedReceipt } from './logged-receipts.ts';
import { createReceiptVerifier, type PinnedKeys, receiptIn } from './receipts.ts';
import { lookAtLog, readHead, type WitnessFinding } from './witness.ts';

const USAGE = `vendor-compliance <command> --url <service>

  decide <license number> [--event-type festival] [--event-date 2026-05-01]
  search <words> [--limit 20]
  changes [cursor]                       what changed since; begins with the oldest that is kept
  keys                                   the public keys, to keep as jwks.json
  verify <receipt or file> --jwks <file> checks a receipt without asking anybody;
                                         with --proof <file> also that the public log has it, and
                                         with --log <url> that the log at this address still has it
  witness --log <url> --jwks <file>      follows a public log: says loudly if it forks or goes back;
          [--keep <folder>] [--every 60] keeps the last checkpoint and evidence, looks every 60 seconds or once,
          [--cosign <name>]              and signs each checkpoint that goes on from the one before

--json prints what programs read. VENDOR_COMPLIANCE_URL and VENDOR_COMPLIANCE_KEY stand for --url and an API key.
Exits with 0 when done or genuine, 1 when not, 2 for wrong usage or files, 3 if the keys at hand do not show which.`;

class UsageError extends Error {}
/** The error for an unsuitable input file. Only its message is printed, because usage text would not help. */
class InputError extends Error {}

const OPTIONS = {
  url: { type: 'string' },
  jwks: { type: 'string' },
  proof: { type: 'string' },
  log: { type: 'string' },
  keep: { type: 'string', default: 'witness' },
  every: { type: 'string' },
  cosign: { type: 'string' },
  'event-type': { type: 'string' },
  'event-date': { type: 'string' },
  limit: { type: 'string' },
  json: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const;

function parse() {
  try {
    return parseArgs({ options: OPTIONS, allowPositionals: true });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : 'wrong usage');
  }
}

type Given = ReturnType<typeof parse>['values'];

type EventType = NonNullable<DecideVendorParameters['event_type']>;

const COMMANDS: Readonly<Record<string, (subject: string, given: Given) => Promise<number>>> = {
  decide,
  search,
  changes,
  keys,
  verify,
  witness,
};

/** Passes the typed text on unchanged, because the service's error lists the event types. */
function asEventType(text: string): EventType {
  return text as EventType;
}

async function decide(number: string, given: Given): Promise<number> {
  const decision = await clientFor(given).decideVendor({
    license_number: needed(number, 'a license number'),
    ...(given['event-type'] === undefined ? {} : { event_type: asEventType(given['event-type']) }),
    ...(given['event-date'] === undefined ? {} : { event_date: given['event-date'] }),
  });
  const { vendor, verdict, reasons, receipt_number: receipt, fictional } = decision;
  print(given, decision, [
    `${verdict}  ${vendor.name}, license ${vendor.license.number}`,
    ...reasons.map(({ text }) => `  ${text}`),
    `  receipt ${receipt}`,
    ...(fictional ? ['  Demo data: no such business exists.'] : []),
  ]);
  return 0;
}

async function search(words: string, given: Given): Promise<number> {
  const limit = Number(given.limit ?? 20);
  const page = await clientFor(given).searchVendors({ q: needed(words, 'words to search for'), limit });
  print(given, page, [
    ...page.vendors.map(
      ({ name, license, city, verdict }) =>
        `${license.number}  ${verdict.padEnd(11)}  ${name}, ${city ?? 'no city on file'}`,
    ),
    `${page.vendors.length} of ${page.total}`,
  ]);
  return 0;
}

async function changes(after: string, given: Given): Promise<number> {
  for await (const change of clientFor(given).eachChange(after === '' ? {} : { after }))
    print(given, change, [
      `${change.cursor}  ${change.license_number}  ${change.kinds.join(', ')}  ${change.name}`,
    ]);
  return 0;
}

async function keys(_none: string, given: Given): Promise<number> {
  console.log(JSON.stringify(await clientFor(given).getPublicKeys(), null, 2));
  return 0;
}

const MEANINGS = {
  malformed: 'NOT A RECEIPT: cut off, altered, or something else.',
  signature_mismatch: 'NOT GENUINE: altered or made up.',
  unknown_key: 'CANNOT BE CHECKED: its key is not in the key set.',
  key_compromised: 'NOT TO BE TRUSTED: its key leaked; anybody may have signed it.',
} as const;

async function verify(place: string, given: Given): Promise<number> {
  const keys = await readKeys(needed(given.jwks ?? '', '--jwks'));
  const text = needed(place, 'a receipt');
  const receipt = /^[\w-]{500,}$/.test(text) ? text : readReceipt(await readText(text, 'the receipt'));
  if (given.proof !== undefined) return verifyWithProof(receipt, given.proof, keys, given);
  const found = await createReceiptVerifier(keys)(receipt);
  const meaning = found.valid ? 'GENUINE: not a character was changed.' : MEANINGS[found.reason];
  print(given, found, [meaning, ...describeClaims(found.claims)]);
  return found.valid ? 0 : 1;
}

const PROOF_MEANINGS = {
  malformed: MEANINGS.malformed,
  signature_mismatch: MEANINGS.signature_mismatch,
  malformed_proof: 'INVALID: the proof is cut off, altered, or something else.',
  proof_mismatch: 'INVALID: the proof is of another receipt, or altered.',
  checkpoint_mismatch: 'INVALID: the log did not sign this checkpoint.',
  record_mismatch: 'INVALID: the record that the receipt names is not in the publication of this proof.',
  key_compromised: 'INVALID: the key leaked before the log had this receipt; anybody may have signed it.',
  unknown_key: 'UNVERIFIABLE: the key of the receipt is not in the key set.',
  unknown_log: 'UNVERIFIABLE: the key of the log that signed the proof is not in the key set.',
  no_time:
    'UNVERIFIABLE: the key of the receipt leaked, and the proof does not show when the log had the receipt.',
} as const;

const EXITS = { valid: 0, invalid: 1, unverifiable: 3 } as const;

async function verifyWithProof(
  receipt: string,
  file: string,
  keys: PinnedKeys,
  given: Given,
): Promise<number> {
  const proof = (await readText(file, '--proof')).replaceAll('\r\n', '\n');
  if (/^\s*[<{]/.test(proof))
    throw new InputError(
      `--proof: ${file} is a web page or an error, not a proof. Download it with curl -f.`,
    );
  const found = await verifyLoggedReceipt(receipt, proof, keys);
  if (found.result !== 'valid') {
    print(given, found, [PROOF_MEANINGS[found.reason], ...describeClaims(found.claims)]);
    return EXITS[found.result];
  }
  const now = given.log === undefined ? undefined : await compareWithLog(proof, keys, given.log);
  const alarm =
    now === undefined || now.result === 'consistent' || now.result === 'first' ? undefined : LOUD[now.result];
  print(given, now ? { ...found, log_now: now.result } : found, [
    ...(alarm
      ? [
          `${alarm} Keep the receipt and its proof: they show what the log signed before.`,
          'The receipt and its proof, checked without that log:',
        ]
      : []),
    `VALID: not a character was changed, and the log ${found.log} has it as entry ${found.index}${describeTimes(found)}.`,
    ...describeClaims(found.claims),
    ...describeDelay(found),
    found.publication
      ? `  Its record is in publication ${found.publication.version} as of ${found.publication.as_of}, entry ${found.publication.index} of the log, root hash ${found.publication.root_hash}.`
      : '  The proof does not show which publication its record is in.',
    ...(now && !alarm
      ? [
          `  The log still has it: its checkpoint of size ${now.head?.size} continues from the one in the proof.`,
        ]
      : []),
  ]);
  return alarm ? 1 : 0;
}

type Logged = Extract<Awaited<ReturnType<typeof verifyLoggedReceipt>>, { result: 'valid' }>;

/** An operator can set the clock of the log, but not the clocks of witnesses. */
function describeTimes({ logged_at: logged, witnessed_at: witnessed }: Logged): string {
  if (!logged) return '';
  return witnessed
    ? ` since ${logged}; a witness signed that at ${witnessed}`
    : ` since ${logged} by the clock of the log`;
}

/** Receipts are logged within a minute. If the log was down for hours, the operator must explain that. */
const DELAY_MAX_SECONDS = 3_600;

function describeDelay({ logged_at: logged, witnessed_at: witnessed, claims }: Logged): string[] {
  const time = witnessed ?? logged;
  if (time !== null && Date.parse(time) / 1_000 - claims.iat <= DELAY_MAX_SECONDS) return [];
  const issued = new Date(claims.iat * 1_000).toISOString();
  const gap = time
    ? `nothing shows that there was such a receipt before ${time}`
    : 'no signature in the proof that your keys can check has a time';
  return [`  ITS DATE IS NOT PROVEN: it says ${issued}, and ${gap}.`];
}

async function compareWithLog(proof: string, keys: PinnedKeys, log: string): Promise<WitnessFinding> {
  const known = (await Promise.all((keys.log_keys ?? []).map(parseLogKey))).filter(
    (key) => key !== undefined,
  );
  const head = await readHead(parseProof(proof)?.checkpoint ?? '', known);
  try {
    return await lookAtLog(readerOf(log), known, head);
  } catch (error) {
    throw new InputError(`--log: no answer from ${log} (${error instanceof Error ? error.message : error}).`);
  }
}

async function witness(_none: string, given: Given): Promise<number> {
  const everySeconds = given.every === undefined ? undefined : Number(given.every);
  if (everySeconds !== undefined && !(everySeconds >= 1))
    throw new UsageError('--every is a number of seconds, 1 or more');
  return runWitness({
    log: needed(given.log ?? '', '--log'),
    keys: await readKeys(needed(given.jwks ?? '', '--jwks')),
    folder: given.keep,
    everySeconds,
    name: given.cosign,
    print: (finding, lines) => print(given, finding, lines),
  });
}

function describeClaims(claims: ReceiptClaims | null): string[] {
  if (!claims) return [];
  const { verdict, name, license_digits: digits, iat, fictional } = claims;
  return [
    `  ${verdict}  ${name}, license ${digits}, ${new Date(iat * 1_000).toISOString()}`,
    ...(fictional ? ['  Demo data: no such business exists.'] : []),
  ];
}

function readReceipt(text: string): string {
  try {
    return receiptIn(text);
  } catch (error) {
    throw new InputError(String(Object(error).message));
  }
}

async function readKeys(file: string): Promise<PinnedKeys> {
  const text = await readText(file, '--jwks');
  try {
    const keys: PinnedKeys = JSON.parse(text);
    createReceiptVerifier(keys);
    const logs = await Promise.all((keys.log_keys ?? []).map(parseLogKey));
    if (!logs.includes(undefined)) return keys;
    throw new TypeError('one of log_keys is not a key');
  } catch {
    throw new InputError(
      `--jwks: ${file} is no key set. "vendor-compliance keys --url <service> > jwks.json" makes one.`,
    );
  }
}

async function readText(file: string, what: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    const { code } = Object(error);
    throw new InputError(
      `${what}: ${code === 'ENOENT' ? `there is no file ${file}.` : `cannot read ${file} (${code}).`}`,
    );
  }
}

function clientFor({ url = process.env.VENDOR_COMPLIANCE_URL }: Given) {
  const apiKey = process.env.VENDOR_COMPLIANCE_KEY;
  return createClient({ baseUrl: needed(url ?? '', '--url'), ...(apiKey ? { apiKey } : {}) });
}

function needed(value: string, what: string): string {
  if (value === '') throw new UsageError(`${what} is missing`);
  return value;
}

function print({ json }: Given, value: unknown, lines: readonly string[]): void {
  console.log(json ? JSON.stringify(value) : lines.map(plain).join('\n'));
}

/** Replaces control characters, because names come from other people. */
function plain(line: string): string {
  return line.replaceAll(/\p{Cc}|\p{Cf}/gu, ' ');
}

async function main(): Promise<number> {
  const { values, positionals } = parse();
  const [name = '', ...subject] = positionals;
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (values.help || !command) {
    (values.help ? console.log : console.error)(USAGE);
    return values.help ? 0 : 2;
  }
  return command(subject.join(' '), values);
}

try {
  process.exitCode = await main();
} catch (error) {
  const isUsage = error instanceof UsageError;
  const parameter = error instanceof ApiError && error.parameter ? ` (${error.parameter})` : '';
  console.error(`${error instanceof Error ? error.message : String(error)}${parameter}`);
  if (isUsage) console.error(`\n${USAGE}`);
  process.exitCode = isUsage || error instanceof InputError ? 2 : 1;
}
