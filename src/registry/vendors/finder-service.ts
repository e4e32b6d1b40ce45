import { AppError } from '../../http/errors.ts';
import { createRecheck } from '../../lib/recheck.ts';
import { settledWithin } from '../../lib/settled-within.ts';
import type { RegistryDb } from '../../platform/db/database.ts';
import { createSlice } from '../../platform/slices.ts';
import { openMatcher } from '../matching/look-up-packed.ts';
import { type LineMatch, matchLine, type VendorLine } from '../matching/match-line.ts';
import type { Matcher } from '../matching/match-vendors.ts';
import type { MatchReason, Sureness, VendorMatch } from '../matching/matchable.ts';
import { findPublishedVersion } from '../published-state/service.ts';
import type { ListedVendor } from './listed-vendor.ts';
import { type PreparedNames, prepareNames } from './names-service.ts';

/** Which published vendor a text means, for search, lists, claims and applications. */

/** A published vendor that may be meant. */
export interface MeantVendor {
  readonly vendorId: string;
  readonly name: string;
  readonly formerName: string | null;
  /** As the regulator writes it; digits alone when no license file lists it. */
  readonly licenseNumber: string;
  readonly city: string | null;
  readonly county: string | null;
  /** 0 to 1. */
  readonly score: number;
  readonly sureness: Sureness;
  readonly reasons: readonly MatchReason[];
}

export interface Finder {
  /**
   * The vendors that a name or license number may mean, the best first. Throws `not_ready` before the first publication, and while
   * the first index takes longer than a request waits.
   */
  readonly findMeant: (
    text: string,
    options: { readonly limit: number; readonly city?: string | undefined },
  ) => Promise<{ readonly version: number; readonly hits: readonly MeantVendor[] }>;
  /**
   * What each line means, in the order of the lines; at most {@link LINES_MAX}. Throws `not_ready` as above, and the reason of
   * the signal soon after it is aborted.
   */
  readonly matchLines: (
    lines: readonly VendorLine[],
    signal?: AbortSignal,
  ) => Promise<{ readonly version: number; readonly lines: readonly LineMatch<MeantVendor>[] }>;
  /** The spellings of a city on record, folded for search: "Ft Lauderdale" is "fort lauderdale". Throws `not_ready` as above. */
  readonly spellCity: (city: string) => Promise<readonly string[]>;
  /** The published version that answers are of now; undefined before the first question. */
  readonly version: () => number | undefined;
  /** Resolves when no index is being built: for tests and programs. */
  readonly settled: () => Promise<void>;
}

export const LINES_MAX = 500;
/** Longer texts are cut: no name and no number is longer. */
const TEXT_MAX = 200;
/** Answers that are remembered: a list is matched at each of its steps. */
const REMEMBERED_MAX = 2_000;
/** Less than clients and proxies wait for an answer. Ten thousand vendors take a second, a million takes a minute. */
const FIRST_INDEX_WITHIN_MS = 20_000;
const RETRY_AFTER_SECONDS = 30;

interface Index {
  readonly version: number;
  readonly matcher: Matcher<ListedVendor>;
  /** What lines meant, the newest last. */
  readonly remembered: Map<string, LineMatch<MeantVendor>>;
}

interface FinderOptions {
  readonly recheckMs: number;
  /** A monotonic clock in milliseconds. */
  readonly now: () => number;
  readonly onFailed: (error: unknown) => void;
  /** Prepares names elsewhere; `isAwaited` when requests wait for them. Left out, they are prepared on this thread, in slices. */
  readonly prepare?: (isAwaited: boolean) => Promise<PreparedNames>;
  /** How long a request waits for the first index; {@link FIRST_INDEX_WITHIN_MS} unless told. */
  readonly waitsMs?: number;
}

/**
 * A finder over an index in memory of one published version. A new version is noticed at most every `recheckMs`; while its index is
 * built, the one before answers and says its version.
 */
