import type { RegistryDb } from '../../platform/db/database.ts';
import { createSlice, inSlices } from '../../platform/slices.ts';
import { NamesPacker, type PackedNames } from '../matching/pack-names.ts';
import { getPublishedState } from '../published-state/service.ts';
import { type ListedVendor, toListed } from './listed-vendor.ts';
import { type IdentityRow, listIdentities } from './store.ts';

/** The names of one published version, prepared. */
export interface PreparedNames {
  readonly version: number;
  readonly names: PackedNames;
}

/** Vendors read with one statement: it holds the event loop for a few milliseconds. */
const PAGE_SIZE = 1_000;

/**
 * Reads every vendor of one published version, a thousand at a time, and prepares their names; when another version comes meanwhile, from
 * the beginning. `now` is a monotonic clock in milliseconds. Throws `not_ready` before the first publication.
 */
export async function prepareNames(registryDb: RegistryDb, now: () => number): Promise<PreparedNames> {
  // One for all: reading a page takes its time, too.
  const slice = createSlice(now);
  let packer = new NamesPacker<ListedVendor>();
  let behind = -1;
  let version: number | undefined;
  for (;;) {
    const rows = await listIdentities(registryDb, { behind, limit: PAGE_SIZE });
    // Where no row tells, the version is asked for: what came behind the last row may be gone with a new one.
    const ofPage = rows[0]?.version ?? (await getPublishedState(registryDb)).version;
    if (version !== undefined && ofPage !== version) {
      packer = new NamesPacker();
      behind = -1;
      version = undefined;
      continue;
    }
    version = ofPage;
    behind = rows.at(-1)?.position ?? behind;
    await inSlices(addAll(packer, rows), slice);
    if (rows.length < PAGE_SIZE) return { version, names: await inSlices(packer.pack(), slice) };
  }
}

function* addAll(packer: NamesPacker<ListedVendor>, rows: readonly IdentityRow[]) {
  for (const row of rows) {
    packer.add(toListed(row));
    yield;
  }
}
