import type { Language } from '../../../lib/language/language.ts';
import { UPLOAD_ERRORS } from '../messages.ts';

/**
 * What may be stored. A file has at most 15 MB; each document of an application has at most its newest file and the one that
 * was confirmed before. Every count includes files that were used again.
 */
const MB = 1024 * 1024;

export interface StoredBytes {
  readonly ofApplication: number;
  readonly ofEvent: number;
  /** All events of the organizer's account. */
  readonly ofAccount: number;
  readonly ofService: number;
}

const APPLICATION_MB = 60;
const EVENT_MB = 1_024;
const ACCOUNT_MB = 2_048;

/** Lines of history of one application's documents: each upload and each decision is one. */
export const HISTORY_MAX = 200;

/** Why no more bytes fit; `stored` counts what was just added. Undefined when they do. */
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
