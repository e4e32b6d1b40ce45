import { daysBetween } from '../../lib/dates.ts';
import type { RegistryDb } from '../../platform/db/database.ts';
import { getPublishedState } from '../published-state/service.ts';
import { REGULATOR } from '../sources/regulator.ts';
import type { Coverage, CoveredFile } from './coverage-schemas.ts';
import { newestOfSlots } from './file-age.ts';
import { listNewestFiles, type StoredFile } from './files-store.ts';
import { listSourceFiles } from './source-files-service.ts';

const STALE_AFTER_DAYS = 8;

/** What the published records rest on. Three statements, whatever has been imported. */
export async function describeCoverage(registryDb: RegistryDb): Promise<Coverage> {
  const state = await getPublishedState(registryDb);
  const files = await listNewestFiles(registryDb);
  const inUse = filesInUse(files.filter(({ outcome }) => outcome === 'published'));
  const source = await listSourceFiles(registryDb);
  return {
    fictional: state.fictional === 1,
    as_of: state.as_of,
    data_as_of: state.data_as_of,
    published_at: state.published_at,
    version: state.version,
    score_version: state.score_version,
    files: [...inUse.values()].map(describe),
    held_back: files
      .filter((file) => file.outcome === 'held_back' && !mended(file, files))
      .map((file) => ({ ...describe(file), reason: file.reason ?? '' })),
    set_aside: files.filter(({ outcome }) => outcome === 'set_aside').map(describe),
    withdrawn: files
      .filter((file) => file.outcome === 'withdrawn' && !isBack(file, files))
      .map((file) => ({
        ...describe(file),
        withdrawn_at: file.withdrawn_at ?? '',
        because: file.withdrawn_because ?? '',
      })),
    not_refreshed: notRefreshed([...inUse.values()], state.as_of),
    missing: missingSlots(new Set(inUse.keys())),
    source: source.map((row) => ({
      name: row.name,
      url: row.url,
      checked_at: row.checked_at,
      outcome: row.outcome,
      reason: row.reason,
    })),
  };
}

/** The files in use, by slot. */
function filesInUse(files: readonly StoredFile[]): Map<string, StoredFile> {
  const newest = newestOfSlots(
    files.map((stored) => ({
      slot: stored.slot,
      fileDate: stored.file_date,
      publishedAt: stored.published_at,
      readAt: stored.read_at,
      runId: stored.run_id,
      name: stored.name,
      sha256: stored.sha256,
      stored,
    })),
  );
  const bySlot = [...newest].sort(([a], [b]) => (a < b ? -1 : 1));
  return new Map(bySlot.map(([slot, { stored }]) => [slot, stored]));
}

/** License extracts, and the newest fiscal year of each district's inspections, are renewed daily. */
function notRefreshed(inUse: readonly StoredFile[], asOf: string): Coverage['not_refreshed'] {
  const daily = new Map<string, StoredFile>();
  for (const file of inUse) {
    if (file.kind !== 'licenses' && file.kind !== 'inspections') continue;
    const place = `${file.kind}:${file.district ?? 'statewide'}`;
    const other = daily.get(place);
    if (!other || (file.file_date ?? '') > (other.file_date ?? '')) daily.set(place, file);
  }
  return [...daily.values()].flatMap(({ slot, file_date: fileDate }) => {
    const days = fileDate === null ? 0 : daysBetween(fileDate, asOf);
    return fileDate !== null && days > STALE_AFTER_DAYS ? [{ slot, file_date: fileDate, days }] : [];
  });
}

/** Districts of which nothing was ever read; a statewide file of inspections stands for all of them. */
function missingSlots(slots: ReadonlySet<string>): string[] {
  const has = (prefix: string) => [...slots].some((slot) => slot === prefix || slot.startsWith(`${prefix}:`));
  const inspections = has('inspections:statewide')
    ? []
    : REGULATOR.districts.map((district) => `inspections:district-${district}`);
  return [...REGULATOR.districts.map((district) => `licenses:district-${district}`), ...inspections].filter(
    (slot) => !has(slot),
  );
}

/** Whether a good file of the same name, or in the same place, was read after this one was refused. */
function mended(heldBack: StoredFile, files: readonly StoredFile[]): boolean {
  return files.some(
    ({ outcome, name, slot, checked_at: checkedAt }) =>
      outcome === 'published' &&
      (name === heldBack.name || slot === heldBack.slot) &&
      checkedAt > heldBack.read_at,
  );
}

/** Whether an operator took the withdrawn file in again. */
function isBack(withdrawn: StoredFile, files: readonly StoredFile[]): boolean {
  return files.some(
    ({ outcome, sha256 }) =>
      (outcome === 'published' || outcome === 'set_aside') && sha256 === withdrawn.sha256,
  );
}

function describe(file: StoredFile): CoveredFile {
  return {
    name: file.name,
    kind: file.kind,
    slot: file.slot,
    district: file.district,
    file_date: file.file_date,
    published_at: file.published_at,
    read_at: file.read_at,
    checked_at: file.checked_at,
    sha256: file.sha256,
    rows: { read: file.rows_read, kept: file.rows_kept, other: file.rows_other, refused: file.rows_refused },
    refused_by_reason: JSON.parse(file.refusals) as Record<string, number>,
    warnings: JSON.parse(file.warnings) as Record<string, number>,
    accepted:
      file.accepted_because === null
        ? null
        : { at: file.read_at, because: file.accepted_because, released: file.reason },
  };
}
