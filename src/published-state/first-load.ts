import type { Logger } from '../platform/log/log.ts';

/** How many files are loaded of all that are to be, and the one that is loaded now. */
export interface LoadProgress {
  readonly done: number;
  readonly all: number;
  readonly what: string;
}

/** What a page says before the first publication. Another process may be the one that loads: then nothing more is known. */
export type FirstLoadState =
  | { readonly state: 'loading'; readonly progress: LoadProgress | undefined }
  | { readonly state: 'failed' };

/** The loading of the first records, from when it begins until they are published. */
export interface FirstLoad {
  find(): FirstLoadState;
  report(progress: LoadProgress): void;
  fail(): void;
}

const LOG_EVERY_MS = 1_000;

/** Keeps how far the first records are, and logs it at most once a second. */
export function createFirstLoad(log: Pick<Logger, 'info'>, now: () => number): FirstLoad {
  let state: FirstLoadState = { state: 'loading', progress: undefined };
  let loggedAt = Number.NEGATIVE_INFINITY;
  return {
    find: () => state,
    report(progress) {
      state = { state: 'loading', progress };
      if (now() - loggedAt < LOG_EVERY_MS) return;
      loggedAt = now();
      log.info({ ...progress }, 'loading the first records');
    },
    fail() {
      state = { state: 'failed' };
    },
  };
}
