import type { PublishedDb } from '../../platform/db/database.ts';
import { findPublishedState, type PublishedState } from '../../published-state/service.ts';
import { RECORD_FORMAT } from './record-format.ts';

/**
 * Finds the published state if its records are in this version's format. Returns undefined before the first
 * publication and, after an upgrade, until the records are rebuilt. Code that compares records with an
 * earlier report uses this, so that it never reports a difference between two formats or stores a state in an
 * earlier format.
 */
export async function findCurrentState(published: PublishedDb): Promise<PublishedState | undefined> {
  const state = await findPublishedState(published);
  return state?.record_format === RECORD_FORMAT ? state : undefined;
}
