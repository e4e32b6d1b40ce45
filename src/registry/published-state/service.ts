import { AppError } from '../../http/errors.ts';
import type { RegistryDb } from '../../platform/db/database.ts';
import type { PublishedStateTable } from '../../platform/db/schema-registry.ts';
import { findPublishedState } from './store.ts';

export {
  findPublishedState,
  findPublishedSummary,
  findPublishedVersion,
  type PublishedSummary,
  writePublishedState,
} from './store.ts';

/** The state shown now. Throws `not_ready` before the first publication: an empty answer would say "nothing found". */
export async function getPublishedState(registryDb: RegistryDb): Promise<PublishedStateTable> {
  const state = await findPublishedState(registryDb);
  if (state) return state;
  throw new AppError('not_ready', 'No regulator record has been published yet; try again in some minutes.', {
    headers: { 'retry-after': '5' },
  });
}
