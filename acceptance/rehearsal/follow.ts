import type { IsoDate } from '../../src/lib/time/dates.ts';
import { addDays } from '../../src/lib/time/dates.ts';
import type { TestDatabase } from '../../test/support/engines.ts';
import { expectedFacts, type Facts } from './expected.ts';
import { FILE_FAULTS, goodAnswer, RETRY_AFTER_SECONDS } from './faults.ts';
import { observedFacts, readCoverage } from './observed.ts';
import { type DayState, Oracle } from './oracle.ts';
import { type FaultsOfDay, faultsOn, type Script } from './script.ts';
import { openService, type Patience, type Ran, type Service } from './service.ts';
import type { Answer, Certificate, Site } from './site.ts';
import { type BadCertificate, SITE_FAULTS } from './site-faults.ts';
import { FILES, madeOn, makeFile } from './world.ts';

/** One day of the rehearsal. */
export interface RehearsedDay {
  readonly state: DayState;
  readonly faults: FaultsOfDay;
  /** The number of facts that were compared. */
  readonly facts: number;
  /** Differences from the expected facts. */
  readonly differences: readonly string[];
}

interface Rehearsal {
  readonly script: Script;
  readonly database: TestDatabase;
  readonly site: Site;
  readonly patience: Patience;
  readonly badCertificates?: Readonly<Record<BadCertificate, Certificate>>;
  /** Called after the new day begins and after the fetch, with the metrics that apply from then on. */
  readonly onMetrics?: (
    day: IsoDate,
    when: 'new_day' | 'fetch',
    families: Awaited<ReturnType<Service['metrics']>>,
  ) => void;
}

/**
 * Lets the service follow the site through the days of the script. On each day, compares the service's
 * statements with the oracle's.
 */
export async function* follow(rehearsal: Rehearsal): AsyncGenerator<RehearsedDay> {
  const { script, database, site } = rehearsal;
  const service = await openService(database, site.url, rehearsal.patience);
  const oracle = new Oracle();
  try {
    for (let index = 0; index < script.days; index += 1) {
      const day = addDays(script.start, index);
      const faults = faultsOn(script, index);
      const yesterday = faultsOn(script, index - 1);
      const ran = await live(rehearsal, service, { day, isFirst: index === 0, faults });
      const state = oracle.day(day, faults, yesterday);
      const expected = expectedFacts(state);
      const differences = compare(expected, await observedFacts(service, day, ran));
      differences.push(...(await checkWords(service, ran, faults)));
      yield { state, faults, facts: expected.size, differences };
    }
  } finally {
    await service.close();
  }
}

async function live(
  rehearsal: Rehearsal,
  service: Service,
  {
    day,
    isFirst,
    faults,
  }: { readonly day: IsoDate; readonly isFirst: boolean; readonly faults: FaultsOfDay },
): Promise<Ran | undefined> {
  const { onMetrics } = rehearsal;
  const hasJobs = SITE_FAULTS[faults.site ?? '']?.is !== 'no_jobs';
  // Before the first publication, there is nothing to publish for a new day. At this time, the site still has
  // the previous day's files.
  if (hasJobs && !isFirst) await service.beginDay(day);
  await show(rehearsal, day, faults);
  onMetrics?.(day, 'new_day', isFirst ? [] : await service.metrics());
  if (!hasJobs) service.pass(day);
  const ran = hasJobs ? await service.fetchFiles(day) : undefined;
  onMetrics?.(day, 'fetch', await service.metrics());
  return ran;
}

async function show({ site, badCertificates }: Rehearsal, day: IsoDate, faults: FaultsOfDay): Promise<void> {
  const ofSite = SITE_FAULTS[faults.site ?? ''];
  if (ofSite?.is === 'down') return site.show(undefined);
  const answers = await Promise.all(
    FILES.map(async ({ name }): Promise<[string, Answer]> => {
      const today = makeFile(name, madeOn(day));
      const own = faults.files.get(name);
      const fault = FILE_FAULTS[ofSite?.is === 'every_file' ? ofSite.fault : (own?.fault ?? '')];
      return [name, fault ? await fault.answer({ today, day, from: own?.from ?? day }) : goodAnswer(today)];
    }),
  );
  site.show(
    new Map(answers),
    ofSite?.is === 'certificate' ? badCertificates?.[ofSite.certificate] : undefined,
  );
}

/** Lists the differences between expected and observed facts, in the order of the expected facts. */
export function compare(expected: Facts, observed: Facts): string[] {
  const names = new Set([...expected.keys(), ...observed.keys()]);
  return [...names].flatMap((name) => {
    const [wanted = 'nothing', found = 'nothing'] = [expected.get(name), observed.get(name)];
    if (wanted === found) return [];
    const all = wanted.split(' | ');
    const seen = found.split(' | ');
    const lacks = all.filter((each) => !seen.includes(each));
    const has = seen.filter((each) => !all.includes(each));
    return [`${name}\n    must be: ${lacks.join(' | ')}\n    is:      ${has.join(' | ')}`];
  });
}

/**
 * Checks the wording of messages: the reason that a certificate was rejected, the wait that the site asked
 * for, and the command line's message about each problem.
 */
async function checkWords(service: Service, ran: Ran | undefined, faults: FaultsOfDay): Promise<string[]> {
  if (!ran) return [];
  const wrong: string[] = [];
  const { source } = await readCoverage(service);
  const ofSite = SITE_FAULTS[faults.site ?? ''];
  if (ofSite?.is === 'certificate')
    for (const { name, problem } of source)
      if (!ofSite.detail.test(problem?.what ?? ''))
        wrong.push(`source ${name} does not say ${ofSite.detail}: ${problem?.what}`);
  const minutes = RETRY_AFTER_SECONDS / 60;
  for (const { name, problem } of source)
    if (problem?.what.includes('asks for fewer requests') && !problem.what.includes(`in ${minutes} minutes`))
      wrong.push(`source ${name} does not say how long the site wants to wait: ${problem.what}`);
  for (const { name, problem } of source)
    if (problem && !saysOf(ran, problem.what)) wrong.push(`import does not name the problem of ${name}`);
  return wrong;
}

/** Returns true if the command line printed the message. A line about several files omits their URLs. */
function saysOf({ printed }: Ran, what: string): boolean {
  return [what, what.replace(/https?:\/\/\S+: /, '')].some((words) => printed.includes(`: ${words}\n`));
}
