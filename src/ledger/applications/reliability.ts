import type { ApplicationOutcome, PlatformReliability } from './schemas.ts';

/**
 * How reliably a vendor came to events on this service (contract 2.5). Counts are shown from three recorded outcomes on,
 * because fewer say nothing. Cancellations count neither for nor against.
 */
const OUTCOMES_MIN = 3;

interface ReliabilityCounts {
  readonly applications: number;
  readonly outcomes: Readonly<Partial<Record<ApplicationOutcome, number>>>;
}

/** Undefined for a vendor that never applied. The rate is a share of 1 with four decimals; late and early count as attended. */
export function toReliability({
  applications,
  outcomes,
}: ReliabilityCounts): PlatformReliability | undefined {
  if (applications === 0) return undefined;
  const { attended = 0, late = 0, left_early = 0, no_show = 0 } = outcomes;
  const came = attended + late + left_early;
  const told = came + no_show;
  if (told < OUTCOMES_MIN)
    return { applications, attended: null, late: null, left_early: null, no_show: null, attended_rate: null };
  const attended_rate = Math.round((came / told) * 10_000) / 10_000;
  return { applications, attended, late, left_early, no_show, attended_rate };
}
