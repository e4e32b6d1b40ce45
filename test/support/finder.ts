import type { Finder } from '../../src/search/find/finder.ts';
import { createFinder } from '../../src/search/find/search-service.ts';
import type { TestDatabase } from './engines.ts';

/** A finder over what is published. */
export function finderOver({ published }: Pick<TestDatabase, 'published'>, now?: () => number): Finder {
  return createFinder(published, now);
}
