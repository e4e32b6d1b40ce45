import { addDays, daysBetween, type IsoDate } from '../../src/lib/time/dates.ts';
import { type Becomes, FILE_FAULTS } from './faults.ts';
import type { FaultsOfDay } from './script.ts';
import { becomesOf, SITE_FAULTS } from './site-faults.ts';
import { FILES, madeOn } from './world.ts';

/**
 * Predicts the service's statements on each day from the script and the rules in docs/importing.md, without
 * using the import's code. A copy is identified by the day on which it was made, and its rows end on the day
 * before.
 */
interface Copy {
  readonly madeOn: IsoDate;
  /** A value that is the same for two copies with the same bytes. */
  readonly bytes: string;
  readonly refused: number;
}

interface UsedCopy extends Copy {
  readonly arrivedOn: IsoDate;
  readonly confirmedOn: IsoDate;
}

type Outcome = 'downloaded' | 'unchanged' | 'failed' | 'held_back';
/** The state of one file after the day's run. */
export interface FileState {
  readonly name: string;
  readonly slot: string;
  readonly isDaily: boolean;
  readonly outcome: Outcome;
  readonly reason: string;
  readonly problem: string;
  /**
   * The key of the line that reports the file's problem. Files with the same key share a line, and an empty
   * key means a separate line.
   */
  readonly line: string;
  readonly checkedOn: IsoDate;
  readonly used: UsedCopy;
  /** The limits for which the file has been rejected since the last good copy. */
  readonly heldBack: readonly string[];
}

export interface DayState {
  readonly day: IsoDate;
  /** Undefined on a day without a run. */
  readonly run:
    | { readonly outcome: 'published' | 'unchanged' | 'failed'; readonly isNothingHad: boolean }
    | undefined;
  readonly asOf: IsoDate;
  readonly files: readonly FileState[];
  /**
   * The number of weeks and the number of months that have begun since the site was last asked for weekly and
   * monthly files. The site does not have any such files.
   */
  readonly loading: { readonly closures: number; readonly orders: number };
  /**
   * The state of the files after the start of a new day, if files that had been left out were fetched then.
   */
  readonly newDay?: readonly FileState[] | undefined;
}

/** A file that is renewed weekly is overdue if its last day is more than this many days ago. */
const RENEWED_WITHIN_DAYS = 15;
const OLD_AFTER_DAYS = 14;

/** Returns the last day covered by a copy. */
export function reachOf({ madeOn: day }: Pick<Copy, 'madeOn'>): IsoDate {
  return addDays(day, -1);
}

interface Known {
  /**
   * The copy that the service remembers as the site's: the last copy that was accepted or set aside, or a
   * different file in its place.
   */
  remembered: string;
  used: UsedCopy | undefined;
  heldBack: string[];
}

/** The file that the service finds under one name. */
interface Met {
  readonly day: IsoDate;
  /** The day from which the site's files are. */
  readonly siteDay: IsoDate;
  readonly becomes: Becomes;
  readonly dress: string;
  readonly from: IsoDate;
}

