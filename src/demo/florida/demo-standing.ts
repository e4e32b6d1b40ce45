import type { Random } from '../../lib/random.ts';
import { daysBetween } from '../../lib/time/dates.ts';
import { currentExpiry, type DemoCalendar, expiryDate } from './demo-calendar.ts';
import type { DemoLicense } from './demo-vendor.ts';
import * as rates from './rates.ts';

type DemoLicenseStatus = Pick<DemoLicense, 'primaryStatus' | 'secondaryStatus' | 'expiryDate'>;
export type StandingKind =
  | 'current'
  | 'transfer'
  | 'transfer-delinquent'
  | 'delinquent'
  | 'delinquent-old'
  | 'superseded'
  | 'relinquished';

/** Returns the status codes and expiration date of a license that is in this state today. */
export function standingOf(kind: StandingKind, district: number, calendar: DemoCalendar): DemoLicenseStatus {
  const { today } = calendar;
  const next = currentExpiry(district, today);
  const last = expiryDate(district, today, 0);
  switch (kind) {
    case 'current':
      return { primaryStatus: '20', secondaryStatus: '20', expiryDate: next };
    case 'transfer':
      return { primaryStatus: '20', secondaryStatus: '18', expiryDate: next };
    case 'transfer-delinquent':
      return { primaryStatus: '45', secondaryStatus: '18', expiryDate: last };
    case 'delinquent':
      return { primaryStatus: '45', secondaryStatus: '20', expiryDate: last };
    case 'delinquent-old':
      return { primaryStatus: '45', secondaryStatus: '20', expiryDate: expiryDate(district, today, -1) };
    case 'superseded':
      return { primaryStatus: '45', secondaryStatus: '45', expiryDate: last };
    case 'relinquished':
      return { primaryStatus: '46', secondaryStatus: '', expiryDate: last };
  }
}

/**
 * Draws the state of a license. A license issued after the last expiration date, according to `opened`,
 * cannot have lapsed on that date.
 */
export function drawStanding(
  random: Random,
  district: number,
  opened: number | undefined,
  calendar: DemoCalendar,
): StandingKind {
  const daysPast = daysBetween(expiryDate(district, calendar.today, 0), calendar.today);
  const luck = random();
  const other = random();
  if (luck < rates.RELINQUISHED_SHARE) return 'relinquished';
  if (opened !== undefined && opened <= daysPast)
    return other < rates.TRANSFER_SHARE ? 'transfer' : 'current';
  if (other < rates.TRANSFER_SHARE) return luck < 0.5 ? 'transfer' : 'transfer-delinquent';
  const delinquent =
    rates.DELINQUENT_BASE + rates.DELINQUENT_EXTRA * Math.exp(-daysPast / rates.DELINQUENT_DECAY_DAYS);
  if (luck >= delinquent) return 'current';
  const old = opened === undefined || opened > daysPast + 365;
  return old && luck < rates.DELINQUENT_OLD_SHARE ? 'delinquent-old' : 'delinquent';
}
