import { memoize } from '../../lib/cache/memoize.ts';

/** The tiers and flags of an inspector's text for a citation, as stored and as returned by the API. */

export const OBSERVATION_TIERS = ['high_priority', 'intermediate', 'basic', 'unknown'] as const;
export type ObservationTier = (typeof OBSERVATION_TIERS)[number];

/** Parses a stored tier. Any other text is "unknown". */
export function tierOf(text: string): ObservationTier {
  return OBSERVATION_TIERS.find((tier) => tier === text) ?? 'unknown';
}

/** The regulator's flags at the end of a text, in the order in which the API returns them. */
export const OBSERVATION_FLAGS = [
  'warning',
  'admin_complaint',
  'stop_sale',
  'repeat_violation',
  'corrected_on_site',
  'corrective_action_taken',
  'time_extended',
] as const;
export type ObservationFlag = (typeof OBSERVATION_FLAGS)[number];

/** Parses stored flags. Seven flags can form at most 128 lists, so all of them can be cached. */
export const flagsOf = memoize((text) => {
  const stored = text.split(',');
  return OBSERVATION_FLAGS.filter((flag) => stored.includes(flag));
}, 200);
