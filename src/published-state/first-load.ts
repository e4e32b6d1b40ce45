import type { Logger } from '../platform/log/log.ts';

/** The number of files loaded, the total number, and the file now loading. */
export interface LoadProgress {
  readonly done: number;
  readonly all: number;
  readonly what: string;
}

/**
 * The state that pages show before the first publication. Progress is absent if another process is loading the records.
 */
export type FirstLoadState =
  | { readonly state: 'loading'; readonly progress: LoadProgress | undefined }
  | { readonly state: 'failed' };

/** Tracks the first load of records, from its start until they are published. */
export interface FirstLoad {
  find(): FirstLoadState;
  report(progress: LoadProgress): void;
  fail(): void;
}

const LOG_EVERY_MS = 1_000;

/** Tracks the progress of the first load, and logs it at most once a second. */
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
