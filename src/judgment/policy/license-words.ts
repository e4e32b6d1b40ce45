import type { Language } from '../../lib/language/language.ts';
import { describeDay } from '../../lib/time/dates.ts';
import { UNCONFIRMED } from '../scorecard/messages.ts';
import type { License } from '../scorecard/schemas.ts';

/** Explains why a license is not confirmed, according to the newest file for its district. */
export function describeUnconfirmed(
  { status, expires_on: expiresOn }: Pick<License, 'status' | 'expires_on'>,
  language: Language = 'en',
): string {
  const t = UNCONFIRMED[language];
  const day = expiresOn === null ? null : describeDay(expiresOn, language);
  switch (status) {
    case 'current':
      return day === null ? t.currentWithoutDate : t.ran({ day });
    case 'delinquent':
      return day === null ? t.delinquent : t.delinquentSince({ day });
    case 'relinquished':
      return t.relinquished;
    case 'transfer_pending':
      return t.transferPending;
    case 'no_file':
      return t.noFile;
    case 'not_on_file':
      return t.notOnFile;
    case 'unknown':
      return t.unknown;
  }
}
