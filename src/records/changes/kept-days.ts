/** The number of days for which changes are stored. */
export const CHANGES_KEPT_DAYS = 90;
