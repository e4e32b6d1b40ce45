import type { JudgedAlerts } from './alerts.ts';
import { FILE_FAULTS } from './faults.ts';
import type { RehearsedDay } from './follow.ts';
import type { Script } from './script.ts';
import { SITE_FAULTS } from './site-faults.ts';

/** Counts the rehearsed events for the table at the end. */
export class Tally {
  readonly #script: Script;
  readonly #faults = new Map<string, { days: number; said: Set<string> }>();
  #facts = 0;
  differences = 0;

  constructor(script: Script) {
    this.#script = script;
  }

  add({ state, faults, differences, facts }: RehearsedDay): void {
    this.differences += differences.length;
    this.#facts += facts;
    const { site } = faults;
    if (site !== undefined) this.#count(site, state.run ? state.files.map(sayingOf) : ['no run']);
    else
      for (const [name, { fault }] of faults.files)
        this.#count(fault, state.files.filter((file) => file.name === name).map(sayingOf));
  }

  /**
   * Returns one row per fault with the number of days on which files or the site had the fault, and the
   * service's reports.
   */
  describe({ firing, probes, differences }: JudgedAlerts, seconds: number): string {
    const known = { ...FILE_FAULTS, ...SITE_FAULTS };
    const rows = [...this.#faults].map(
      ([fault, { days, said }]) =>
        `  ${fault} | ${known[fault]?.says ?? ''} | ${days} | ${[...said].sort().join('; ')}`,
    );
    const fired = [...firing].map(
      ([alert, days]) => `  ${alert}: ${days.size} days, from ${[...days].sort()[0]}`,
    );
    const missing = Object.keys(known).filter((fault) => !this.#faults.has(fault));
    return [
      `seed ${this.#script.seed}: fault | the site has | file-days or days | the service says`,
      ...rows.sort(),
      ...(missing.length > 0 ? [`  without a day of their own: ${missing.join(', ')}`] : []),
      'alerts that must fire, and fired:',
      ...fired,
      `${this.#script.days} days, ${this.#facts} facts and ${probes} probes of alerts compared, ${this.differences + differences.length} differences, ${seconds} seconds`,
    ].join('\n');
  }

  #count(fault: string, said: readonly string[]): void {
    const known = this.#faults.get(fault) ?? { days: 0, said: new Set() };
    known.days += 1;
    for (const each of said) known.said.add(each);
    this.#faults.set(fault, known);
  }
}

function sayingOf({ outcome, reason, problem }: RehearsedDay['state']['files'][number]): string {
  return problem === ''
    ? 'taken'
    : [problem, outcome === 'failed' || outcome === 'held_back' ? reason : ''].join(' ').trim();
}

/** Describes a day. Returns nothing for a day without differences, unless every day is requested. */
export function describeDay(
  seed: number,
  { state, faults, differences, facts }: RehearsedDay,
  isVerbose: boolean,
): string {
  if (differences.length === 0 && !isVerbose) return '';
  const own = [...faults.files].map(([name, { fault }]) => `${name}: ${fault}`);
  const what = [faults.site ?? '', ...own].filter((each) => each !== '').join(', ') || 'nothing wrong';
  const head = `seed ${seed}, ${state.day} (${what}): ${facts} facts, ${differences.length} differences`;
  return [head, ...differences.map((each) => `  ${each}`)].join('\n');
}
