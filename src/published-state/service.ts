import { AppError } from '../http/errors/errors.ts';
import type { PublishedDb } from '../platform/db/database.ts';
import { findPublishedState, type PublishedState } from './store.ts';

export {
  findPublication,
  type Publication,
  readSnapshotState,
  writePublication,
} from './publication-store.ts';
export {
  findPublishedState,
  findPublishedSummary,
  findPublishedVersion,
  type PublishedState,
  type PublishedSummary,
} from './store.ts';

/** The state shown now. Throws {@link notReady} before the first publication: an empty answer would say "nothing found". */
export async function getPublishedState(published: PublishedDb): Promise<PublishedState> {
  const state = await findPublishedState(published);
  if (state) return state;
  throw notReady();
}

/** The answer before the first publication. */
export function notReady(): AppError {
  return new AppError('not_ready', 'No regulator record has been published yet; try again in some minutes.', {
    headers: { 'retry-after': '5' },
  });
}
