import { joinWords, type Language } from '../../lib/language/language.ts';
import { describeDay } from '../../lib/time/dates.ts';
import type { PastClosure } from './past-closures.ts';
import { POLICY } from './policy-messages.ts';

/**
 * Returns the dates of closures in words, such as "on March 3, 2026 and by May 2, 2026". "By" means that the
 * closure is known only from a callback.
 */
export function closureDays(closures: readonly PastClosure[], language: Language): string {
  const t = POLICY[language];
  const days = closures.map(({ on, is_exact }) => {
    const day = describeDay(on, language);
    return is_exact ? t.closedOn({ day }) : t.closedBy({ day });
  });
  return joinWords(days, language);
}
