import type { RegistryDb, RegistryEngine } from '../../platform/db/database.ts';
import { getPublishedState } from '../published-state/service.ts';
import type { Finder } from './finder-service.ts';
import { type FoundVendors, searchVendors, type VendorSearch } from './search.ts';
import {
  countWithoutEach,
  listFitting,
  listMatches,
  type MatchCounts,
  mapSummaries,
} from './search-store.ts';

export type { FoundRow } from './search.ts';
export type { MatchCounts } from './search-store.ts';

interface SearchContext {
  readonly registryDb: RegistryDb;
  readonly engine: RegistryEngine;
  readonly finder: Pick<Finder, 'findMeant' | 'spellCity'>;
  /** Left out, every search counts anew. */
  readonly counts?: MatchCounts;
}

/**
 * Searches the registry. At most five statements, but for the first deep page of a short word. Throws `not_ready` before the first
 * publication.
 */
export async function findVendors(context: SearchContext, search: VendorSearch): Promise<FoundVendors> {
  const { registryDb, engine, finder } = context;
  return searchVendors(
    {
      ...{ findMeant: finder.findMeant, spellCity: finder.spellCity },
      listMatches: (query, page) => listMatches(registryDb, engine, query, page, context),
      listFitting: (query, ids) => listFitting(registryDb, engine, query, ids),
      countWithoutEach: (query) => countWithoutEach(registryDb, engine, query),
      mapSummaries: (ids, today) => mapSummaries(registryDb, ids, today),
      requirePublished: () => getPublishedState(registryDb),
    },
    search,
  );
}
