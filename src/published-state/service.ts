import { AppError } from '../http/errors/errors.ts';
import type { PublishedDb } from '../platform/db/database.ts';
import { findPublishedState, type PublishedState } from './store.ts';

export {
  findPublication,
  findPublishedState,
  findPublishedSummary,
  findPublishedVersion,
  type Publication,
  type PublishedState,
  type PublishedSummary,
  readSnapshotState,
  writePublication,
} from './store.ts';

/**
 * Returns the current state. Throws {@link notReady} before the first publication, because an empty response
 * would mean "nothing found".
 */
export async function getPublishedState(published: PublishedDb): Promise<PublishedState> {
  const state = await findPublishedState(published);
  if (state) return state;
  throw notReady();
}

/** Returns the error for requests before the first publication. */
export function notReady(): AppError {
  return new AppError('not_ready', 'No regulator record has been published yet; try again in some minutes.', {
    headers: { 'retry-after': '5' },
  });
}
