import type { PublishedDb } from '../../platform/db/database.ts';
import { findPublishedState, type PublishedState } from '../../published-state/service.ts';
import { RECORD_FORMAT } from './record-format.ts';

/**
 * Finds the published state if its records are in the format of this version. Returns undefined before the
 * first publication and, after an upgrade, until the records are built again. Code that compares records with
 * an earlier report uses this. So it never reports a difference between two formats, and never keeps a state
 * from an earlier one.
 */
export async function findCurrentState(published: PublishedDb): Promise<PublishedState | undefined> {
  const state = await findPublishedState(published);
  return state?.record_format === RECORD_FORMAT ? state : undefined;
}
