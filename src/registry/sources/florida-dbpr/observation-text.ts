import type { IsoDate } from '../../../lib/dates.ts';
import { cleanText } from '../../../lib/text.ts';
import { OBSERVATION_FLAGS, type ObservationFlag, type ObservationTier } from '../observation.ts';

interface ObservationText {
  readonly tier: ObservationTier;
  readonly flags: readonly ObservationFlag[];
  readonly text: string;
  /** The newest day that the text names as one of a follow-up inspection. */
  readonly followedUpOn: string | null;
}

const TIERS: Readonly<Record<string, ObservationTier>> = {
  'high priority': 'high_priority',
  intermediate: 'intermediate',
  basic: 'basic',
};
const TIER = /^(High Priority|Intermediate|Basic)\s+-\s+/i;
const INITIAL = /^-?\s*From initial inspection\s*:\s*/i;
const FOLLOW_UP = /\s*-?\s*(From follow-up inspection (\d{4}-\d{2}-\d{2}))\s*:\s*/gi;
const MARK =
  /\*{1,2}\s*(Warning|Admin(?:istrative)? Complaint|Stop[ -]Sale|Repeat Violation|Corrected[ -]On[ -]Site|Corrective Action Taken|Time Extended)\s*\*{1,2}/gi;

/** Takes a text apart: its tier from the beginning, the marks from wherever they stand, and the words themselves. */
export function parseObservationText(raw: string): ObservationText {
  const flags = new Set<string>();
  const words = raw.replace(/\s*\n\s*/g, '\n').replace(/On\nSite/g, 'On Site');
  const unmarked = words.replace(MARK, (_, mark: string) => {
    flags.add(flagOf(mark));
    return ' ';
  });
  const { tier, rest } = takeTier(unmarked.trim());
  const days = [...rest.matchAll(FOLLOW_UP)].map((match) => match[2] ?? '').sort();
  const lines = rest
    .replace(FOLLOW_UP, '\n$1: ')
    .replaceAll('**', ' ')
    .split('\n')
    .map((line) => cleanText(line).text)
    .filter((line) => line !== '' && !/^From follow-up inspection [\d-]+:$/.test(line));
  return {
    tier,
    flags: OBSERVATION_FLAGS.filter((flag) => flags.has(flag)),
    text: lines.join('\n'),
    followedUpOn: days.at(-1) ?? null,
  };
}

/** A callback repeats what the first visit wrote, tier included: "Basic - - From initial inspection : Basic - …". */
function takeTier(text: string): { tier: ObservationTier; rest: string } {
  const outer = TIER.exec(text);
  const afterOuter = text.slice(outer?.[0].length ?? 0);
  const initial = INITIAL.exec(afterOuter);
  const afterInitial = afterOuter.slice(initial?.[0].length ?? 0);
  const inner = initial ? TIER.exec(afterInitial) : null;
  const tier = TIERS[(outer ?? inner)?.[1]?.toLowerCase() ?? ''] ?? 'unknown';
  return { tier, rest: afterInitial.slice(inner?.[0].length ?? 0) };
}

function flagOf(mark: string): string {
  const word = mark.toLowerCase().replace(/[\s-]+/g, '_');
  return word === 'administrative_complaint' ? 'admin_complaint' : word;
}

const FOLLOWED_UP = /^From follow-up inspection (\d{4}-\d{2}-\d{2}):/gm;

/** The text without what follow-up inspections after the day added to it; they stand in the order of their days. */
export function observationAsOf(text: string, asOf: IsoDate): string {
  if (!text.includes('From follow-up')) return text;
  const later = [...text.matchAll(FOLLOWED_UP)].find(([, day]) => day !== undefined && day > asOf);
  return later ? text.slice(0, later.index).trimEnd() : text;
}
