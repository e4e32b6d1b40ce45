import { rmSync } from 'node:fs';
import path from 'node:path';
import { openHeadFile } from '../../src/decisions/log/head-file-service.ts';
import { createSequencer, signCheckpoint } from '../../src/decisions/log/sequence-service.ts';
import type { KeyStore } from '../../src/decisions/receipts/key-file-service.ts';
import { signReceipt } from '../../src/decisions/receipts/receipt.ts';
import type { Claims } from '../../src/decisions/receipts/schemas.ts';
import { createReceiptService, openReceiptKeys } from '../../src/decisions/receipts/service.ts';
import { listLoggedPublications } from '../../src/intake/log/runs-service.ts';
import type { OpenLedger } from '../../src/platform/db/database.ts';
import { openLedger } from '../../src/platform/db/open.ts';
import { formatCheckpoint } from '../../src/proof/checkpoint.ts';
import { bundleEntries, growTiles, splitEntries, TILE_WIDTH } from '../../src/proof/tiles.ts';
import { hashLeaf, rootOf } from '../../src/proof/tree.ts';
import { createRecordProofs } from '../../src/records/snapshot/record-proof-service.ts';
import { claimsOf, type Held, hashOf } from './holder.ts';

/** The actions of a cheating operator, who has the stopped service's database and all of its keys. */

interface Tools {
  readonly ledger: OpenLedger;
  readonly keys: KeyStore;
  readonly dataDir: string;
}

async function withTools<Value>(dataDir: string, work: (tools: Tools) => Promise<Value>): Promise<Value> {
  const ledger = openLedger({ dataDir, databaseUrl: undefined });
  try {
    const keys = await openReceiptKeys(ledger.db, { named: undefined, dataDir, now: new Date() });
    return await work({ ledger, keys, dataDir });
  } finally {
    await ledger.close();
  }
}

export function deleteRow(dataDir: string, { jti }: Claims): Promise<void> {
  return withTools(dataDir, async ({ ledger }) => {
    await ledger.db.deleteFrom('receipts').where('jti', '=', jti).execute();
  });
}

/** Issues a receipt dated in the past. Returns its text. */
export function backdate(dataDir: string, like: Claims, issuedAt: Date): Promise<string> {
  return withTools(dataDir, async ({ ledger, keys }) => {
    const { typ: _, iss, jti: __, iat: ___, ...claims } = like;
    return (await createReceiptService(ledger, keys, iss).issue(claims, issuedAt)).receipt;
  });
}

/** Adds entries to the log while the log's clock shows a different time. */
export function growAt(dataDir: string, origin: string, time: Date): Promise<void> {
  return withTools(dataDir, async ({ ledger, keys }) => {
    const sequencer = createSequencer({
      ledger,
      keys,
      origin,
      listPublications: (afterRun) => listLoggedPublications(ledger.db, afterRun),
      records: createRecordProofs(ledger.published),
      head: openHeadFile(dataDir),
      now: () => time,
      onNewLog: () => {},
    });
    await sequencer.run();
  });
}

/** Replaces an issued receipt with one that has different claims. Returns the new receipt's text. */
export function replaceReceipt(
  dataDir: string,
  { receipt }: Held,
  changed: Partial<Claims>,
): Promise<string> {
  return withTools(dataDir, async ({ ledger, keys }) => {
    const claims = { ...claimsOf(receipt), ...changed };
    const text = signReceipt(claims, keys.current().signing);
    const { signatures } = JSON.parse(Buffer.from(text, 'base64url').toString());
    await ledger.db
      .updateTable('receipts')
      .set({
        receipt_sha256: hashOf(text),
        claims: JSON.stringify(claims),
        signatures: signatures.map(({ signature }: { signature: string }) => signature).join('.'),
      })
      .where('jti', '=', claims.jti)
      .execute();
    return text;
  });
}

/**
 * Rebuilds the log without a receipt, under the same name and with the same keys, as if the receipt had never
 * been issued.
 */
export function leaveOut(dataDir: string, { jti }: Claims): Promise<void> {
  return withTools(dataDir, async ({ ledger: { db }, keys }) => {
    const bundles = await db
      .selectFrom('log_tiles')
      .select('bytes')
      .where('level', '=', 0)
      .orderBy('n')
      .execute();
    const entries = bundles.flatMap(({ bytes }) => splitEntries(bytes));
    const row = await db
      .selectFrom('receipts')
      .select('log_index')
      .where('jti', '=', jti)
      .executeTakeFirstOrThrow();
    const index = row.log_index ?? 0;
    entries.splice(index, 1);
    const leaves = entries.map(hashLeaf);
    const grown = await growTiles(0, leaves, async () => new Uint8Array());
    const log = keys.current().ring.logs?.at(-1);
    if (!log) throw new Error('there is no log');
    const head = { origin: log.origin, size: entries.length, root: rootOf(leaves) };
    const now = new Date();
    const note = signCheckpoint(formatCheckpoint(head), log, now);
    for (const table of ['log_tiles', 'log_checkpoints', 'log_cosignatures'] as const)
      await db.deleteFrom(table).execute();
    await db
      .insertInto('log_tiles')
      .values([
        ...grown
          .filter(({ level }) => level > 0)
          .map(({ level, n, hashes }) => ({ level, n, bytes: hashes })),
        ...bundles.map((_, n) => ({
          level: 0,
          n,
          bytes: bundleEntries(entries.slice(n * TILE_WIDTH, (n + 1) * TILE_WIDTH)),
        })),
      ])
      .execute();
    await db
      .insertInto('log_checkpoints')
      .values({ size: head.size, signed_at: now.toISOString(), note })
      .execute();
    await db.deleteFrom('receipts').where('jti', '=', jti).execute();
    for (const table of ['receipts', 'log_publications'] as const)
      await db
        .updateTable(table)
        .set(({ eb }) => ({ log_index: eb('log_index', '-', 1) }))
        .where('log_index', '>', index)
        .execute();
    rmSync(path.join(dataDir, 'log-head'));
    await openHeadFile(dataDir).write(head);
  });
}

/** Falsifies the list of files that the last publication was built from. */
export function nameFiles(dataDir: string, files: readonly string[]): Promise<void> {
  return withTools(dataDir, async ({ ledger: { db } }) => {
    const run = await db
      .selectFrom('import_runs')
      .select(['id', 'summary'])
      .where('outcome', '=', 'published')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow();
    const summary = JSON.parse(run.summary);
    const changed = { ...summary, logged: { ...summary.logged, files } };
    await db
      .updateTable('import_runs')
      .set({ summary: JSON.stringify(changed) })
      .where('id', '=', run.id)
      .execute();
  });
}

/** Returns the list of files that the last publication was built from. */
export function listNamedFiles(dataDir: string): Promise<readonly string[]> {
  return withTools(dataDir, async ({ ledger }) => {
    const last = (await listLoggedPublications(ledger.db, 0)).at(-1);
    return last?.publication.files ?? [];
  });
}
