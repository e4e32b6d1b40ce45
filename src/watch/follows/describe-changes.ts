import { verdictGroupText } from '../../decisions/decide/decision-words.ts';
import { LICENSE_KINDS } from '../../decisions/decide/messages.ts';
import { describeHold } from '../../judgment/policy/hold-words.ts';
import { quoteDated, quoteWords } from '../../judgment/scorecard/quote.ts';
import type { Language } from '../../lib/language/language.ts';
import { quotedName } from '../../lib/text/names-in-email.ts';
import { describeDay } from '../../lib/time/dates.ts';
import { toReportedOrder } from '../../records/changes/reported-order.ts';
import type { ChangeKind, RecordChange, VisitInShort } from '../../records/changes/schemas.ts';
import { REGULATOR } from '../../regulator/source/regulator.ts';
import { compareOrders, dayText, gradeText, placeText, sameName } from '../paid/compare-states.ts';
import { CHANGES, STATUSES } from '../paid/messages.ts';
import { countsText } from '../paid/visit-changes.ts';
import { SENTENCES } from './change-messages.ts';

/** A change of a record in one sentence. */
export interface ChangeSentence {
  readonly text: string;
  /** True for our grade and recommendation, which are not the regulator's. */
  readonly isOurs: boolean;
  /** True if only our rules or our program changed. */
  readonly isByRules: boolean;
}

type Values = NonNullable<RecordChange['before']>;
type Describe = (was: Values, is: Values, language: Language, change: RecordChange) => readonly string[];

/**
 * Describes the changes of one publication that the change feed lists for a vendor. Leaves out what follows
 * from other changes, and the readings of ours that show in the grade or the recommendation. Pure.
 */
export function describeChanges(changes: readonly RecordChange[], language: Language): ChangeSentence[] {
  const t = SENTENCES[language];
  const regulator = REGULATOR.shortName;
  return changes.flatMap((change) => {
    const isOurs = OURS.has(change.kind);
    const isByRules = change.cause === 'rules';
    // Our program read a fact differently. The regulator changed nothing, so there is nothing to report.
    if (isByRules && !isOurs) return [];
    const sentences = DESCRIPTIONS[change.kind](change.before ?? {}, change.after ?? {}, language, change);
    return sentences.map((sentence) => ({
      text: isByRules ? t.byRules({ sentence, regulator }) : sentence,
      isOurs,
      isByRules,
    }));
  });
}

const OURS: ReadonlySet<ChangeKind> = new Set(['grade', 'verdict']);
const REGULATOR_NAMED = { regulator: REGULATOR.shortName };

const DESCRIPTIONS: Readonly<Record<ChangeKind, Describe>> = {
  appeared: (_was, _is, language) => [SENTENCES[language].appeared(REGULATOR_NAMED)],
  disappeared: (_was, _is, language) => [SENTENCES[language].disappeared(REGULATOR_NAMED)],
  hold: describeHoldChange,
  status: describeLicense,
  verdict: ({ verdict: from }, { verdict: to }, language) =>
    from === undefined || to === undefined
      ? []
      : [
          SENTENCES[language].verdict({
            from: verdictGroupText(from, language),
            to: verdictGroupText(to, language),
          }),
        ],
  grade: describeGrade,
  identity: describeIdentity,
  gravest_event: () => [],
  uncertain_record: () => [],
  final_orders: describeOrders,
  visits: describeVisits,
};

function describeHoldChange({ hold: was }: Values, { hold: is }: Values, language: Language): string[] {
  if (is && is.reasons.length > 0) return [describeHold(is, language)];
  if (!was || was.reasons.length === 0) return [];
  const quotes = was.reasons.map(({ text, since }) => quoteDated(text, since, language)).join('; ');
  return [SENTENCES[language].holdEnded({ ...REGULATOR_NAMED, quotes })];
}

function describeLicense(was: Values, is: Values, language: Language): string[] {
  const t = SENTENCES[language];
  const names = STATUSES[language];
  const { status: before } = was;
  const { status } = is;
  const expires = {
    from: dayText(was.expires_on ?? null, language),
    to: dayText(is.expires_on ?? null, language),
  };
  return [
    ...(before === undefined || status === undefined || before === status
      ? []
      : [t.status({ from: names[before], to: names[status] })]),
    ...(expires.from === expires.to ? [] : [t.expires(expires)]),
  ];
}

