import { cleanText } from '../../../lib/text/text.ts';
import type { IsoDate } from '../../../lib/time/dates.ts';
import { OBSERVATION_FLAGS, type ObservationFlag, type ObservationTier } from '../../source/observation.ts';

interface ObservationText {
  readonly tier: ObservationTier;
  readonly flags: readonly ObservationFlag[];
  readonly text: string;
  /** The newest date of a follow-up inspection that the text mentions. */
  readonly followedUpOn: string | null;
}

const TIERS: Readonly<Record<string, ObservationTier>> = {
  highpriority: 'high_priority',
  intermediate: 'intermediate',
  basic: 'basic',
};
/**
 * Returns a pattern that matches the words. In the files, a line break may occur anywhere, even inside a
 * word.
 */
function spelled(words: string): string {
  const broken = (word: string) => [...word].join(String.raw`\n?`);
  return words.split(' ').map(broken).join(String.raw`[\s-]+`);
}

function anyOf(words: readonly string[]): string {
  return words.map(spelled).join('|');
}

const DIGIT = String.raw`\n?\d`;
const DAY = `${DIGIT.repeat(4)}\\n?-${DIGIT.repeat(2)}\\n?-${DIGIT.repeat(2)}`;
const TIER = new RegExp(String.raw`^(${anyOf(['High Priority', 'Intermediate', 'Basic'])})\s+-\s+`, 'i');
const INITIAL = new RegExp(String.raw`^-?\s*${spelled('From initial inspection')}\s*:\s*`, 'i');
const FOLLOW_UP = new RegExp(
  String.raw`\s*-?\s*${spelled('From follow up inspection')}\s+(${DAY})\s*:\s*`,
  'gi',
);
const MARKS = [
  'Warning',
  'Admin Complaint',
  'Administrative Complaint',
  'Stop Sale',
  'Repeat Violation',
  'Corrected On Site',
  'Corrective Action Taken',
  'Time Extended',
];
const STARS = String.raw`\*(?:\n?\*)?`;
const MARK = new RegExp(String.raw`${STARS}\s*(${anyOf(MARKS)})\s*${STARS}`, 'gi');

/** Splits the text into its tier (at the beginning), its flags (anywhere) and the inspector's own words. */
export function parseObservationText(raw: string): ObservationText {
  const flags = new Set<string>();
  // Before matching its pattern, each step checks for characters that the pattern requires. Texts are long,
  // and most do not contain those characters.
  const single = withoutRuns(raw);
  const words = single.includes('\n') ? single.replace(/ ?\n[ \n]*/g, '\n') : single;
  const unmarked = words.replace(MARK, (_, mark: string) => {
    flags.add(flagOf(mark));
    return ' ';
  });
  const { tier, rest } = takeTier(unmarked.trim());
  const { told, days } = takeFollowUps(rest);
  const lines = told
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

/** Reduces each run of spaces to a single space. A general pattern would scan each run repeatedly. */
function withoutRuns(text: string): string {
  return text.replace(/[^\S\n ]+| {2,}/g, ' ').replace(/ {2,}/g, ' ');
}

/** Puts each follow-up inspection on its own line and returns their dates in order. */
function takeFollowUps(text: string): { readonly told: string; readonly days: readonly string[] } {
  // A line break may split any of these words.
  if (!text.includes('\n') && !/follow/i.test(text)) return { told: text, days: [] };
  const days = [...text.matchAll(FOLLOW_UP)].map(([, day = '']) => unbroken(day)).sort();
  const told = text.replace(FOLLOW_UP, (_, day: string) => `\nFrom follow-up inspection ${unbroken(day)}: `);
  return { told, days };
}

/**
 * A callback repeats the text of the first visit, including its tier: "Basic - - From initial inspection :
 * Basic - …".
 */
function takeTier(text: string): { tier: ObservationTier; rest: string } {
  const outer = TIER.exec(text);
  const afterOuter = text.slice(outer?.[0].length ?? 0);
  const initial = INITIAL.exec(afterOuter);
  const afterInitial = afterOuter.slice(initial?.[0].length ?? 0);
  const inner = initial ? TIER.exec(afterInitial) : null;
  const tier = TIERS[lettersOf((outer ?? inner)?.[1] ?? '')] ?? 'unknown';
  return { tier, rest: afterInitial.slice(inner?.[0].length ?? 0) };
}

function flagOf(mark: string): string {
  const letters = lettersOf(mark);
  return letters === 'administrativecomplaint' ? 'admin_complaint' : (FLAGS.get(letters) ?? letters);
}

const FLAGS = new Map(OBSERVATION_FLAGS.map((flag): [string, string] => [lettersOf(flag), flag]));

function lettersOf(text: string): string {
  return text.toLowerCase().replace(/[^a-z]/g, '');
}

function unbroken(day: string): string {
  return day.replaceAll('\n', '');
}

const FOLLOWED_UP = /^From follow-up inspection (\d{4}-\d{2}-\d{2}):/gm;

/**
 * Returns the text without follow-up inspections after the given date. The text lists them in chronological
 * order.
 */
export function observationAsOf(text: string, asOf: IsoDate): string {
  if (!text.includes('From follow-up')) return text;
  const later = [...text.matchAll(FOLLOWED_UP)].find(([, day]) => day !== undefined && day > asOf);
  return later ? text.slice(0, later.index).trimEnd() : text;
}