export function createFinder(registryDb: RegistryDb, options: FinderOptions): Finder {
  const isDue = createRecheck(options);
  let index: Index | undefined;
  let building: Promise<Index> | undefined;

  const prepare = options.prepare ?? (() => prepareNames(registryDb, options.now));
  const rebuild = (): Promise<Index> => {
    building ??= prepare(!index)
      .then(({ version, names }) => {
        index = { version, matcher: openMatcher(names), remembered: new Map() };
        return index;
      })
      .finally(() => {
        building = undefined;
      });
    return building;
  };
  /** Its failure is told once, though many requests gave up waiting for it. */
  let told: Promise<Index> | undefined;
  const current = async (): Promise<Index> => {
    if (!index) {
      const first = rebuild();
      if (await settledWithin(first, options.waitsMs ?? FIRST_INDEX_WITHIN_MS)) return first;
      if (told !== first) first.catch(options.onFailed);
      told = first;
      throw stillBuilding();
    }
    if (isDue() && !building && (await findPublishedVersion(registryDb)) !== index.version)
      rebuild().catch(options.onFailed);
    return index;
  };

  return {
    async findMeant(text, { limit, city }) {
      const { version, matcher } = await current();
      return { version, hits: findMeantIn(matcher, text, { limit, city }) };
    },
    async matchLines(lines, signal) {
      if (lines.length > LINES_MAX) throw new RangeError(`At most ${LINES_MAX} lines at once.`);
      const index = await current();
      const slice = createSlice(options.now);
      const matches: LineMatch<MeantVendor>[] = [];
      for (const line of lines) {
        matches.push(recall(index, line));
        const others = slice();
        if (others) await others;
        signal?.throwIfAborted();
      }
      return { version: index.version, lines: matches };
    },
    async spellCity(city) {
      return spellCityIn((await current()).matcher, city);
    },
    version: () => index?.version,
    async settled() {
      await building?.catch(() => {});
    },
  };
}

/** Nobody is told "not found" by an index that is not there yet. */
function stillBuilding(): AppError {
  return new AppError(
    'not_ready',
    `The index of names is still being built; try again in ${RETRY_AFTER_SECONDS} seconds.`,
    {
      headers: { 'retry-after': String(RETRY_AFTER_SECONDS) },
      forPeople: {
        en: 'The index of names is still being built, so names cannot be looked up yet. Try again in half a minute.',
        es: 'Todavía se está preparando el índice de nombres y aún no se puede buscar por nombre. Inténtelo de nuevo en medio minuto.',
      },
    },
  );
}

/** The vendors that a name or license number may mean, the best first. */
export function findMeantIn(
  matcher: Matcher<ListedVendor>,
  text: string,
  { limit, city }: Parameters<Finder['findMeant']>[1],
): readonly MeantVendor[] {
  const hits = matcher.match(text.slice(0, TEXT_MAX), limit, { city: city?.slice(0, TEXT_MAX) });
  return hits.map(toMeant);
}

/** What a line of a list means. */
export function matchLineIn(matcher: Matcher<ListedVendor>, line: VendorLine): LineMatch<MeantVendor> {
  return toMeantLine(matchLine(matcher, cut(line)));
}

/** The spellings of a city on record, folded for search. */
export function spellCityIn(matcher: Matcher<ListedVendor>, city: string): readonly string[] {
  return matcher.spellCity(city.slice(0, TEXT_MAX));
}

function recall({ matcher, remembered }: Index, asked: VendorLine): LineMatch<MeantVendor> {
  const line = cut(asked);
  const key = JSON.stringify([line.name, line.licenseNumber, line.city]);
  const known = remembered.get(key);
  const match = known ?? matchLineIn(matcher, line);
  remembered.delete(key);
  remembered.set(key, match);
  const [oldest] = remembered.keys();
  if (remembered.size > REMEMBERED_MAX && oldest !== undefined) remembered.delete(oldest);
  return match;
}

function toMeant({ vendor, score, sureness, reasons }: VendorMatch<ListedVendor>): MeantVendor {
  const { id: vendorId, name, formerName, licenseNumber, city, county } = vendor;
  return { vendorId, name, formerName, licenseNumber, city, county, score, sureness, reasons };
}

function toMeantLine(match: LineMatch<VendorMatch<ListedVendor>>): LineMatch<MeantVendor> {
  if (match.kind === 'sure') return { kind: 'sure', hit: toMeant(match.hit) };
  return match.kind === 'choice' ? { ...match, hits: match.hits.map(toMeant) } : match;
}

function cut({ name, licenseNumber, city }: VendorLine): VendorLine {
  return {
    name: name?.slice(0, TEXT_MAX),
    licenseNumber: licenseNumber?.slice(0, TEXT_MAX),
    city: city?.slice(0, TEXT_MAX),
  };
}
