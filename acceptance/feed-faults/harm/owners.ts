import type { Card } from '../card.ts';
import type { Kind } from '../columns.ts';
import { cellAt, type Row, type Table } from '../table.ts';

/**
 * The business that each row in the good files belongs to. A business is identified as `type:digits`. A
 * closure does not have a type, so its business is `:digits`.
 */
export interface Owners {
  readonly visits: Index;
  readonly cases: Index;
  /** Owners by {@link fold}ed name. */
  readonly names: Index;
  /** Owners by kind and application number. */
  readonly applications: Index;
  /** Owners by date and folded name. */
  readonly closures: Index;
  /** Inspectors' texts, folded, each with its visit. */
  readonly texts: readonly { readonly text: string; readonly visit: string }[];
}

type Index = ReadonlyMap<string, ReadonlySet<string>>;

/** Reads the owners from every good file that the registry may have received. */
export function readOwners(tables: readonly Table[]): Owners {
  const visits = new Map<string, Set<string>>();
  const cases = new Map<string, Set<string>>();
  const names = new Map<string, Set<string>>();
  const applications = new Map<string, Set<string>>();
  const closures = new Map<string, Set<string>>();
  const texts: { text: string; visit: string }[] = [];
  for (const table of tables)
    for (const row of table.rows) {
      const at = (name: string) => cellAt(table, row, name).trim();
      if (table.kind === 'observations') {
        texts.push({ text: fold(at('text')), visit: at('visitId') });
        continue;
      }
      const owner = ownerOf(table, row);
      addTo(names, fold(at('name')), owner);
      if (table.kind === 'inspections') {
        addTo(visits, at('visitId'), owner);
        addTo(cases, at('caseId'), owner);
      }
      if (table.kind === 'closures') addTo(closures, `${dayOf(at('closedOn'))} ${fold(at('name'))}`, owner);
      const application = APPLICATION_KINDS[table.kind];
      if (application) addTo(applications, at('applicationNumber'), owner);
    }
  return { visits, cases, names, applications, closures, texts };
}

const APPLICATION_KINDS: Partial<Record<Kind, true>> = { new_licenses: true, ownership_changes: true };

function addTo(index: Map<string, Set<string>>, key: string, owner: string): void {
  if (key === '') return;
  const owners = index.get(key) ?? new Set();
  owners.add(owner);
  index.set(key, owners);
}

function ownerOf(table: Table, row: Row): string {
  const digits = cellAt(table, row, 'number').trim().slice(-7);
  return table.kind === 'closures' ? `:${digits}` : `${cellAt(table, row, 'type').trim()}:${digits}`;
}

/** Returns `YYYY-MM-DD` for `MM/DD/YYYY`. */
function dayOf(cell: string): string {
  const match = /^(\d{1,2})\/(\d{1,2})\/(\d{4})/.exec(cell);
  return match ? `${match[3]}-${match[1]?.padStart(2, '0')}-${match[2]?.padStart(2, '0')}` : '';
}

/**
 * Returns a text's letters and digits in uppercase. Case, spaces and punctuation do not help to identify the
 * business.
 */
export function fold(text: string): string {
  return text.toUpperCase().replace(/[^\p{L}\p{N}]+/gu, '');
}

/** The owner of a row, relative to a vendor. `unknown` means that no good file has the row's key. */
export type Ownership = 'own' | 'other' | 'unknown';

export function ownershipOf(vendor: string, owners: ReadonlySet<string> | undefined): Ownership {
  if (!owners) return 'unknown';
  return owners.has(vendor) || owners.has(vendor.slice(4)) ? 'own' : 'other';
}

/**
 * A visit belongs to the vendor if its id or its case does. A damaged id may happen to be the id of another
 * visit.
 */
export function ownershipOfVisit(vendor: string, id: number, caseId: number, owners: Owners): Ownership {
  const visit = owners.visits.get(String(id));
  const single = owners.cases.get(String(caseId));
  const found = [ownershipOf(vendor, visit), ownershipOf(vendor, single)];
  if (found.includes('own')) return 'own';
  return found.includes('other') ? 'other' : 'unknown';
}

/**
 * Finds the business that a served text is about. Names are redacted from the text, so the search uses its
 * longest unchanged part.
 */
export function ownershipOfText(vendor: string, text: string, owners: Owners): Ownership {
  const parts = text.split('[name]').map(fold);
  const longest = parts.reduce((best, part) => (part.length > best.length ? part : best), '');
  if (longest.length < TEXT_MIN) return 'unknown';
  const found = owners.texts
    .filter((each) => each.text.includes(longest))
    .map(({ visit }) => ownershipOf(vendor, owners.visits.get(visit)));
  if (found.includes('own')) return 'own';
  return found.includes('other') ? 'other' : 'unknown';
}

/** The minimum length to search for. Shorter texts apply to many businesses. */
const TEXT_MIN = 20;

/** Returns the folded inspectors' texts in a record. */
export function textsOf({ visits }: Card): ReadonlySet<string> {
  return new Set(
    [...visits.values()].flatMap(({ violations }) =>
      violations.flatMap(({ text }) => (text ? [fold(text)] : [])),
    ),
  );
}
