import { shownVerdict, verdictText } from '../../../decisions/decide/decision-words.ts';
import type { Language } from '../../../lib/language/language.ts';
import { type CheckedList, type OpenLine, outcomeOfRepeated } from '../../../organizer/lists/checked-list.ts';
import { type ListLine, otherLicenseOf, type SpoiltLine } from '../../../organizer/lists/list-lines.ts';
import { EARLIER_LINES } from '../../../organizer/lists/messages.ts';
import type { OtherLicense } from '../../../regulator/source/other-license.ts';
import { REGULATOR } from '../../../regulator/source/regulator.ts';
import { OPEN_LINES, OPEN_NUMBERS, OPEN_SHARED, OTHER_LINES } from './messages.ts';

/** Explains why there is no decision for a line, and what to ask the vendor for. */
export function openWords({ line, reason, number }: OpenLine, language: Language): string {
  const other = otherLicenseFor(line, language);
  if (other) return OTHER_LINES[language].openOther({ kind: other.name });
  if (number === undefined) return OPEN_LINES[language][reason];
  return (number === 'shared' ? OPEN_SHARED : OPEN_NUMBERS)[language][reason];
}

/**
 * Returns the license type in a line if the records do not cover it, with the documents to collect instead.
 */
export function otherLicenseFor(line: ListLine, language: Language): OtherLicense | undefined {
  const kind = otherLicenseOf(line);
  return kind && REGULATOR.otherLicenses(language).find(({ code }) => code === kind);
}

/** Returns the decision for the vendor that a line repeats. Empty if the line does not repeat another. */
export function repeatedWords(list: CheckedList, spoilt: SpoiltLine, language: Language): string {
  const outcome = outcomeOfRepeated(list, spoilt);
  if (!outcome) return '';
  const { line, decision } = outcome;
  const t = EARLIER_LINES[language];
  if (decision === undefined) return t.open({ line });
  return t.decided({ line, verdict: verdictText(shownVerdict(decision), language) });
}
