import { documentsAfter } from '../../../decisions/decide/documents/required-documents.ts';
import { EVENT_TYPES_NAMED } from '../../../decisions/decide/messages.ts';
import type { EvidencePack, PackEntry } from '../../../decisions/evidence-pack/pack.ts';
import type { Language } from '../../../lib/language/language.ts';
import { describeDay } from '../../../lib/time/dates.ts';
import type { CheckedList, ListedDecision } from '../../../organizer/lists/checked-list.ts';
import { describeNote } from '../../../organizer/lists/line-words.ts';
import { type ListLine, shownText } from '../../../organizer/lists/list-lines.ts';
import { sortDecided } from './attention.ts';
import { LICENSES_OPEN, LIST_PACK } from './messages.ts';
import { openWords } from './open-words.ts';

interface PackOptions {
  readonly issuer: string;
  readonly fictional: boolean;
  readonly language: Language;
  readonly pages: 'all' | 'findings';
}

/**
 * Returns the checked list as an evidence pack. The vendors come first, in the same order as on the page,
 * followed by the lines without a decision.
 */
export function packOf(list: CheckedList, options: PackOptions): EvidencePack {
  const { language } = options;
  const t = LIST_PACK[language];
  const notesOf = ({ notes }: ListLine) => notes.map((note) => describeNote(note, language));
  const decided = sortDecided(list.decided, 'attention').map(
    ({ line, decision, told }): PackEntry => ({
      kind: 'decided',
      decision: { ...decision, required_documents: [...documentsOf(decision, list, 'en')] },
      told: told?.language === language ? told.reasons : undefined,
      // As on the decision page, a declined vendor is not asked for documents.
      documents:
        decision.verdict === 'DECLINE'
          ? []
          : documentsOf(decision, list, language).map(({ code, name }) => ({
              code,
              name,
              state: 'to_collect',
            })),
      notes: [t.lineTyped({ line: line.line, text: shownText(line) }), ...notesOf(line)],
    }),
  );
  const open = list.open.map(
    (each): PackEntry => ({
      kind: 'undecided',
      line: shownText(each.line),
      reason: openWords(each, language),
      license: LICENSES_OPEN[language][each.reason],
      notes: [t.line({ line: each.line.line }), ...notesOf(each.line)],
    }),
  );
  return {
    title: t.title,
    event: {
      type: EVENT_TYPES_NAMED[language][list.eventType],
      dates: describeDay(list.eventDate, language),
    },
    madeAt: list.checkedAt,
    ...options,
    hasDocumentStates: false,
    entries: [...decided, ...open],
  };
}

function documentsOf({ reasons }: ListedDecision, { eventType }: CheckedList, language: Language) {
  return documentsAfter(
    reasons.map(({ code }) => code),
    eventType,
    language,
  );
}
