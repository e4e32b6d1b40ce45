import type { Language } from '../../../lib/language/language.ts';
import { UPLOAD_ERRORS } from '../messages.ts';

/**
 * Limits on stored files. A file has at most 15 MB. Each of an application's documents has at most its newest
 * file and a previously confirmed one. Every count includes reused files.
 */
const MB = 1024 * 1024;

export interface StoredBytes {
  readonly ofApplication: number;
  readonly ofEvent: number;
  /** The bytes for all events of the organizer's account. */
  readonly ofAccount: number;
  readonly ofService: number;
}

const APPLICATION_MB = 60;
const EVENT_MB = 1_024;
const ACCOUNT_MB = 2_048;

/** The most history entries about one application's documents; each upload and each decision adds one. */
export const HISTORY_MAX = 200;

/** Explains why no more bytes fit; undefined if they do. `stored` includes what was just added. */
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
