import { citationOf } from '../../statistics/cite.ts';
import { ENDINGS, MEDIA_TYPES } from '../file-formats.ts';
import { TABLES } from '../open-tables.ts';
import { rightsOf } from '../rights.ts';
import type { DataManifest } from '../schemas.ts';
import { type SetName, type StoredSet, setName } from './sets.ts';

/** Returns the public description of a set: its stored data plus columns, rights and URLs. Pure function. */
export function manifestOf(set: StoredSet, kept: readonly SetName[], baseUrl: string): DataManifest {
  const { published_at, as_of, data_as_of, score_version, fictional, covers } = set;
  const { day } = setName(published_at);
  const tables = TABLES.flatMap(({ name, description, key, columns }) => {
    const stored = set.tables.find((each) => each.name === name);
    if (!stored) return [];
    const files = stored.files.map((file) => ({
      ...file,
      url: `${baseUrl}/data/${day}/${file.name}`,
      media_type: MEDIA_TYPES[file.format],
    }));
    const told = columns.map((each) => ({ ...each, values: each.values && [...each.values] }));
    return [{ name, description, rows: stored.rows, key: [...key], columns: told, files }];
  });
  return {
    day,
    published_at,
    as_of,
    data_as_of,
    score_version,
    fictional,
    covers: [...covers],
    cite_as: citationOf({ asOf: as_of, fictional, covers }, baseUrl, '/data'),
    rights: { ...rightsOf(baseUrl) },
    method_url: `${baseUrl}/methodology`,
    dictionary_url: `${baseUrl}/data/dictionary`,
    tables,
    days: kept.map((each) => ({ day: each.day, manifest_url: `${baseUrl}/data/${each.day}/manifest.json` })),
  };
}

/** All file names that can appear in a URL, for the API document. */
export const FILE_NAMES = TABLES.flatMap(({ name }) =>
  Object.values(ENDINGS).map((ending) => `${name}.${ending}`),
);
