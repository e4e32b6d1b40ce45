import { execFileSync, spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';

/**
 * Breaks the service in ten rooms, one break at a time, in a copy of the checkout, and runs the relevant `npm
 * test` files there. Exits with 1 unless the unbroken copy passes and each break makes a test fail.
 */
interface Break {
  readonly name: string;
  readonly file: string;
  /** This text must appear in the file exactly once. */
  readonly from: string;
  readonly to: string;
  /** Selects the test files to run by parts of their paths. */
  readonly tests: readonly string[];
}

const BREAKS: readonly Break[] = [
  {
    name: 'a rule of the policy is inverted',
    file: 'src/judgment/policy/policy.ts',
    from: 'applies: isFollowUpOpen,',
    to: 'applies: (facts) => !isFollowUpOpen(facts),',
    tests: ['contract/decision.test', 'src/decisions'],
  },
  {
    name: 'an event of another account is returned',
    file: 'src/organizer/events/store.ts',
    from: "const row = await selectTeamEvents(ledgerDb, accountId).where('events.id', '=', key).executeTakeFirst();",
    to: "const row = await selectTeamEvents(ledgerDb, accountId).clearWhere().where('events.id', '=', key).executeTakeFirst();",
    tests: ['organizer/events', 'pages/organizer-events'],
  },
  {
    name: 'a transaction is lost',
    file: 'src/platform/db/transaction.ts',
    from: 'return await db.transaction().execute(work);',
    to: 'return await work(db as Transaction<Schema>);',
    tests: ['platform/db', 'organizer/applications'],
  },
  {
    name: 'a security header is missing',
    file: 'src/http/server.ts',
    from: "    reply.header('x-content-type-options', 'nosniff');\n",
    to: '',
    tests: ['src/http', 'contract/hostile-values'],
  },
  {
    name: 'a receipt with any first signature is genuine',
    file: 'src/decisions/receipts/jws.ts',
    from: 'return given !== undefined && given.length === expected.length && timingSafeEqual(given, expected);',
    to: 'return given !== undefined && given.length === expected.length;',
    tests: ['decisions/receipts'],
  },
  {
    name: 'a license that is not current is confirmed',
    file: 'src/regulator/licenses/status.ts',
    from: "return status === 'current' && expiresOn",
    to: 'return expiresOn',
    tests: ['regulator/licenses', 'records/record', 'publication/publication.test'],
  },
  {
    name: 'a webhook may go to a private address',
    file: 'src/platform/net/outgoing-address.ts',
    from: 'isPlain ? allowPrivate && isLoopback(address) : allowPrivate || isPublicAddress(address);',
    to: 'isPlain ? allowPrivate && isLoopback(address) : true;',
    tests: ['platform/net', 'src/webhooks'],
  },
  {
    name: 'a form on another site acts for the account',
    file: 'src/web/kit/forms/forms.ts',
    from: '  if (site !== undefined || !sameHost)\n',
    to: '  if (site === undefined && !sameHost)\n',
    tests: ['web/kit', 'pages/accounts'],
  },
  {
    name: 'a file that lost half of its rows is published',
    file: 'src/intake/check/refuse-file.ts',
    from: 'if (lost > LOST_SHARE_MAX || lostOfOurs > LOST_SHARE_MAX)',
    to: 'if (lost > 0.9 || lostOfOurs > 0.9)',
    tests: ['intake/check', 'records/publication'],
  },
  {
    name: 'a phone number in an inspector’s text is served',
    file: 'src/regulator/florida/observations/redact-names.ts',
    from: "    .replace(PHONE, '[phone]')\n",
    to: '',
    tests: ['regulator/florida'],
  },
];

const ROOT = path.resolve(import.meta.dirname, '..');
const FAILED = /^ {2}(\S.*)$/m;
const TEST_MS_MAX = 20 * 60_000;

const { values } = parseArgs({
  options: { full: { type: 'boolean', default: false }, only: { type: 'string', default: '' } },
});
const copy = copyCheckout();
process.on('exit', () => rmSync(copy, { recursive: true, force: true }));
const wanted = BREAKS.filter(({ name }) => name.includes(values.only));
const unbroken = await runTests(values.full ? [] : [...new Set(wanted.flatMap(({ tests }) => tests))]);
console.log(`unbroken: ${unbroken.passed ? 'all tests pass' : `fails already: ${unbroken.first}`}`);
let missed = unbroken.passed ? 0 : 1;
for (const each of wanted) {
  const file = path.join(copy, each.file);
  const text = readFileSync(file, 'utf8');
  if (text.split(each.from).length !== 2) throw new Error(`${each.file} no longer has: ${each.from}`);
  writeFileSync(
    file,
    text.replace(each.from, () => each.to),
  );
  const { passed, first } = await runTests(values.full ? [] : each.tests);
  writeFileSync(file, text);
  if (passed) missed += 1;
  console.log(`${passed ? 'NOT CAUGHT' : 'caught'}: ${each.name}${passed ? '' : ` (${first})`}`);
}
console.log(`${wanted.length - missed} of ${wanted.length} breaks caught`);
process.exitCode = missed === 0 ? 0 : 1;

/** Copies the version-controlled files in their current state, and links node_modules. */
function copyCheckout(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'breaks-'));
  const files = execFileSync('git', ['ls-files', '-z'], { cwd: ROOT, encoding: 'utf8', maxBuffer: 2 ** 26 });
  for (const file of files.split('\0').filter((each) => each !== '')) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    cpSync(path.join(ROOT, file), path.join(folder, file));
  }
  symlinkSync(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'));
  return folder;
}

/** Runs `npm test` in the copy with these path filters, and returns the first test that failed. */
async function runTests(parts: readonly string[]): Promise<{ passed: boolean; first: string }> {
  const child = spawn(process.execPath, ['tools/test.ts', ...parts], {
    cwd: copy,
    stdio: ['ignore', 'pipe', 'inherit'],
    timeout: TEST_MS_MAX,
  });
  const chunks: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  const output = Buffer.concat(chunks).toString();
  const first = FAILED.exec(output.slice(output.indexOf('\nFailed:\n') + 1))?.[1] ?? `exit code ${code}`;
  return { passed: code === 0, first };
}
