import { SEVERITY_NAMES, VERDICT_MEANINGS } from '../../../decisions/decide/decision-words.ts';
import type { ShownVerdict } from '../../../decisions/decide/messages.ts';
import type { Severity } from '../../../judgment/policy/policy.ts';
import type { Scorecard } from '../../../judgment/scorecard/schemas.ts';
import type { RecordsOld } from '../../../published-state/records-age.ts';
import { EVENT_HINTS } from './decision-messages.ts';

/** Names for a decision's codes on pages. Every code has a word and a symbol in addition to its color. */

/**
 * Selects a color. The words next to it say the same. `none` is gray: nothing is known for or against
 * booking.
 */
export type Tone = 'good' | 'care' | 'open' | 'bad' | 'none';

/**
 * Verdict colors do not form a scale. "Book with care" and "Review first" differ only in symbol and wording,
 * since neither group had better outcomes than the other. Amber is reserved for findings.
 */
export const VERDICTS: Readonly<Record<ShownVerdict, { sign: string; tone: Tone; meaning: string }>> = {
  CLEAR: {
    sign: '✓',
    tone: 'good',
    meaning: VERDICT_MEANINGS.CLEAR,
  },
  CONDITIONAL: {
    sign: '!',
    tone: 'open',
    meaning: VERDICT_MEANINGS.CONDITIONAL,
  },
  REVIEW: {
    sign: '?',
    tone: 'open',
    meaning: VERDICT_MEANINGS.REVIEW,
  },
  SHORT_RECORD: {
    sign: '–',
    tone: 'none',
    meaning: VERDICT_MEANINGS.SHORT_RECORD,
  },
  DECLINE: {
    sign: '✕',
    tone: 'bad',
    meaning: VERDICT_MEANINGS.DECLINE,
  },
};

/** The color of each letter, on every page. The badge draws the same colors. */
export const GRADE_TONES: Readonly<Record<NonNullable<Scorecard['grade']>, Tone>> = {
  A: 'good',
  B: 'good',
  C: 'care',
  D: 'bad',
  F: 'bad',
};

export const SEVERITIES: Readonly<Record<Severity, { sign: string; name: string }>> = {
  blocking: { sign: '✕', name: SEVERITY_NAMES.blocking },
  serious: { sign: '?', name: SEVERITY_NAMES.serious },
  caution: { sign: '!', name: SEVERITY_NAMES.caution },
  info: { sign: '✓', name: SEVERITY_NAMES.info },
};

export const { en: EVENT_TYPE_HINTS } = EVENT_HINTS;

/** Returns the tone, adjusted for the age of the records. Old records never get the `good` tone. */
export function toneInAge(tone: Tone, old: RecordsOld | null): Tone {
  return old && tone === 'good' ? 'open' : tone;
}
