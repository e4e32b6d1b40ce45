import type { IsoDate } from '../../lib/time/dates.ts';
import type { Logger } from '../../platform/log/log.ts';

/**
 * Logs the as-of day that the records will have, so that no start changes that day silently. `wanted` is the
 * day that a refresh would use now. `isSet` is true if that day comes from a setting.
 */
export function reportDay(
  log: Pick<Logger, 'info'>,
  state: { readonly as_of: string; readonly as_of_chosen: number },
  { wanted, isSet }: { readonly wanted: IsoDate; readonly isSet: boolean },
): void {
  const fields = { as_of: state.as_of };
  if (state.as_of_chosen === 1 && !isSet)
    log.info(fields, 'records keep the date chosen at import until every district has files past it');
  else if (state.as_of === wanted) log.info(fields, 'records are current as of this day');
  else
    log.info(
      { ...fields, next: wanted },
      'records are current as of this day; the next refresh will bring them up to date',
    );
}
