import type { Language } from '../../lib/language/language.ts';
import { COVER, STATES_NAMED } from './messages.ts';
import type { PackDocument, PackDocumentState } from './pack.ts';

const BOXES: Readonly<Record<PackDocumentState, string>> = {
  to_collect: '☐',
  received: '☐',
  confirmed: '☑',
  waived: '☑',
  rejected: '☐',
};

/** Returns a box that is visible at a glance, or to check by hand, and the state in words. */
export function documentRow({ name, state, detail }: PackDocument, language: Language): readonly string[] {
  return [`${BOXES[state]} ${name}`, STATES_NAMED[language][state], detail ?? ''];
}

/** "2 of 9". Confirmed and waived ones count. */
export function documentsText(documents: readonly PackDocument[], language: Language): string {
  if (documents.length === 0) return '–';
  const inOrder = documents.filter(({ state }) => state === 'confirmed' || state === 'waived').length;
  return COVER[language].inOrder({ count: inOrder, of: documents.length });
}
