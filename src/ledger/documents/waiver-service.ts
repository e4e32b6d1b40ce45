import { randomUUID } from 'node:crypto';
import { NO_COVERAGE } from './coverage.ts';
import type { Step } from './organizer-service.ts';
import { insertRows } from './store.ts';

/** A waiver is a row without a file; the files that were sent stay beside it. */
export async function insertWaiver(
  { tx, application, document, now, write }: Step,
  reason: string,
): Promise<void> {
  const position = await write('waived', reason);
  const at = now.toISOString();
  await insertRows(tx, [
    {
      id: randomUUID(),
      application_id: application.id,
      event_id: application.event_id,
      position,
      reason,
      code: document.code,
      state: 'waived',
      media_type: '',
      bytes: 0,
      sha256: '',
      expires_on: null,
      insurer: '',
      override_reason: '',
      override_until: null,
      received_at: at,
      decided_at: at,
      copied_from: null,
      file_deleted_at: null,
      ...NO_COVERAGE,
    },
  ]);
}
