import { describeDay, type IsoDate } from '../../lib/dates.ts';

/** The days that stand in a record: of the record, of the newest file, and that its district's files reach. */
export interface RecordDays {
  readonly asOf: IsoDate;
  readonly dataAsOf: IsoDate;
  readonly reachTo: IsoDate;
}

/** The stored texts of a record that name its days. */
export interface DatedTexts {
  readonly scorecard: string;
  readonly facts: string;
}

/**
 * The texts of a record as of another day, where nothing but its days changes. Undefined when the texts do not name the days they
 * should, so that the record must be made anew. Pure; nothing is parsed.
 */
export function redate(texts: DatedTexts, from: RecordDays, to: RecordDays): DatedTexts | undefined {
  const scorecard = redateText(texts.scorecard, from, to);
  const facts = redateText(texts.facts, from, to);
  const told = scorecard && redateNarrative(scorecard, from.asOf, to.asOf);
  return told === undefined || facts === undefined ? undefined : { scorecard: told, facts };
}

/** One text without words about the year, such as the facts. */
export function redateText(text: string, from: RecordDays, to: RecordDays): string | undefined {
  const was = daysText(from);
  const at = text.indexOf(was);
  // A quotation mark within a value has a backslash before it, so a key is found nowhere else.
  if (at < 0 || text.indexOf(',"as_of":') !== at) return undefined;
  return `${text.slice(0, at)}${daysText(to)}${text.slice(at + was.length)}`;
}

function daysText({ asOf, dataAsOf, reachTo }: RecordDays): string {
  return `,"as_of":"${asOf}","data_as_of":"${dataAsOf}","records_reach_to":"${reachTo}"`;
}

/** The sentences of the year name its last day. `nextChange` sees to it that nothing else in them looks like one. */
function redateNarrative(scorecard: string, from: IsoDate, to: IsoDate): string | undefined {
  const start = scorecard.indexOf(',"narrative":');
  const end = scorecard.indexOf(',"disclaimer":', start);
  if (start < 0 || end < 0) return undefined;
  const narrative = scorecard.slice(start, end);
  if (narrative === ',"narrative":null') return scorecard;
  const words = describeDay(from);
  if (!narrative.includes(words)) return undefined;
  const told = narrative.replaceAll(words, describeDay(to));
  return `${scorecard.slice(0, start)}${told}${scorecard.slice(end)}`;
}
