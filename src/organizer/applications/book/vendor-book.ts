import { foldForSearch } from '../../../lib/text/text.ts';
import type { CurrentStanding } from '../application.ts';
import type { DocumentEntry } from '../document-entry.ts';
import type { ApplicationOutcome } from '../schemas.ts';
import type { BookedRow } from './book-store.ts';

/** The vendor book lists each vendor that an organizer has worked with once, with its outcomes. */

interface BookVendor {
  /** The vendor's newest application. */
  readonly newest: BookedRow;
  /** The vendor's applications, sorted by latest event. */
  readonly events: readonly BookedRow[];
  readonly outcomes: ReadonlyMap<ApplicationOutcome, number>;
}

/** A vendor on the current page, with its current record and the documents from its newest application. */
export interface BookEntry extends BookVendor {
  readonly vendor: { readonly id: string; readonly license_number: string } | null;
  readonly standing: CurrentStanding | null;
  readonly documents: readonly DocumentEntry[];
}

export interface BookPage {
  readonly entries: readonly BookEntry[];
  /** The number of matching vendors (`total`) and of all vendors (`all`). */
  readonly total: number;
  readonly all: number;
  readonly page: number;
  readonly pageSize: number;
}

/**
 * Groups the rows by license, or by name if there is no license number. Returns one vendor per group, sorted
 * by name.
 */
export function toVendors(rows: readonly BookedRow[]): readonly BookVendor[] {
  const groups = Map.groupBy(rows, keyOf);
  return [...groups.values()]
    .flatMap((events) => {
      const [newest] = events;
      return newest ? [{ newest, events, outcomes: countOutcomes(events) }] : [];
    })
    .toSorted(
      (a, b) =>
        a.newest.business_name.localeCompare(b.newest.business_name, 'en', { sensitivity: 'base' }) ||
        a.newest.id.localeCompare(b.newest.id),
    );
}

/** Returns true if each word of the text occurs in the vendor's name, license, food, contact or events. */
export function fitsText({ events }: BookVendor, text: string): boolean {
  const words = foldForSearch(text).split(' ').filter(Boolean);
  const all = foldForSearch(
    events
      .flatMap((each) => [
        each.business_name,
        each.license_number,
        each.food,
        each.contact_name,
        each.event_name,
      ])
      .join('\n'),
  );
  return words.every((word) => all.includes(word));
}

function keyOf({ license_digits, license_type, business_name }: BookedRow): string {
  return license_digits === ''
    ? `name ${foldForSearch(business_name)}`
    : `${license_type ?? ''} ${license_digits}`;
}

function countOutcomes(events: readonly BookedRow[]): ReadonlyMap<ApplicationOutcome, number> {
  const counts = new Map<ApplicationOutcome, number>();
  for (const { outcome } of events) {
    const known = outcome as ApplicationOutcome | null;
    if (known !== null) counts.set(known, (counts.get(known) ?? 0) + 1);
  }
  return counts;
}
