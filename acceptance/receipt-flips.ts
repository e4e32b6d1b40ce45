import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { createOutput } from '../src/cli/output.ts';
import { type KeyRing, toJwks } from '../src/decisions/receipts/keys.ts';
import { signReceipt, verifyReceipt, verifyWithPublicKeys } from '../src/decisions/receipts/receipt.ts';
import { cutAndPaste, flipBit, rearrange, respell } from '../test/support/receipt-manglings.ts';
import { loadRing, sampleClaims, sampleRing } from '../test/support/receipt-samples.ts';

/**
 * Creates genuine receipts, flips millions of single bits in them, corrupts each receipt in every other way
 * that we know, and passes the results to both verifiers. Exits with 1 if a corrupted receipt is accepted or
 * a genuine receipt is rejected.
 */
const KEYS = 5;
const FAILURES_SHOWN = 20;
const COUNTS = ['originals', 'flips', 'manglings', 'failed'] as const;

interface Share {
  readonly ring: KeyRing;
  /** This thread handles the receipts numbered `first`, `first + step`, and so on, below `receipts`. */
  readonly first: number;
  readonly step: number;
  readonly receipts: number;
  readonly flips: number;
  readonly seed: number;
}

type Counts = Record<(typeof COUNTS)[number], number>;
interface Report {
  readonly counts: Counts;
  readonly failures: readonly string[];
}

if (isMainThread) await main();
else work(workerData);

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      receipts: { type: 'string', default: '1000' },
      flips: { type: 'string', default: '4000000' },
      seed: { type: 'string', default: '20251231' },
    },
  });
  const [receipts, flips, seed] = [values.receipts, values.flips, values.seed].map(toCount);
  if (!receipts || flips === undefined || seed === undefined)
    throw new Error('Give whole numbers: --receipts 1000 --flips 4000000 [--seed 1]');

  const output = createOutput({ json: false, stdout: process.stdout, stderr: process.stderr, now: Date.now });
  const started = performance.now();
  const total: Counts = { originals: 0, flips: 0, manglings: 0, failed: 0 };
  const failures: string[] = [];
  const ring = sampleRing(KEYS);
  const workers = Math.min(availableParallelism(), receipts);
  await Promise.all(
    Array.from({ length: workers }, (_, first) =>
      run({ ring, first, step: workers, receipts, flips, seed }, (report) => {
        for (const name of COUNTS) total[name] += report.counts[name];
        failures.push(...report.failures.slice(0, FAILURES_SHOWN - failures.length));
        output.progress(total.flips, flips, `flips, ${total.manglings} other manglings`);
      }),
    ),
  );
  output.clearProgress();
  for (const failure of failures) console.error(failure);
  const expected = total.originals === receipts * 2 && total.flips === flips;
  if (!expected) console.error(`Not all was done: ${JSON.stringify(total)}`);
  const passed = total.originals + total.flips + total.manglings - total.failed;
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(
    `receipt-flips: ${passed} passed, ${total.failed} failed (${receipts} receipts under ${KEYS} keys, ` +
      `${total.flips} bit flips, ${total.manglings} other manglings, 2 verifiers; seed ${seed}) in ${seconds} s`,
  );
  process.exitCode = total.failed > 0 || !expected ? 1 : 0;
}

function run(share: Share, onReport: (report: Report) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    new Worker(new URL(import.meta.url), { workerData: share })
      .on('message', onReport)
      .once('error', reject)
      .once('exit', (code) => (code === 0 ? resolve() : reject(new Error(`A worker exited with ${code}.`))));
  });
}

/** Checks one thread's share of the receipts, and reports progress after each receipt. */
function work({ ring, first, step, receipts, flips, seed }: Share): void {
  const keys = loadRing(ring);
  const signers = [...keys.values()];
  const { keys: jwks } = toJwks(ring);
  for (let number = first; number < receipts; number += step) {
    const key = signers[number % KEYS];
    const other = signers[(number + 1) % KEYS];
    if (!key || !other) throw new Error('The ring lacks a key.');
    const counts: Counts = { originals: 0, flips: 0, manglings: 0, failed: 0 };
    const failures: string[] = [];
    const claims = sampleClaims(number);
    const receipt = signReceipt(claims, key);
    const check = (how: string, text: string, wanted: string) => {
      for (const verification of [verifyReceipt(text, keys), verifyWithPublicKeys(text, jwks)]) {
        const got = verification.valid ? 'valid' : verification.reason;
        const fine =
          wanted === 'refused' ? got === 'malformed' || got === 'signature_mismatch' : got === wanted;
        if (fine && (wanted === 'valid' || verification.claims === null)) continue;
        counts.failed += 1;
        failures.push(`receipt ${number}, ${how}: ${got} instead of ${wanted}: ${text}`);
        return;
      }
    };

    check('original', receipt, 'valid');
    const bytes = Buffer.from(receipt);
    const random = randomFrom(seed + number);
    const share = Math.floor((flips * (number + 1)) / receipts) - Math.floor((flips * number) / receipts);
    for (; counts.flips < share; counts.flips++) {
      const bit = random(bytes.length * 8);
      check(`bit ${bit}`, flipBit(bytes, bit), 'refused');
    }
    const publicKey = Buffer.from(key.ring.ed25519_x, 'base64url');
    for (const mangling of [
      respell(receipt),
      rearrange(receipt, publicKey, other.ring.id),
      cutAndPaste(receipt),
    ])
      for (const { how, text, reason } of mangling) {
        check(how, text, reason);
        counts.manglings += 1;
      }
    // After all these changes, the original must still be valid.
    check('original', bytes.toString(), 'valid');
    counts.originals = 2;
    parentPort?.postMessage({ counts, failures: failures.slice(0, FAILURES_SHOWN) } satisfies Report);
  }
}

/** Returns a generator of whole numbers below a limit (mulberry32). The same seed gives the same numbers. */
function randomFrom(seed: number): (limit: number) => number {
  let state = seed | 0;
  return (limit) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * limit);
  };
}

function toCount(text: string): number | undefined {
  return /^\d{1,10}$/.test(text) ? Number(text) : undefined;
}
