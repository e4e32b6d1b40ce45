import type { DayReport } from './follow.ts';

/** Totals over all days and seeds, and the damage that made days wrong. */
interface Tally {
  days: number;
  readonly troubles: Map<string, number>;
  heldBack: number;
  alerts: number;
  readonly verdicts: { equal: number; older: number; wrong: number };
  /** The number of wrong days with an error that a careful reader of the file could have noticed. */
  noticeable: number;
  readonly goodRefused: Set<string>;
  readonly damages: Damage[];
}

/** Errors that began on one day, and the files that were served on that day. */
interface Damage {
  readonly seed: number;
  readonly day: string;
  readonly troubles: readonly string[];
  readonly subjects: Set<string>;
  readonly example: string;
  /** False if the service accepted damage on that day, and a reader could not have noticed any of it. */
  readonly isNoticeable: boolean;
  /** Undefined if any of the errors are still published. */
  healedOn: string | undefined;
}

export function startTally(): Tally {
  const verdicts = { equal: 0, older: 0, wrong: 0 };
  return {
    days: 0,
    troubles: new Map(),
    heldBack: 0,
    alerts: 0,
    verdicts,
    noticeable: 0,
    goodRefused: new Set(),
    damages: [],
  };
}

/** Adds a day. If the day is wrong, returns a line about it. */
export function addDay(tally: Tally, seed: number, report: DayReport): string | undefined {
  tally.days += 1;
  tally.heldBack += report.heldBack;
  tally.alerts += report.alerts.length;
  tally.verdicts[report.verdict] += 1;
  for (const { trouble } of report.troubles)
    tally.troubles.set(trouble, (tally.troubles.get(trouble) ?? 0) + 1);
  for (const refused of report.goodRefused) tally.goodRefused.add(`seed ${seed}, ${report.day}: ${refused}`);
  heal(tally, seed, report);
  if (report.verdict !== 'wrong') return undefined;
  const began = begin(tally, seed, report);
  const current = tally.damages.filter((each) => each.seed === seed && each.healedOn === undefined);
  if (current.some(({ isNoticeable }) => isNoticeable)) tally.noticeable += 1;
  const rest = `${report.wrong.size} wrong${began?.isNoticeable === false ? ', not noticeable' : ''}`;
  return began
    ? `seed ${seed} ${report.day}: ${rest}, new with ${began.troubles.join(', ') || 'nothing served wrong'}: ${began.example}`
    : `seed ${seed} ${report.day}: ${rest}, as before`;
}

function heal(tally: Tally, seed: number, { day, wrong }: DayReport): void {
  for (const damage of tally.damages) {
    if (damage.seed !== seed || damage.healedOn !== undefined) continue;
    if ([...damage.subjects].every((subject) => !wrong.has(subject))) damage.healedOn = day;
  }
}

function begin(tally: Tally, seed: number, { day, wrong, troubles }: DayReport): Damage | undefined {
  const known = new Set(
    tally.damages
      .filter((each) => each.seed === seed && !each.healedOn)
      .flatMap(({ subjects }) => [...subjects]),
  );
  const fresh = [...wrong].filter(([subject]) => !known.has(subject));
  const [first] = fresh;
  if (!first) return undefined;
  const accepted = troubles.filter(({ isAccepted }) => isAccepted);
  const served = accepted.map(({ name, trouble }) => `${name} ${trouble}`);
  const subjects = new Set(fresh.map(([subject]) => subject));
  const damages = accepted.filter(({ trouble }) => trouble.startsWith('damaged'));
  const damage = {
    seed,
    day,
    troubles: served,
    subjects,
    example: first[1],
    isNoticeable: damages.length === 0 || damages.some(({ isNoticeable }) => isNoticeable),
    healedOn: undefined,
  };
  tally.damages.push(damage);
  return damage;
}

export function describeTally(tally: Tally): string {
  const { verdicts, damages } = tally;
  const troubles = [...tally.troubles]
    .sort((a, b) => b[1] - a[1])
    .map(([what, count]) => `  ${what}: ${count}`);
  const unhealed = damages.filter(({ healedOn }) => healedOn === undefined);
  const lasting = unhealed.map(
    ({ seed, day, troubles: served, subjects }) =>
      `  seed ${seed} ${day}: ${subjects.size} wrong, with ${served.join(', ')}`,
  );
  return [
    `days                        ${tally.days}`,
    `files held back, by day     ${tally.heldBack}`,
    `alerts raised               ${tally.alerts}`,
    `equal days                  ${verdicts.equal}`,
    `older days that said so     ${verdicts.older}`,
    `wrong days                  ${verdicts.wrong}, ${tally.noticeable} of them noticeable`,
    `wrongs that began           ${damages.length}, ${unhealed.length} of them not healed by the end`,
    ...lasting,
    'wrongs that began, by what was taken that day',
    ...countClasses(damages),
    `good files refused          ${tally.goodRefused.size}`,
    ...[...tally.goodRefused].slice(0, 20).map((each) => `  ${each}`),
    'faults, file by day',
    ...troubles,
  ].join('\n');
}

function countClasses(damages: readonly Damage[]): string[] {
  const counts = new Map<string, number>();
  for (const { troubles } of damages)
    for (const what of new Set(troubles.map((each) => each.slice(each.indexOf(' ') + 1))))
      counts.set(what, (counts.get(what) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1]).map(([what, count]) => `  ${what}: ${count}`);
}
