import type { Truth } from '../truth/truth.ts';

/** The names of verdicts on pages, in emails and in documents. A short record has a name of its own. */
export const VERDICT_WORDS = {
  CLEAR: { name: 'Clear to book', sign: '✓' },
  CONDITIONAL: { name: 'Book with care', sign: '!' },
  REVIEW: { name: 'Review first', sign: '?' },
  SHORT_RECORD: { name: 'Not enough record', sign: '–' },
  DECLINE: { name: 'Don’t book', sign: '✕' },
} as const;

export type ShownName = keyof typeof VERDICT_WORDS;

export const SHOWN: readonly ShownName[] = Object.keys(VERDICT_WORDS).filter(
  (each): each is ShownName => each in VERDICT_WORDS,
);

/** Returns the name under which a verdict on a record must be shown. */
export function shownOf({ gradeStatus }: Truth, verdict: Truth['verdict']): ShownName {
  return verdict === 'REVIEW' && gradeStatus === 'insufficient_record' ? 'SHORT_RECORD' : verdict;
}

/** Returns the name of a verdict if the grade is unknown. */
export function groupName(verdict: Truth['verdict']): string {
  const { name } = VERDICT_WORDS[verdict];
  return verdict === 'REVIEW' ? `${name} / ${VERDICT_WORDS.SHORT_RECORD.name}` : name;
}
