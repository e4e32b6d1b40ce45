import { EVENT_TYPE_NAMES, requiredDocuments } from '../../../decisions/decision/documents.ts';
import type { EvidencePack, PackEntry } from '../../../decisions/evidence-pack/pack.ts';
import type { CheckedList, OpenReason } from '../../../ledger/lists/checked-list.ts';
import { shownText } from '../../../ledger/lists/lines.ts';
import { describeDay } from '../../../lib/dates.ts';
import { sortDecided } from './attention.ts';
import { openWords } from './result-page.ts';

const LICENSE_COLUMN: Readonly<Record<OpenReason, string>> = {
  not_on_record: 'Not on record',
  not_chosen: 'Not chosen',
  none_of_these: 'Not decided',
};

/** The checked list as an evidence pack: the vendors as on the page, then the lines that were not decided. */
export function packOf(list: CheckedList, options: { issuer: string; fictional: boolean }): EvidencePack {
  const documents = requiredDocuments(list.eventType);
  const toCollect = documents.map(({ code, name }) => ({ code, name, state: 'to_collect' as const }));
  const decided = sortDecided(list.decided, 'attention').map(({ line, decision }): PackEntry => {
    const typed = `Line ${line.line} of the list: ${shownText(line)}`;
    return {
      kind: 'decided',
      decision: { ...decision, required_documents: [...documents] },
      documents: toCollect,
      notes: [typed, ...line.notes],
    };
  });
  const open = list.open.map(
    (each): PackEntry => ({
      kind: 'undecided',
      line: shownText(each.line),
      reason: openWords(each),
      license: LICENSE_COLUMN[each.reason],
      notes: [`Line ${each.line.line} of the list`, ...each.line.notes],
    }),
  );
  return {
    title: 'Evidence pack',
    event: { type: EVENT_TYPE_NAMES[list.eventType], dates: describeDay(list.eventDate) },
    madeAt: list.checkedAt,
    ...options,
    entries: [...decided, ...open],
  };
}
