import type { Language } from '../../lib/language/language.ts';
import { describeDay, type IsoDate } from '../../lib/time/dates.ts';
import { SCORE_RULES } from '../score/rules.ts';
import { POLICY } from './policy-messages.ts';

interface TooFew {
  readonly confirmed: boolean;
  /** Our text about inspections that may be another owner's; null if there are none. */
  readonly uncertainText: string | null;
  /** The regulator's words for how the last visit ended. */
  readonly lastDisposition: string | null;
  /** The day before which inspections are still being loaded; null if none are. */
  readonly loadingBefore: IsoDate | null;
  /** The first day of the inspection files for the vendor's district; null if none was read. */
  readonly from: IsoDate | null;
  /** The number of the owner's inspections that can count toward a grade. */
  readonly known: number;
}

/**
 * Explains why there is no grade and what it takes to get one, with the same wording in decisions and
 * self-checks.
 */
export function tooFewText(facts: TooFew, language: Language = 'en'): string {
  const { confirmed, uncertainText, lastDisposition, loadingBefore, from, known } = facts;
  const t = POLICY[language];
  const owner = confirmed ? 'current' : 'lastKnown';
  const { cases: needed } = SCORE_RULES.minimumRecord;
  const noneText = from === null ? t.notRead : t.noInspection({ owner, count: needed });
  // Even if there are enough inspections, one more is needed: a newer one, or one of the business in
  // operation.
  const more = Math.max(1, needed - known);
  const fewText = lastDisposition === null ? noneText : t.tooFew({ owner, count: more });
  const text = loadingBefore === null ? fewText : t.loading({ day: describeDay(loadingBefore, language) });
  return uncertainText === null ? text : `${text} ${uncertainText}`;
}
