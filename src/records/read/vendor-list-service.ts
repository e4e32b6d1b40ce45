import type { PublishedDb } from '../../platform/db/database.ts';
import { lastPosition, listIdsBetween } from './store.ts';

/** The most vendors in one part. */
export const PART_SIZE = 10_000;

/** Returns the number of parts in the list of all vendors. One statement. */
export async function countParts(published: PublishedDb): Promise<number> {
  return Math.ceil((await lastPosition(published)) / PART_SIZE);
}

/** Lists the ids of one part of all published vendors, counted from 1, in the order of license numbers. One statement. */
export async function listPart(published: PublishedDb, part: number): Promise<string[]> {
  return listIdsBetween(published, (part - 1) * PART_SIZE, part * PART_SIZE);
}
