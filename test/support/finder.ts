import { createFinder } from '../../src/registry/snapshot/search-service.ts';
import type { Finder } from '../../src/registry/vendors/finder.ts';
import type { TestDatabase } from './engines.ts';

/** A finder over what is published. */
export function finderOver({ published }: Pick<TestDatabase, 'published'>, now?: () => number): Finder {
  return createFinder(published, now);
}
