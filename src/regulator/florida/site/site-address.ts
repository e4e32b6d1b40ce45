/** The regulator's site. */
export const SITE_URL = 'https://www2.myfloridalicense.com';
