import { shownVerdict, verdictText } from '../../../decisions/decide/decision-words.ts';
import type { Language } from '../../../lib/language/language.ts';
import { type CheckedList, type OpenLine, outcomeOfRepeated } from '../../../organizer/lists/checked-list.ts';
import type { SpoiltLine } from '../../../organizer/lists/list-lines.ts';
import { EARLIER_LINES } from '../../../organizer/lists/messages.ts';
import { OPEN_LINES, OPEN_NUMBERS, OPEN_SHARED } from './messages.ts';

/** Why a line was not decided, and what to ask for. */
export function openWords({ reason, number }: OpenLine, language: Language): string {
  if (number === undefined) return OPEN_LINES[language][reason];
  return (number === 'shared' ? OPEN_SHARED : OPEN_NUMBERS)[language][reason];
}

/** What was decided on the vendor that a line repeats; empty for a line that repeats none. */
export function repeatedWords(list: CheckedList, spoilt: SpoiltLine, language: Language): string {
  const outcome = outcomeOfRepeated(list, spoilt);
  if (!outcome) return '';
  const { line, decision } = outcome;
  const t = EARLIER_LINES[language];
  if (decision === undefined) return t.open({ line });
  return t.decided({ line, verdict: verdictText(shownVerdict(decision), language) });
}