/** Follows the script, day by day. */
export class Oracle {
  readonly #known = new Map<string, Known>(
    FILES.map(({ name }) => [name, { remembered: '', used: undefined, heldBack: [] }]),
  );
  #last: DayState | undefined;
  /**
   * The day on which weekly and monthly files were last requested. They are requested after all other files,
   * and only if at least one of those arrived.
   */
  #periodsAskedOn: IsoDate | undefined;

  /**
   * Returns the state after a day. After a day without a run, the start of the new day also fetches the files
   * that the site still has from `yesterday`.
   */
  day(day: IsoDate, faults: FaultsOfDay, yesterday: FaultsOfDay): DayState {
    const isLeftOut = SITE_FAULTS[faults.site ?? '']?.is === 'no_jobs';
    if (isLeftOut && this.#last) {
      this.#last = { ...this.#last, day, run: undefined, newDay: undefined };
      return this.#last;
    }
    const isMadeUpFor = this.#last !== undefined && this.#last.run === undefined;
    const newDay = isMadeUpFor
      ? this.#fetch(day, addDays(day, -1), { ...yesterday, site: undefined }).files
      : undefined;
    this.#last = { ...this.#fetch(day, day, faults), newDay };
    return this.#last;
  }

  /** Fetches the site's files from the same day or the day before. */
  #fetch(day: IsoDate, siteDay: IsoDate, { site, files }: FaultsOfDay): DayState {
    const ofSite = site === undefined ? undefined : SITE_FAULTS[site];
    let notAsked: Becomes | undefined;
    const met = FILES.map(({ name }) => {
      const own = files.get(name);
      const fault = own && FILE_FAULTS[own.fault];
      const whole = ofSite ? becomesOf(ofSite) : (fault?.becomes ?? { is: 'copy' as const });
      const becomes = notAsked ?? whole;
      // After the site has blocked the service, no more requests are sent.
      if (becomes.is === 'failed' && TURNED_AWAY.has(becomes.line))
        notAsked = { ...becomes, reason: 'not_asked' };
      const dress =
        ofSite || !own || !fault || becomes.is !== 'copy' || becomes.daysBefore !== undefined
          ? ''
          : own.fault;
      return this.#meet(name, { day, siteDay, becomes, dress, from: own?.from ?? siteDay });
    });
    const states = met.map(({ state }) => state);
    const isRefused = ({ outcome }: FileState) => outcome === 'held_back';
    const came = states.filter(({ outcome }) => outcome === 'downloaded' || outcome === 'held_back');
    const isFailed =
      came.length > 0 && came.every(isRefused) && !states.some(({ outcome }) => outcome === 'unchanged');
    const outcome = isFailed ? 'failed' : met.some(({ isNew }) => isNew) ? 'published' : 'unchanged';
    const isNothingHad = states.every((each) => each.outcome === 'failed');
    if (notAsked === undefined && !isNothingHad) this.#periodsAskedOn = day;
    const loading = periodsBegun(this.#periodsAskedOn ?? day, day);
    return { day, run: { outcome, isNothingHad }, asOf: day, files: states, loading };
  }

  #meet(
    name: string,
    { day, siteDay, becomes, dress, from }: Met,
  ): { readonly state: FileState; readonly isNew: boolean } {
    const file = FILES.find((each) => each.name === name);
    const known = this.#known.get(name);
    if (!file || !known) throw new Error(`the source has no ${name}`);
    const before = known.used;
    let [outcome, reason, code]: [Outcome, string, string] = ['downloaded', '', ''];
    switch (becomes.is) {
      case 'failed':
        [outcome, reason, code] = ['failed', becomes.reason, becomes.code];
        break;
      case 'held_back':
        [outcome, reason, code] = ['held_back', becomes.reason, 'held_back'];
        known.heldBack = [...new Set([...known.heldBack, becomes.reason])].sort();
        break;
      case 'other_file': {
        const bytes = `another file of ${madeOn(siteDay)}`;
        outcome = known.remembered === bytes ? 'unchanged' : 'downloaded';
        code = 'other_file';
        known.remembered = bytes;
        break;
      }
      case 'copy': {
        // The applications contain only ASCII characters.
        const isSame = dress === 'windows_1252' && file.district === null;
        const copy = copyOf(becomes, { day: siteDay, from, dress: isSame ? '' : dress });
        outcome = known.remembered === copy.bytes ? 'unchanged' : 'downloaded';
        known.remembered = copy.bytes;
        if (copy.bytes === known.used?.bytes) known.used = { ...known.used, confirmedOn: day };
        else if (!known.used || copy.madeOn >= known.used.madeOn)
          known.used = { ...copy, arrivedOn: day, confirmedOn: day };
        else code = 'older';
        if (code === '') known.heldBack = [];
        break;
      }
    }
    const { used } = known;
    if (!used) throw new Error(`${name} was never good`);
    const isDaily = file.district !== null;
    if (code === '' && isLate(used, isDaily, day)) code = 'late';
    const state = {
      name,
      slot: file.slot,
      isDaily,
      outcome,
      reason,
      problem: code,
      checkedOn: day,
      used,
      line: becomes.is === 'failed' ? becomes.line : '',
      heldBack: known.heldBack,
    };
    // Different bytes with the same rows do not change any record.
    return { state, isNew: used.madeOn !== before?.madeOn };
  }
}

/** Counts the weeks, which begin on Sundays, and the months that began after one day and up to another. */
function periodsBegun(after: IsoDate, until: IsoDate): DayState['loading'] {
  const days = Array.from({ length: daysBetween(after, until) }, (_, index) => addDays(after, index + 1));
  return {
    closures: days.filter((day) => new Date(`${day}T00:00:00Z`).getUTCDay() === 0).length,
    orders: days.filter((day) => day.endsWith('-01')).length,
  };
}

/** The lines of faults after which no more requests are sent. */
const TURNED_AWAY: ReadonlySet<string> = new Set(['turned away', 'asked to wait']);

function copyOf(
  { daysBefore, refused = 0 }: Extract<Becomes, { is: 'copy' }>,
  { day, from, dress }: { readonly day: IsoDate; readonly from: IsoDate; readonly dress: string },
): Copy {
  const made = madeOn(daysBefore === undefined ? day : addDays(from, -daysBefore));
  const isPlain = daysBefore !== undefined || PLAIN.has(dress);
  return { madeOn: made, bytes: isPlain ? `plain ${made}` : `${dress} ${made}`, refused };
}

/** Faults that leave the bytes unchanged. */
const PLAIN = new Set(['', 'moved_here', 'future_date', 'csv_as_workbook', 'packed_on_the_way']);

function isLate({ arrivedOn, madeOn: made }: UsedCopy, isDaily: boolean, day: IsoDate): boolean {
  return daysBetween(arrivedOn, day) > RENEWED_WITHIN_DAYS || (isDaily && isOverdue({ madeOn: made }, day));
}

/**
 * Returns true if a copy of a file that is renewed weekly ends more than fifteen days before the as-of date.
 */
export function isOverdue(copy: Pick<Copy, 'madeOn'>, asOf: IsoDate): boolean {
  return daysBetween(reachOf(copy), asOf) > RENEWED_WITHIN_DAYS;
}

/** Returns the age of a district's records by the clock; undefined if they are recent. */
export function ageOf(
  { files, day }: Pick<DayState, 'files' | 'day'>,
  district: number,
): { readonly reachTo: IsoDate; readonly days: number } | undefined {
  const own = files.filter(({ slot }) => slot.includes(`district-${district}`));
  const [reachTo = day] = own.map(({ used }) => reachOf(used)).sort();
  const days = daysBetween(reachTo, day);
  return days > OLD_AFTER_DAYS ? { reachTo, days } : undefined;
}
