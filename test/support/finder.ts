import type { RegistryDb } from '../../src/platform/db/database.ts';
import { createFinder, type Finder } from '../../src/registry/vendors/finder-service.ts';

/** A finder that asks for the version every time and fails the test where building fails. */
export function finderOver(
  db: RegistryDb,
  now: () => number = () => performance.now(),
  options: { readonly waitsMs?: number } = {},
): Finder {
  return createFinder(db, {
    ...options,
    recheckMs: 0,
    now,
    onFailed: (error) => {
      throw error;
    },
  });
}
