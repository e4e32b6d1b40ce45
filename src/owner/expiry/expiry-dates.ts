import { daysBetween, type IsoDate } from '../../lib/time/dates.ts';
import type { HeldDocument, LicenseOwner } from '../../organizer/documents/held/held-documents.ts';
import { licenseRefKey } from '../../regulator/licenses/number.ts';

/** Lists when a vendor's licenses and documents expire, and which reminders of that are due. Pure. */

/** The numbers of days before an expiry date at which its owner is emailed. */
const LICENSE_STEPS = [60, 30, 7];
const DOCUMENT_STEPS = [30, 7];
/** The code of a license's own reminders, next to the codes of documents. */
export const LICENSE_CODE = 'license';

/** A license in the published records. */
export interface LicenseDate {
  /** With its letters. */
  readonly number: string;
  readonly name: string;
  /** Null if there is no date, or if the license is not current. */
  readonly expires_on: IsoDate | null;
  /** The day of the license file that lists it. */
  readonly file_date: IsoDate;
}

/** Licenses by type and digits. */
export type LicenseDates = ReadonlyMap<string, LicenseDate>;

/** A date on which an owner's license or document expires. */
export type ExpiryDate = LicenseOwner & {
  readonly code: string;
  readonly due_on: IsoDate;
  readonly license_number: string;
} & (
    | { readonly kind: 'license'; readonly license: LicenseDate }
    | { readonly kind: 'document'; readonly document: HeldDocument }
  );

/** A reminder of an expiry date. It is sent once for each date and step. */
export type DueReminder = ExpiryDate & { readonly days: number };

/** Lists the expiry dates from today on, the earliest first. */
export function listExpiryDates(
  owners: readonly LicenseOwner[],
  licenses: LicenseDates,
  documents: readonly HeldDocument[],
  today: IsoDate,
): ExpiryDate[] {
  const ofLicenses = owners.flatMap((owner): ExpiryDate[] => {
    const license = licenses.get(licenseRefKey(owner));
    if (!license?.expires_on) return [];
    return [
      {
        ...toOwner(owner),
        kind: 'license',
        code: LICENSE_CODE,
        due_on: license.expires_on,
        license_number: license.number,
        license,
      },
    ];
  });
  const ofDocuments = documents.map(
    (document): ExpiryDate => ({
      ...toOwner(document),
      kind: 'document',
      code: document.code,
      due_on: document.expires_on,
      license_number: licenses.get(licenseRefKey(document))?.number ?? document.license_digits,
      document,
    }),
  );
  return [...ofLicenses, ...ofDocuments]
    .filter(({ due_on }) => due_on >= today)
    .toSorted((a, b) => a.due_on.localeCompare(b.due_on));
}

/**
 * Lists the reminders that are due today, for dates that are not past. Only the nearest step counts, so an owner who claims a license late
 * is not sent the earlier ones.
 */
export function listDueReminders(dates: readonly ExpiryDate[], today: IsoDate): DueReminder[] {
  return dates.flatMap((date) => {
    const left = daysBetween(today, date.due_on);
    const steps = date.kind === 'license' ? LICENSE_STEPS : DOCUMENT_STEPS;
    const days = steps.findLast((step) => left <= step);
    return days === undefined ? [] : [{ ...date, days }];
  });
}

/**
 * Groups reminders into emails: one for each account, kind, date and step. Licenses whose dates come from
 * files of different days are in different emails, because an email quotes one day.
 */
export function groupIntoEmails(due: readonly DueReminder[]): [DueReminder, ...DueReminder[]][] {
  const groups = Map.groupBy(due, (each) =>
    [
      each.account_id,
      each.kind,
      each.due_on,
      each.days,
      each.kind === 'license' ? each.license.file_date : '',
    ].join(' '),
  );
  return [...groups.values()].flatMap(([first, ...rest]) => (first ? [[first, ...rest]] : []));
}

function toOwner({ account_id, license_type, license_digits }: LicenseOwner): LicenseOwner {
  return { account_id, license_type, license_digits };
}
