import type { Coverage } from '../../src/intake/coverage/schemas.ts';
import { addDays, type IsoDate } from '../../src/lib/time/dates.ts';
import type { License, Register } from './site/register.ts';
import type { SiteFile } from './site/site-files.ts';
import { lastVisitOf } from './site/visits.ts';
import { CUT, habitOn, isRemoved, REMOVED } from './site/world.ts';
import { type Facts, type Finding, type Snapshot, versionsInUse } from './truth.ts';

/** The conditions that must hold on each day of the month, in addition to those for any day. Pure. */

/** A mass removal must be accepted within this time after it appears on the site. */
const HEALS_WITHIN_DAYS = 2;
/**
 * With fewer rows than this, a mass removal in a small state looks like a normal week and does not cause a
 * warning.
 */
const REMARKABLE_ROWS = 10;
const RANKS_OF_VERDICTS = ['none', 'DECLINE', 'REVIEW', 'CONDITIONAL', 'CLEAR'];
const FIRST_YEAR = 2023;

export interface DayBefore {
  readonly used: readonly SiteFile[];
  readonly verdicts: ReadonlyMap<string, string>;
}

export function expectOfDay(snapshot: Snapshot, facts: Facts, before: DayBefore): Finding[] {
  const { coverage } = snapshot;
  if (!coverage) return [{ where: 'coverage', says: 'nothing', but: 'records were published before' }];
  const used = versionsInUse(coverage, facts);
  return [
    ...expectCut(used, facts, before),
    ...expectRemoval({ coverage, page: snapshot.page.body, used }, facts),
    ...(habitOn(facts.day) === 'usual' || habitOn(facts.day) === 'limited'
      ? expectNewest(used, facts)
      : expectSame(used, before, facts)),
  ];
}

const licensesOf = (used: readonly SiteFile[], district: number) =>
  used.find((file) => file.kind === 'licenses' && file.district === district);
const say = (says: string, but: string): Finding => ({ where: 'coverage', says, but });

function expectCut(used: readonly SiteFile[], { day }: Facts, before: DayBefore): Finding[] {
  const cut = used.filter(({ flaw }) => flaw === 'cut');
  if (cut.length > 0) return [say(`${nameOf(cut[0])} is in use`, 'it ends after 60 % of its rows')];
  if (day < CUT.from || day >= CUT.to) return [];
  const own = licensesOf(used, CUT.district);
  const earlier = licensesOf(before.used, CUT.district);
  return own?.sha256 === earlier?.sha256
    ? []
    : [
        say(
          `licenses of district ${CUT.district} are ${own?.modified}`,
          `before they were ${earlier?.modified}`,
        ),
      ];
}

function expectRemoval(
  {
    coverage,
    page,
    used,
  }: { readonly coverage: Coverage; readonly page: string; readonly used: readonly SiteFile[] },
  { day, versions }: Facts,
): Finding[] {
  if (day < REMOVED.from) return [];
  const own = licensesOf(used, REMOVED.district);
  const isHealed = own?.flaw === 'removed';
  const name = `hrfood${REMOVED.district}.csv`;
  const found: Finding[] = [];
  if (!isHealed && day > addDays(REMOVED.from, HEALS_WITHIN_DAYS))
    found.push(
      say(
        `licenses of district ${REMOVED.district} are of ${own?.modified}`,
        'the removal has lasted too long',
      ),
    );
  if (rowsRemoved(versions) <= REMARKABLE_ROWS) return found;
  // If a file in use is doubted, it is also mentioned outside the list of all files.
  const rest = Object.entries(coverage).filter(([part]) => part !== 'files' && part !== 'source');
  const isDoubted = JSON.stringify(rest).includes(name) || isSaidOutsideOfFiles(page, name);
  if (!isDoubted && day <= addDays(REMOVED.from, HEALS_WITHIN_DAYS))
    found.push(say(`no doubt about ${name}`, 'a part of its licenses left all at once'));
  return found;
}

/** Counts how many fewer rows the first file without the removed licenses has than the file before it. */
function rowsRemoved(versions: Facts['versions']): number {
  const own = [...versions.values()]
    .filter(({ kind, district }) => kind === 'licenses' && district === REMOVED.district)
    .sort((a, b) => a.modified.localeCompare(b.modified));
  const first = own.findIndex(({ flaw }) => flaw === 'removed');
  return (own[first - 1]?.rows ?? 0) - (own[first]?.rows ?? 0);
}

function isSaidOutsideOfFiles(page: string, name: string): boolean {
  return page.replaceAll(/<table.*?<\/table>/gs, '').includes(name);
}

/** Requires every good license and inspection file that is currently on the site to be in use. */
function expectNewest(used: readonly SiteFile[], { offered }: Facts): Finding[] {
  const kinds = new Set<SiteFile['kind']>(['licenses', 'inspections']);
  const hashes = new Set(used.map(({ sha256 }) => sha256));
  return [...offered.values()]
    .filter(({ kind, flaw, sha256 }) => kinds.has(kind) && flaw === undefined && !hashes.has(sha256))
    .map((file) =>
      say(`${nameOf(file)} of ${file.modified} is not in use`, 'the site has it, and it is good'),
    );
}

function expectSame(used: readonly SiteFile[], before: DayBefore, { day }: Facts): Finding[] {
  const hashes = new Set(used.map(({ sha256 }) => sha256));
  return before.used
    .filter(({ sha256 }) => !hashes.has(sha256))
    .map((file) =>
      say(`${nameOf(file)} is no longer in use`, `the site turned every request away on ${day}`),
    );
}

function nameOf(file: SiteFile | undefined): string {
  return file?.path.split('/').at(-1) ?? 'a file';
}

/** Returns verdicts that improved although the files do not contain anything new about the license. */
export function findImproved(
  register: Register,
  sample: ReadonlyMap<string, License>,
  verdicts: ReadonlyMap<string, string>,
  before: DayBefore,
  { day, yesterday }: { readonly day: IsoDate; readonly yesterday: IsoDate },
): Finding[] {
  const rank = (verdict: string) => RANKS_OF_VERDICTS.indexOf(verdict);
  return [...sample].flatMap(([number, license]): Finding[] => {
    const was = before.verdicts.get(number) ?? 'none';
    const is = verdicts.get(number) ?? 'none';
    if (was === 'none' || is === 'none' || rank(is) <= rank(was)) return [];
    const isMissing = isRemoved(license) && day >= REMOVED.from;
    const newest = (until: IsoDate) => lastVisitOf(register, license, FIRST_YEAR, until) ?? '';
    // Files are updated late, so a visit from a week ago may appear only today.
    const isVisited = newest(day) > newest(addDays(yesterday, -8));
    if (isVisited || !isMissing) return [];
    return [
      { where: 'decisions', says: `${number}: ${was}, then ${is}`, but: 'its license left the register' },
    ];
  });
}
