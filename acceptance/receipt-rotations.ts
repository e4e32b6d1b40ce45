import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { createLocalJWKSet, generalVerify } from 'jose';
import { createOutput, type Output } from '../src/cli/output.ts';
import { changeKeyFile, createKeyFile, openKeyFile } from '../src/decisions/receipts/key-file-service.ts';
import { rotate } from '../src/decisions/receipts/key-ring-service.ts';
import { toJwks } from '../src/decisions/receipts/keys.ts';
import { signReceipt, verifyReceipt, verifyWithPublicKeys } from '../src/decisions/receipts/receipt.ts';
import { sampleClaims } from '../test/support/receipt-samples.ts';

/**
 * Issues receipts while the key file is rotated repeatedly. Then verifies all of the receipts with the last
 * key ring, with the last public keys, and with jose, an independent implementation. Exits with 1 unless
 * every receipt verifies.
 */
const VERIFIERS = ['verifyReceipt', 'verifyWithPublicKeys', 'jose'] as const;
const PROGRESS_EVERY = 500;
const FAILURES_SHOWN = 20;

interface Issued {
  readonly receipt: string;
  readonly keyId: string;
}

const { values } = parseArgs({
  options: {
    receipts: { type: 'string', default: '100000' },
    rotations: { type: 'string', default: '5' },
  },
});
const [receipts, rotations] = [values.receipts, values.rotations].map((text) =>
  /^\d{1,9}$/.test(text) ? Number(text) : undefined,
);
if (!receipts || rotations === undefined)
  throw new Error('Give whole numbers: --receipts 100000 --rotations 5');
const folder = await mkdtemp(path.join(tmpdir(), 'receipt-rotations-'));
try {
  await main(path.join(folder, 'keys.json'), receipts, rotations);
} finally {
  await rm(folder, { recursive: true });
}

async function main(file: string, count: number, turns: number): Promise<void> {
  const output = createOutput({ json: false, stdout: process.stdout, stderr: process.stderr, now: Date.now });
  const started = performance.now();
  createKeyFile(file, new Date());
  const issued = issueAll(file, count, turns, output);
  const passed = await verifyAll(file, issued, output);
  output.clearProgress();

  const keyIds = new Set(issued.map(({ keyId }) => keyId));
  const failed = VERIFIERS.length * count - VERIFIERS.reduce((sum, name) => sum + passed[name], 0);
  const complete = issued.length === count && keyIds.size === Math.min(turns + 1, count);
  if (!complete) console.error(`Issued ${issued.length} receipts under ${keyIds.size} keys.`);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(
    `receipt-rotations: ${VERIFIERS.length * count - failed} passed, ${failed} failed (${count} receipts, ${turns} rotations, ` +
      `${keyIds.size} keys; ${VERIFIERS.map((name) => `${name} ${passed[name]}`).join(', ')}) in ${seconds} s`,
  );
  process.exitCode = failed > 0 || !complete ? 1 : 0;
}

/** Issues receipts as a running service would if its keys were rotated from the command line. */
function issueAll(file: string, count: number, turns: number, output: Output): Issued[] {
  let now = 0;
  const keys = openKeyFile(file, () => now);
  return Array.from({ length: count }, (_, number) => {
    const turn = (at: number) => Math.floor((at * (turns + 1)) / count);
    for (let due = number === 0 ? 0 : turn(number) - turn(number - 1); due > 0; due--) {
      changeKeyFile(file, (ring) => rotate(ring, new Date()));
      now += 1_000;
    }
    if (number % PROGRESS_EVERY === 0) output.progress(number, count, 'receipts issued');
    const { signing } = keys.current();
    return { receipt: signReceipt(sampleClaims(number), signing), keyId: signing.ring.id };
  });
}

/** Counts the receipts that each verifier accepted with exactly the claims that were signed. */
async function verifyAll(
  file: string,
  issued: readonly Issued[],
  output: Output,
): Promise<Record<(typeof VERIFIERS)[number], number>> {
  const { byId, ring } = openKeyFile(file, () => 0).current();
  const jwks = toJwks(ring);
  const findKey = createLocalJWKSet(jwks);
  const passed = { verifyReceipt: 0, verifyWithPublicKeys: 0, jose: 0 };
  let shown = 0;
  const count = (name: keyof typeof passed, number: number, holds: boolean) => {
    if (holds) passed[name] += 1;
    else if (shown++ < FAILURES_SHOWN) console.error(`receipt ${number}: refused by ${name}`);
  };
  for (const [number, { receipt, keyId }] of issued.entries()) {
    const claims = JSON.stringify(sampleClaims(number));
    const ours = verifyReceipt(receipt, byId);
    count(
      'verifyReceipt',
      number,
      ours.valid && ours.keyId === keyId && JSON.stringify(ours.claims) === claims,
    );
    const open = verifyWithPublicKeys(receipt, jwks.keys);
    count(
      'verifyWithPublicKeys',
      number,
      open.valid && open.keyId === keyId && JSON.stringify(open.claims) === claims,
    );
    const jws = JSON.parse(Buffer.from(receipt, 'base64url').toString());
    const theirs = await generalVerify(jws, findKey).catch(() => undefined);
    count(
      'jose',
      number,
      theirs?.protectedHeader?.kid === `${keyId}.ed25519` &&
        Buffer.from(theirs.payload).toString() === claims,
    );
    if (number % PROGRESS_EVERY === 0) output.progress(number, issued.length, 'receipts verified three ways');
  }
  return passed;
}
