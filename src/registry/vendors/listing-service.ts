import type { RegistryDb } from '../../platform/db/database.ts';
import { lastPosition, listIdsBetween } from './listing-store.ts';

/** Vendors of one part at most. */
export const PART_SIZE = 10_000;

/** How many parts the list of all vendors has. One statement. */
export async function countParts(registryDb: RegistryDb): Promise<number> {
  return Math.ceil((await lastPosition(registryDb)) / PART_SIZE);
}

/**
 * The ids of one part of all published vendors, counted from 1; a vendor stays in its part as long as it is
 * published. One statement, whatever the part.
 */
export async function listPart(registryDb: RegistryDb, part: number): Promise<string[]> {
  return listIdsBetween(registryDb, (part - 1) * PART_SIZE, part * PART_SIZE);
}
