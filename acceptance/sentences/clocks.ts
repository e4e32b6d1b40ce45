import { plusDays } from '../truth/days.ts';
import type { Clocks } from './published.ts';

/**
 * The records are read on their as-of date, 20 and 90 days later, and on the license's last day and the day
 * after. They are also read for events around that last day.
 */
export const CLOCKS: Clocks = (asOf, expiresOn) => {
  const later = (days: number) => plusDays(asOf, days);
  const always = [
    { today: asOf },
    { today: later(20) },
    { today: later(90) },
    { today: later(20), event: { first: later(100), last: later(102) } },
  ];
  if (expiresOn === null || expiresOn < asOf) return always;
  return [
    ...always,
    { today: asOf, event: { first: expiresOn, last: plusDays(expiresOn, 1) } },
    { today: later(5), event: { first: plusDays(expiresOn, 10), last: plusDays(expiresOn, 10) } },
    ...(expiresOn < later(60) ? [{ today: expiresOn }, { today: plusDays(expiresOn, 1) }] : []),
  ];
};
