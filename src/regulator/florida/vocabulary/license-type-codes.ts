/** Caterers are 2013. Food trucks and hot dog carts are both 2014; their ranks distinguish them. */
export type LicenseTypeCode = '2013' | '2014';
