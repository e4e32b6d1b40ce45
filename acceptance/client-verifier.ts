import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { createReceiptVerifier } from '../client/src/receipts.ts';
import { changeKeyFile, createKeyFile, openKeyFile } from '../src/decisions/receipts/key-file-service.ts';
import { rotate } from '../src/decisions/receipts/key-ring-service.ts';
import { toJwks } from '../src/decisions/receipts/keys.ts';
import { signReceipt, verifyReceipt } from '../src/decisions/receipts/receipt.ts';
import { flipBit } from '../test/support/receipt-manglings.ts';
import { sampleClaims } from '../test/support/receipt-samples.ts';

/**
 * Issues receipts while the key file is rotated, and flips every bit of some of them. The client's offline
 * verifier must reach the same result for each receipt as the service with its own keys. Exits with 1
 * otherwise.
 */
const { values } = parseArgs({
  options: {
    receipts: { type: 'string', default: '10000' },
    rotations: { type: 'string', default: '5' },
    flipped: { type: 'string', default: '20' },
  },
});
const [receipts = 0, rotations = 0, flipped = 0] = [values.receipts, values.rotations, values.flipped].map(
  Number,
);
const FAILURES_SHOWN = 20;

const folder = await mkdtemp(path.join(tmpdir(), 'client-verifier-'));
try {
  await main(path.join(folder, 'keys.json'));
} finally {
  await rm(folder, { recursive: true });
}

async function main(file: string): Promise<void> {
  const started = performance.now();
  const issued = issueAll(file);
  const { byId, ring } = openKeyFile(file, () => 0).current();
  const verify = createReceiptVerifier(toJwks(ring));
  const counts = { genuine: 0, refused: 0, failed: 0 };
  const compare = async (what: string, text: string, isGenuine: boolean) => {
    const client = await verify(text);
    const server = verifyReceipt(text, byId);
    const reason = server.valid ? null : server.reason;
    const same =
      client.valid === server.valid &&
      client.reason === reason &&
      JSON.stringify(client.claims) === JSON.stringify(server.claims);
    if (same && client.valid === isGenuine) counts[isGenuine ? 'genuine' : 'refused'] += 1;
    else if (counts.failed++ < FAILURES_SHOWN)
      console.error(`${what}: client ${client.reason}, service ${reason}`);
  };
  for (const [number, receipt] of issued.entries()) await compare(`receipt ${number}`, receipt, true);
  for (let each = 0; each < flipped; each++) {
    const number = Math.floor((each * issued.length) / flipped);
    const bytes = Buffer.from(issued[number] ?? '');
    for (let bit = 0; bit < bytes.length * 8; bit++)
      await compare(`receipt ${number}, bit ${bit}`, flipBit(bytes, bit), false);
  }
  const isComplete = counts.genuine === receipts && ring.keys.length === rotations + 1;
  const seconds = ((performance.now() - started) / 1_000).toFixed(1);
  console.log(
    `client-verifier: ${counts.genuine + counts.refused} passed, ${counts.failed} failed (${counts.genuine} receipts under ` +
      `${ring.keys.length} keys, ${counts.refused} bit flips of ${flipped}; client and service alike) in ${seconds} s`,
  );
  process.exitCode = counts.failed > 0 || !isComplete ? 1 : 0;
}

/** Issues receipts as a service would if its keys were rotated while it runs. */
function issueAll(file: string): string[] {
  createKeyFile(file, new Date());
  let now = 0;
  const keys = openKeyFile(file, () => now);
  const turnOf = (number: number) => Math.floor((number * (rotations + 1)) / receipts);
  return Array.from({ length: receipts }, (_, number) => {
    if (number > 0 && turnOf(number) > turnOf(number - 1)) {
      changeKeyFile(file, (ring) => rotate(ring, new Date()));
      now += 1_000;
    }
    return signReceipt(sampleClaims(number), keys.current().signing);
  });
}
