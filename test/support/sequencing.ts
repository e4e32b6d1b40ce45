import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openHeadFile } from '../../src/decisions/log/head-file-service.ts';
import { createSequencer, originOf, type Sequencer } from '../../src/decisions/log/sequence-service.ts';
import { listLoggedPublications } from '../../src/intake/log/runs-service.ts';
import { createRecordProofs } from '../../src/records/snapshot/record-proof-service.ts';
import type { TestApp } from './demo-app.ts';
import type { TestDatabase } from './engines.ts';

/**
 * Opens the sequencer that adds entries to an application's public log. In tests, nothing runs it
 * automatically.
 */
export function openSequencer(
  database: TestDatabase,
  { keys, config, now }: Pick<TestApp, 'keys' | 'now'> & { readonly config: { readonly baseUrl: string } },
): Sequencer & { close(): void } {
  const folder = mkdtempSync(path.join(tmpdir(), 'log-'));
  const sequencer = createSequencer({
    ledger: database,
    keys,
    origin: originOf(config.baseUrl),
    listPublications: (afterRun) => listLoggedPublications(database.db, afterRun),
    records: createRecordProofs(database.published),
    head: openHeadFile(folder),
    now,
    onNewLog: () => {},
  });
  return { ...sequencer, close: () => rmSync(folder, { recursive: true }) };
}
