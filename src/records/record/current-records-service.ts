import type { PublishedDb } from '../../platform/db/database.ts';
import { findPublishedState, type PublishedState } from '../../published-state/service.ts';
import { RECORD_FORMAT } from './record-format.ts';

/**
 * Finds what is published if its records are in the format of this version. Undefined before the first publication and, after an
 * upgrade, until the records are built again. Whatever compares records with what it reported before asks for this, so that it
 * never reports a difference between two formats, or keeps a state that it took from an earlier one.
 */
export async function findCurrentState(published: PublishedDb): Promise<PublishedState | undefined> {
  const state = await findPublishedState(published);
  return state?.record_format === RECORD_FORMAT ? state : undefined;
}
