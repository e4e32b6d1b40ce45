import type { Language } from '../../lib/language/language.ts';
import { describeDay, type IsoDate } from '../../lib/time/dates.ts';
import { SCORE_RULES } from '../score/rules.ts';
import { POLICY } from './policy-messages.ts';

interface TooFew {
  readonly confirmed: boolean;
  /** Our text about inspections that may belong to another owner, or null if there are none. */
  readonly uncertainText: string | null;
  /** The disposition of the last visit, in the regulator's words. Null if there is no visit. */
  readonly lastDisposition: string | null;
  /** The date before which inspections are still being loaded, or null if none are. */
  readonly loadingBefore: IsoDate | null;
  /**
   * The first date in the inspection files for the vendor's district, or null if no such file has been read.
   */
  readonly from: IsoDate | null;
  /** The number of the owner's inspections that can count toward a grade. */
  readonly known: number;
}

/**
 * Explains why there is no grade and what it takes to get one. Decisions and self-checks have the same
 * wording.
 */
export function tooFewText(facts: TooFew, language: Language = 'en'): string {
  const { confirmed, uncertainText, lastDisposition, loadingBefore, from, known } = facts;
  const t = POLICY[language];
  const owner = confirmed ? 'current' : 'lastKnown';
  const { cases: needed } = SCORE_RULES.minimumRecord;
  const noneText = from === null ? t.notRead : t.noInspection({ owner, count: needed });
  // Even if there are enough inspections, at least one more is needed: a more recent one, or one of the
  // business in operation.
  const more = Math.max(1, needed - known);
  const fewText = lastDisposition === null ? noneText : t.tooFew({ owner, count: more });
  const text = loadingBefore === null ? fewText : t.loading({ day: describeDay(loadingBefore, language) });
  return uncertainText === null ? text : `${text} ${uncertainText}`;
}
