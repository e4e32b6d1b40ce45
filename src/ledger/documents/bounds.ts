/**
 * What may be stored. A file has at most 4 MB; each document of an application has at most its newest file and the one that
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

const APPLICATION_MB = 24;
const EVENT_MB = 1_024;
const ACCOUNT_MB = 2_048;

/** Lines of history of one application's documents: each upload and each decision is one. */
export const HISTORY_MAX = 200;
export const TOO_MANY_CHANGES = `The documents of this application were changed ${HISTORY_MAX} times, which is the most there can be. They stay as they are.`;

/** Why no more bytes fit; `stored` counts what was just added. Undefined when they do. */
export function refuseBytes(stored: StoredBytes, serviceMbMax: number): string | undefined {
  if (stored.ofApplication > APPLICATION_MB * MB)
    return `The files of one application can have at most ${APPLICATION_MB} MB together. Send a smaller one: a photo of lower quality will do.`;
  if (stored.ofEvent > EVENT_MB * MB || stored.ofAccount > ACCOUNT_MB * MB)
    return 'The organizer has no room for more files. Ask them how else to hand in this document.';
  if (stored.ofService > serviceMbMax * MB)
    return 'This site has no room for more files right now. Ask the organizer how else to hand in this document.';
  return undefined;
}