function describeGrade(was: Values, is: Values, language: Language): string[] {
  const { grade: before = null, grade_status: statusBefore } = was;
  const { grade = null, grade_status: status } = is;
  if (statusBefore === undefined || status === undefined) return [];
  // Another reason for having no letter follows from facts that have sentences.
  if (before === null && grade === null) return [];
  const from = gradeText({ grade: before, grade_status: statusBefore }, language);
  const to = gradeText({ grade, grade_status: status }, language);
  return from === to ? [] : [SENTENCES[language].grade({ from, to })];
}

/** Describes another name, number, kind or place. Another spelling of a name is not a change. */
function describeIdentity(was: Values, is: Values, language: Language): string[] {
  const t = SENTENCES[language];
  const sentences: string[] = [];
  const { name = '', license_number: number, license_type: type } = is;
  if (!sameName(was.name ?? '', name))
    sentences.push(t.name({ from: quotedName(was.name ?? ''), to: quotedName(name) }));
  if (was.license_number !== undefined && number !== undefined && was.license_number !== number)
    sentences.push(t.number({ from: was.license_number, to: number }));
  const kinds = LICENSE_KINDS[language];
  if (was.license_type !== undefined && type !== undefined && was.license_type !== type)
    sentences.push(t.type({ from: kinds[was.license_type], to: kinds[type] }));
  const from = describePlaceOnFile(was, language);
  const to = describePlaceOnFile(is, language);
  if (from !== to) sentences.push(t.place({ from, to }));
  return sentences;
}

/** Returns the city and the county. A ZIP code or a district by itself is not reported. */
function describePlaceOnFile({ city = null, county = null }: Values, language: Language): string {
  return placeText({ city, county, zip: null, district: null }, language);
}

function describeOrders({ final_orders: was }: Values, { final_orders: is }: Values, language: Language) {
  if (!was || !is) return [];
  const t = SENTENCES[language];
  const { none } = CHANGES[language];
  const orders = { before: { orders: was.map(toReportedOrder) }, after: { orders: is.map(toReportedOrder) } };
  return compareOrders(orders.before, orders.after, language).map(({ from, to }) => {
    if (from === none) return to;
    return to === none ? t.orderGone({ order: from }) : t.orderChanged({ from, to });
  });
}

/** Describes new, missing and changed inspections, oldest first. The owner of one is our reading. */
function describeVisits(was: Values, is: Values, language: Language, { fields }: RecordChange): string[] {
  const t = SENTENCES[language];
  const before = new Map(was.visits?.map((visit) => [visit.visit_id, visit]));
  const after = [...(is.visits ?? [])].reverse();
  const current = new Set(after.map(({ visit_id }) => visit_id));
  const gone = [...before.values()].filter(({ visit_id }) => !current.has(visit_id)).reverse();
  return [
    ...after.flatMap((visit) => {
      const day = describeDay(visit.date, language);
      const now = describeVisit(visit, language);
      const known = before.get(visit.visit_id);
      if (!known) return [t.visit({ ...REGULATOR_NAMED, day, owner: visit.owner, ...now })];
      const past = describeVisit(known, language);
      const dayBefore = describeDay(known.date, language);
      if (day !== dayBefore || t.visitWas(past) !== t.visitWas(now))
        return [t.visitChanged({ before: dayBefore, day, ...now, was: t.visitWas(past) })];
      return fields.includes('violations') && known.owner === visit.owner ? [t.cited({ day })] : [];
    }),
    ...gone.map((visit) =>
      t.visitRemoved({
        day: describeDay(visit.date, language),
        result: quoteWords(visit.disposition, language),
      }),
    ),
  ];
}

function describeVisit({ type, disposition, counts }: VisitInShort, language: Language) {
  return {
    type: quoteWords(type, language),
    result: quoteWords(disposition, language),
    counts: countsText(counts, language),
  };
}
