import type { Truth } from '../truth/truth.ts';

/** What pages, mails and papers call the verdicts: a short record has a name of its own. */
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

/** What a verdict on a record must be shown as. */
export function shownOf({ gradeStatus }: Truth, verdict: Truth['verdict']): ShownName {
  return verdict === 'REVIEW' && gradeStatus === 'insufficient_record' ? 'SHORT_RECORD' : verdict;
}

/** What a verdict is called where nothing is known of the grade. */
export function groupName(verdict: Truth['verdict']): string {
  const { name } = VERDICT_WORDS[verdict];
  return verdict === 'REVIEW' ? `${name} / ${VERDICT_WORDS.SHORT_RECORD.name}` : name;
}
