import { drawLogNormal, drawPoisson, drawQuantile, drawWeighted, type Random } from '../../lib/random.ts';
import { type DemoCalendar, daysSinceFriday } from './demo-calendar.ts';
import { drawCategories, REPORTING_ONLY_CATEGORY } from './demo-categories.ts';
import type { DemoInspectionType, DemoVisit } from './demo-vendor.ts';
import * as rates from './rates.ts';
import * as chains from './visit-chains.ts';

/** The maximum number of visits in a case. Real cases have had up to ten; a longer case remains open. */
const VISITS_MAX = 10;
const COUNT_MAX = 15;

/**
 * How a vendor differs permanently from the average, as a factor on the mean counts of each tier. A factor of
 * 1 is average.
 */
interface Quality {
  readonly kind: 'mobile' | 'caterer';
  readonly high: number;
  readonly intermediate: number;
  readonly basic: number;
}

interface Counts {
  readonly high: number;
  readonly intermediate: number;
  readonly basic: number;
}

export function drawQuality(random: Random, kind: Quality['kind']): Quality {
  const shared = drawLogNormal(random, rates.QUALITY_SIGMA);
  return {
    kind,
    high: shared * drawLogNormal(random, rates.TIER_SIGMA),
    intermediate: shared * drawLogNormal(random, rates.TIER_SIGMA),
    basic: shared * drawLogNormal(random, rates.TIER_SIGMA),
  };
}

/** Returns the visits in a case that started `daysAgo` days ago, through today. */
export function inventVisits(
  random: Random,
  calendar: DemoCalendar,
  quality: Quality,
  type: DemoInspectionType,
  daysAgo: number,
  firstVisitId: number,
): DemoVisit[] {
  const drawn = drawCounts(random, quality, type);
  const outcome = drawOutcome(random, quality.kind, type, drawn);
  // A visit that has not happened yet cannot have findings.
  const counts = outcome === chains.ASSIGNED ? NO_COUNTS : drawn;
  const visits: DemoVisit[] = [];
  let disposition: string | undefined = outcome;
  let day = daysAgo;
  while (disposition !== undefined && day >= 0 && visits.length < VISITS_MAX) {
    visits.push(
      inventVisit(random, quality.kind, type, counts, {
        visitId: firstVisitId + visits.length,
        visitNumber: visits.length + 1,
        disposition,
        daysAgo: day,
      }),
    );
    const step = chains.CHAIN.get(disposition);
    if (step === undefined) break;
    disposition = drawWeighted(random, step.next);
    day = callbackDay(random, calendar, day, step);
  }
  return visits;
}

/** Creates one visit from the counts of the first visit. A callback repeats only some of those counts. */
function inventVisit(
  random: Random,
  kind: Quality['kind'],
  type: DemoInspectionType,
  counts: Counts,
  visit: Pick<DemoVisit, 'visitId' | 'visitNumber' | 'disposition' | 'daysAgo'>,
): DemoVisit {
  const noted = visit.visitNumber === 1 ? counts : keepSome(random, counts, visit.disposition);
  const total = noted.high + noted.intermediate + noted.basic;
  const categories = drawCategories(random, kind, type, total, noted);
  if (visit.visitNumber === 1 && random() < rates.REPORTING_ONLY_SHARE) {
    categories.push(REPORTING_ONLY_CATEGORY);
  }
  const handheld = random() >= (total === 0 ? NOT_HANDHELD_WHEN_CLEAN : NOT_HANDHELD_OTHERWISE);
  return { ...visit, ...noted, handheld, categories };
}

const NO_COUNTS: Counts = { high: 0, intermediate: 0, basic: 0 };
/** About 38 % of visits have no violation, so the overall rate is split accordingly. */
const NOT_HANDHELD_WHEN_CLEAN = (rates.NOT_HANDHELD_SHARE * rates.NOT_HANDHELD_BLANK_SHARE) / 0.38;
const NOT_HANDHELD_OTHERWISE = (rates.NOT_HANDHELD_SHARE * (1 - rates.NOT_HANDHELD_BLANK_SHARE)) / 0.62;

/**
 * Returns the day of a callback. Most callbacks that would fall on a weekend take place on the Friday before.
 */
function callbackDay(random: Random, calendar: DemoCalendar, from: number, step: chains.ChainStep): number {
  const day = from - drawQuantile(random, step.gapDays);
  return random() < rates.WEEKEND_KEPT_SHARE ? day : Math.min(from, day + daysSinceFriday(calendar, day));
}

function drawCounts(random: Random, quality: Quality, type: DemoInspectionType): Counts {
  const clean = rates.CLEAN_SHARE[type];
  if (random() < clean) return NO_COUNTS;
  const [high, intermediate, basic] = rates.MEAN_COUNTS[quality.kind][type];
  const luck = drawLogNormal(random, rates.VISIT_SIGMA) / (1 - clean);
  const weight = rates.QUALITY_WEIGHT[type];
  const draw = (mean: number, factor: number): number =>
    drawPoisson(random, mean * luck * (1 + weight * (factor - 1)), COUNT_MAX);
  return {
    high: draw(high, quality.high),
    intermediate: draw(intermediate, quality.intermediate),
    basic: draw(basic, quality.basic),
  };
}

function drawOutcome(
  random: Random,
  kind: Quality['kind'],
  type: DemoInspectionType,
  counts: Counts,
): string {
  const rare = random();
  if (rare < rates.DETERMINATION_SHARE) return chains.DETERMINATION;
  if (rare < rates.DETERMINATION_SHARE + rates.ASSIGNED_SHARE) return chains.ASSIGNED;
  const points = 3 * counts.high + counts.intermediate + counts.basic / 2;
  const luck = random() / (kind === 'caterer' ? rates.CATERER_OUTCOME_FACTOR : 1);
  if (type === 'Food-Licensing Inspection') {
    return points > 0 && luck < rates.LICENSING_WARNING_SHARE ? chains.WARNING : chains.COMPLETED;
  }
  const band = rates.OUTCOME_BANDS.find(({ maxPoints }) => points <= maxPoints);
  if (band === undefined) return chains.COMPLETED;
  if (luck < band.emergency) return chains.EMERGENCY;
  if (luck < band.emergency + band.complaint) return chains.COMPLAINT;
  return luck < band.emergency + band.complaint + band.warning ? chains.WARNING : chains.COMPLETED;
}

function keepSome(random: Random, counts: Counts, disposition: string): Counts {
  const [high, intermediate, basic] = chains.KEPT_ITEMS.get(disposition) ?? [1, 1, 1];
  const keep = (count: number, share: number): number => {
    let kept = 0;
    for (let item = 0; item < count; item += 1) if (random() < share) kept += 1;
    return kept;
  };
  const kept = {
    high: keep(counts.high, high),
    intermediate: keep(counts.intermediate, intermediate),
    basic: keep(counts.basic, basic),
  };
  const isClean = kept.high + kept.intermediate + kept.basic === 0;
  return isClean && chains.STILL_OPEN.has(disposition) ? keepOne(counts) : kept;
}

/** Keeps only the item that takes longest to correct, for when the inspector grants more time. */
function keepOne(counts: Counts): Counts {
  if (counts.intermediate > 0) return { high: 0, intermediate: 1, basic: 0 };
  return counts.basic > 0
    ? { high: 0, intermediate: 0, basic: 1 }
    : { ...counts, high: Math.min(1, counts.high) };
}
