import { SEVERITY_NAMES, VERDICT_MEANINGS } from '../../../decisions/decide/decision-words.ts';
import type { ShownVerdict } from '../../../decisions/decide/messages.ts';
import type { Severity } from '../../../judgment/policy/policy.ts';
import type { RecordsOld } from '../../../published-state/records-age.ts';
import { EVENT_HINTS } from './decision-messages.ts';

/** Names of a decision's codes on pages. Each has a word and a sign in addition to its color. */

/** Sets the colors; the words say the same. `none` is gray: nothing is known in favor of booking or against it. */
export type Tone = 'good' | 'care' | 'open' | 'bad' | 'none';

/**
 * The colors of verdicts are not a scale. "Book with care" and "Review first" differ only by sign and word, since
 * neither turned out better than the other. Amber is for findings.
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

export const SEVERITIES: Readonly<Record<Severity, { sign: string; name: string }>> = {
  blocking: { sign: '✕', name: SEVERITY_NAMES.blocking },
  serious: { sign: '?', name: SEVERITY_NAMES.serious },
  caution: { sign: '!', name: SEVERITY_NAMES.caution },
  info: { sign: '✓', name: SEVERITY_NAMES.info },
};

export const { en: EVENT_TYPE_HINTS } = EVENT_HINTS;

/** Returns the tone of a mark. Old records never get a good color. */
export function toneInAge(tone: Tone, old: RecordsOld | null): Tone {
  return old && tone === 'good' ? 'open' : tone;
}
