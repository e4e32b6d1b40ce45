import type { Factor } from '../../src/decisions/self-check/schemas.ts';
import { dayOfWords, plusDays } from '../truth/days.ts';
import type { Case, Truth, Visit } from '../truth/truth.ts';
import type { Published } from './published.ts';

/** Checks what each factor states about its visit, about the correction and about when the factor fades. */
export function factorFaultsOf({ selfCheck }: Published, truth: Truth): string[] {
  const factors = selfCheck.limiting_factors;
  const codes = factors.map(({ code }) => code);
  const cited = new Set(truth.current.flatMap(({ first }) => [...first.categories.keys()]));
  const severities = factors.map(({ severity }) => SEVERITIES.indexOf(severity));
  return [
    ...(new Set(codes).size === codes.length ? [] : ['a factor stands twice']),
    ...(severities.every((each, index) => each >= (severities[index - 1] ?? 0))
      ? []
      : ['factors are not in the order of severity']),
    ...[...cited].flatMap((each) => (codes.includes(`category_${each}`) ? [] : ['a category has no factor'])),
    ...factors.flatMap((factor) => faultsOf(factor, truth)),
  ];
}

const SEVERITIES: readonly Factor['severity'][] = ['blocking', 'serious', 'caution', 'info'];
const FADING_DAYS = 365;

function faultsOf({ code, corrective_action: action, fades }: Factor, truth: Truth): string[] {
  const last = lastOf(code, truth);
  if (!last) return [];
  const { single, visit } = last;
  // The callback that ends an enforcement action is a visit of its own case. Violations that are named in a
  // visit that met standards remain open.
  const from = truth.own.indexOf(visit) + (MEASURES[code] ? 0 : 1);
  const met = truth.own.slice(from).find(({ result }) => result === 'met');
  const [, told] = / The visit on (\w+ \d+, \d+) met standards; keep it up\.$/.exec(action) ?? [];
  const faults =
    (told && dayOfWords(told)) === met?.day ? [] : ['“keep it up” is not of the first visit that met'];
  if (fades === null) return faults;
  const on = plusDays(single.first.day, FADING_DAYS);
  const isOver = (truth.current.at(-1)?.first.day ?? '') >= on;
  const fits = fades.on === on && fades.text.startsWith('Because it’s older') === isOver;
  return fits ? faults : [...faults, 'a factor fades on another day'];
}

/** Returns the newest inspection that a factor is about, and the newest visit with the same finding. */
function lastOf(code: string, { current, own }: Truth): { single: Case; visit: Visit } | undefined {
  const measured = MEASURES[code];
  if (measured) {
    const visit = own.findLast(measured);
    const single = current.find(({ visits }) => visit && visits.includes(visit));
    return single && visit && { single, visit };
  }
  const category = Number(/^category_(\d+)$/.exec(code)?.[1] ?? 0);
  const isHigh = code === 'high_priority_violations' || code === 'high_priority_at_last_inspection';
  const single = current.findLast(({ first }) =>
    isHigh ? (first.counts?.high ?? 0) > 0 : first.categories.has(category),
  );
  // A callback that met standards may still name the finding, and so may a callback for a different
  // inspection.
  const visit = own.findLast(({ counts, categories }) =>
    isHigh ? counts?.high !== 0 : categories.has(category),
  );
  return single && visit && { single, visit };
}

const MEASURES: Readonly<Record<string, (visit: Visit) => boolean>> = {
  emergency_measures: ({ isEmergency }) => isEmergency,
  operating_without_license: ({ isUnlicensed }) => isUnlicensed,
  administrative_complaints: ({ isComplaint }) => isComplaint,
  follow_ups: ({ result, isEmergency, isComplaint }) =>
    result === 'follow_up' && !isEmergency && !isComplaint,
};
