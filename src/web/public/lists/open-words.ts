import type { OpenLine } from '../../../ledger/lists/checked-list.ts';
import type { Language } from '../../../lib/language.ts';
import { OPEN_LINES, OPEN_NUMBERS, OPEN_SHARED } from './messages.ts';

/** Why a line was not decided, and what to ask for. */
export function openWords({ reason, number }: OpenLine, language: Language): string {
  if (number === undefined) return OPEN_LINES[language][reason];
  return (number === 'shared' ? OPEN_SHARED : OPEN_NUMBERS)[language][reason];
}
