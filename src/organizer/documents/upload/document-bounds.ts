import type { Language } from '../../../lib/language/language.ts';
import { UPLOAD_ERRORS } from '../messages.ts';

/**
 * Limits on stored files. A file can have at most 15 MB. Each document has at most its newest file and one
 * previously confirmed file. All totals include files that are used again.
 */
const MB = 1024 * 1024;

export interface StoredBytes {
  readonly ofApplication: number;
  readonly ofEvent: number;
  /** The bytes for all events of the organizer's account together. */
  readonly ofAccount: number;
  readonly ofService: number;
}

const APPLICATION_MB = 60;
const EVENT_MB = 1_024;
const ACCOUNT_MB = 2_048;

/**
 * The maximum number of history entries about one application's documents. Each upload and each decision adds
 * one.
 */
export const HISTORY_MAX = 200;

/** Explains why the files do not fit. Returns undefined if they fit. `stored` must include the new files. */
export function refuseBytes(
  stored: StoredBytes,
  serviceMbMax: number,
  language: Language = 'en',
): string | undefined {
  const t = UPLOAD_ERRORS[language];
  if (stored.ofApplication > APPLICATION_MB * MB) return t.applicationFull({ max: APPLICATION_MB });
  if (stored.ofEvent > EVENT_MB * MB || stored.ofAccount > ACCOUNT_MB * MB) return t.organizerFull;
  if (stored.ofService > serviceMbMax * MB) return t.serviceFull;
  return undefined;
}
