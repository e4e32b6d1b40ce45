import type { Language } from '../../../lib/language/language.ts';
import type { LedgerTx } from '../../../platform/db/database.ts';
import { Refusal } from '../../../platform/db/refusal.ts';
import { UPLOAD_ERRORS } from '../messages.ts';
import { countHistory, insertHistory } from '../store.ts';
import { HISTORY_MAX } from '../upload/document-bounds.ts';
import type { NewLine } from './history.ts';

/**
 * Adds entries to an application's document history and returns their numbers, which start at 1. Call it
 * while holding the event's lock. Throws a refusal if the history is full.
 */
export async function addLines(
  tx: LedgerTx,
  applicationId: string,
  lines: readonly NewLine[],
  now: Date,
  language: Language = 'en',
): Promise<number[]> {
  const before = await countHistory(tx, applicationId);
  if (before + lines.length > HISTORY_MAX)
    throw new Refusal(UPLOAD_ERRORS[language].tooManyChanges({ max: HISTORY_MAX }));
  const numbered = lines.map((line, index) => ({
    ...line,
    application_id: applicationId,
    position: before + index + 1,
    at: now.toISOString(),
  }));
  await insertHistory(tx, numbered);
  return numbered.map(({ position }) => position);
}
