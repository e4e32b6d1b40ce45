import type { DatabaseSync } from 'node:sqlite';
import { foldForSearch } from '../../src/lib/text.ts';
import { prepareInsert } from '../../src/platform/db/new-sqlite-file.ts';
import type { Matchable } from '../../src/registry/matching/matchable.ts';
import { createSnapshot } from '../../src/registry/snapshot/snapshot-store.ts';
import { indexTexts, prepareNotingNames } from '../../src/registry/snapshot/text-index-store.ts';

/** Writes a snapshot that has the names of vendors and nothing else, for matching among them. */
export function writeNamesSnapshot(file: string, vendors: readonly Matchable[]): DatabaseSync {
  const snapshot = createSnapshot(file);
  snapshot.exec('begin');
  const insertVendor = prepareInsert<Row>(snapshot, 'vendors', Object.keys(ROW) as (keyof Row)[]);
  const insertRecord = prepareInsert<Texts>(snapshot, 'records', Object.keys(TEXTS) as (keyof Texts)[]);
  const noteName = prepareNotingNames(snapshot);
  for (const [
    position,
    { id, name, formerName, city, county = null, licenseType, digits },
  ] of vendors.entries()) {
    const parts = [name, formerName ?? '', city ?? ''].map(foldForSearch);
    const [search_name = '', search_aka = '', search_city = ''] = parts;
    const search_text = [...parts.map((part) => part.replaceAll(' ', '')), digits].join(' | ');
    const text = { search_name, search_aka, search_city, search_text };
    insertVendor({ ...ROW, ...text, position, id, digits, license_type: licenseType });
    const identity = { id, name, aka: formerName, license: { number: digits }, location: { city, county } };
    insertRecord({ ...TEXTS, position, identity: JSON.stringify(identity) });
    noteName(name);
    noteName(formerName);
  }
  indexTexts(snapshot);
  snapshot.exec('commit');
  return snapshot;
}

const TEXTS = { position: 0, identity: '', summary: '', standing: '', facts: '', scorecard: '' };
type Texts = typeof TEXTS;

const ROW = {
  position: 0,
  id: '',
  license_type: '',
  digits: '',
  search_name: '',
  search_aka: '',
  search_city: '',
  search_text: '',
  on_file: 1,
  county: '',
  license_kind: '',
  grade_shown: '',
  risk_tier: '',
  verdict: '',
  reach_to: '',
  sha256: '',
  shown_sha256: '',
};
type Row = typeof ROW;
