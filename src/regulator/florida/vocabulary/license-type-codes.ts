/** Caterers are 2013; food trucks and hot dog carts are both 2014, and their ranks tell them apart. */
export type LicenseTypeCode = '2013' | '2014';
