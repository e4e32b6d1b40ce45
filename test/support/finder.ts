import type { Finder } from '../../src/search/find/finder.ts';
import { createFinder } from '../../src/search/find/search-service.ts';
import type { TestDatabase } from './engines.ts';

/** Returns a vendor finder over the published records. */
export function finderOver({ published }: Pick<TestDatabase, 'published'>, now?: () => number): Finder {
  return createFinder(published, now);
}
