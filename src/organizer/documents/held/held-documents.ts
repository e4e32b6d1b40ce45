import { requiredDocuments } from '../../../decisions/decide/documents/required-documents.ts';
import type { EventType } from '../../../decisions/decide/schemas.ts';
import type { IsoDate } from '../../../lib/time/dates.ts';
import { LICENSE_COPY, RENEWED_LICENSE } from '../kinds.ts';
import type { HeldRow } from './held-documents-store.ts';

/** Finds which of a vendor's documents are the newest on file, and when they expire. Pure. */

/** An account and a license that it is the verified owner of. */
export interface LicenseOwner {
  readonly account_id: string;
  readonly license_type: string;
  readonly license_digits: string;
}

/** The newest document of its kind that a vendor sent with any application under one license. */
export interface HeldDocument extends LicenseOwner {
  readonly code: string;
  readonly expires_on: IsoDate;
  /** The event that it was sent for. */
  readonly event_name: string;
  /** The application that a newer one can be sent with now. Undefined if no open application asks for it. */
  readonly upload: HeldRow | undefined;
}

/** The license itself has its own reminders, from the date on record. */
const ABOUT_LICENSE: readonly string[] = [LICENSE_COPY, RENEWED_LICENSE];

/**
 * Lists the expiring documents of each owner, one for each license and kind. Returns none for a kind whose
 * newest file has no expiry date, because it may be valid for longer.
 */
export function newestDocuments(
  owners: readonly LicenseOwner[],
  rows: readonly HeldRow[],
  now: Date,
): HeldDocument[] {
  const byAccount = Map.groupBy(rows, ({ account_id }) => account_id);
  return owners.flatMap(({ account_id, license_type, license_digits }) => {
    const own = (byAccount.get(account_id) ?? []).filter(
      (row) =>
        row.license_digits === license_digits &&
        (row.license_type === null || row.license_type === license_type),
    );
    const open = own.filter((row) => isOpenFor(row, now));
    return [...Map.groupBy(own, ({ code }) => code)].flatMap(([code, files]) => {
      if (code === null || ABOUT_LICENSE.includes(code)) return [];
      const newest = latestBy(files, ({ received_at }) => received_at);
      const last = latestBy(files, ({ expires_on }) => expires_on);
      if (!last?.expires_on || newest?.expires_on === null) return [];
      const { expires_on, event_name } = last;
      const upload = open.find(({ event_type }) => asksFor(event_type, code));
      return [{ account_id, license_type, license_digits, code, expires_on, event_name, upload }];
    });
  });
}

function isOpenFor({ event_status, ends_at }: HeldRow, now: Date): boolean {
  return event_status === 'Published' && Date.parse(ends_at) > now.getTime();
}

function asksFor(eventType: string, code: string): boolean {
  // The database types event types as text, but the code only ever writes EventType values.
  return requiredDocuments(eventType as EventType).some((document) => document.code === code);
}

function latestBy(rows: readonly HeldRow[], dayOf: (row: HeldRow) => string | null): HeldRow | undefined {
  return rows.reduce<HeldRow | undefined>(
    (best, row) => (best && (dayOf(best) ?? '') > (dayOf(row) ?? '') ? best : row),
    undefined,
  );
}
