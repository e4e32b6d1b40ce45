import { setTimeout as wait } from 'node:timers/promises';
import { openHeadFile } from '../../../src/decisions/log/head-file-service.ts';
import { createSequencer } from '../../../src/decisions/log/sequence-service.ts';
import { createReceiptService, openReceiptKeys } from '../../../src/decisions/receipts/service.ts';
import { listLoggedPublications } from '../../../src/intake/log/runs-service.ts';
import { createRandom } from '../../../src/lib/random.ts';
import { addDays } from '../../../src/lib/time/dates.ts';
import { openLedger } from '../../../src/platform/db/open.ts';
import { publish } from '../../../src/records/publication/service.ts';
import { createRecordProofs } from '../../../src/records/snapshot/record-proof-service.ts';
import { sampleClaims } from '../../../test/support/receipt-samples.ts';

/**
 * Issues receipts, publishes records for another day and adds everything to the log as fast as it can, until
 * it is killed. Each line on standard output reports a receipt that a client would have received by now, a
 * log that was restarted, or an error.
 */
const ISSUER = 'https://vendors.example';
const LIST_MAX = 40;
const PAUSE_MS = 5;
const PUBLICATION_PAUSE_MS = 400;
const DAYS = 300;

const place: { dataDir: string; databaseUrl?: string; seed: number; day: string } = JSON.parse(
  process.argv[2] ?? '{}',
);
const random = createRandom(place.seed, 0);
const location = { dataDir: place.dataDir, databaseUrl: place.databaseUrl };
const ledger = openLedger(location);
const now = () => new Date();
const keys = await openReceiptKeys(ledger.db, { named: undefined, dataDir: place.dataDir, now: now() });
const receipts = createReceiptService(ledger, keys, ISSUER);
const sequencer = createSequencer({
  ledger,
  keys,
  origin: 'vendors.example/log',
  listPublications: (afterRun) => listLoggedPublications(ledger.db, afterRun),
  records: createRecordProofs(ledger.published),
  head: openHeadFile(place.dataDir),
  now,
  onNewLog: (_before, origin) => console.log(`new-log ${origin}`),
});

console.log('ready');
await Promise.all([
  again(issue, PAUSE_MS),
  again(() => sequencer.run(), PAUSE_MS),
  again(
    () => publish(ledger, { files: [], asOf: addDays(place.day, Math.floor(random() * DAYS)), now }),
    PUBLICATION_PAUSE_MS,
  ),
]);

async function issue(): Promise<void> {
  const vendors = await ledger.published.db
    .selectFrom('vendors')
    .select(['id', 'sha256'])
    .limit(500)
    .execute();
  const claims = Array.from({ length: 1 + Math.floor(random() * LIST_MAX) }, (_, at) => {
    const { typ: _typ, iss: _iss, jti: _jti, iat: _iat, ...sample } = sampleClaims(at);
    const vendor = vendors[Math.floor(random() * vendors.length)];
    return { ...sample, vendor_id: vendor?.id ?? '', record_sha256: vendor?.sha256 ?? '' };
  });
  for (const { receipt } of await receipts.issueAll(claims, now())) console.log(`receipt ${receipt}`);
}

/** Repeats some work, and prints its errors. A client would receive such an error instead of a result. */
async function again(work: () => Promise<unknown>, pauseMs: number): Promise<never> {
  for (;;) {
    await work().catch((error: unknown) => console.log(`error ${String(error).split('\n')[0]}`));
    await wait(random() * 2 * pauseMs);
  }
}
