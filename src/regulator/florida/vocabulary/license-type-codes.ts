/** Code 2013 is for caterers. Food trucks and hot dog carts both have 2014; their ranks distinguish them. */
export type LicenseTypeCode = '2013' | '2014';
