import type { PublishedDb } from '../../platform/db/database.ts';
import { lastPosition, listIdsBetween } from './store.ts';

/** The maximum number of vendors in a part. */
export const PART_SIZE = 10_000;

/** Returns the number of parts in the list of all vendors. Runs one query. */
export async function countParts(published: PublishedDb): Promise<number> {
  return Math.ceil((await lastPosition(published)) / PART_SIZE);
}

/**
 * Lists the ids in one part of the published vendors, in the order of license numbers. Parts are numbered
 * from 1. Runs one query.
 */
export async function listPart(published: PublishedDb, part: number): Promise<string[]> {
  return listIdsBetween(published, (part - 1) * PART_SIZE, part * PART_SIZE);
}
