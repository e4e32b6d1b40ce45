import type { DemoRank } from '../demo-vendor.ts';

interface LicenseTypeOfRank {
  /** The regulator's License Type Code. */
  readonly code: string;
  /** The letters before the digits of a license number. */
  readonly prefix: string;
  /** The Application Type of a newly issued license. */
  readonly application: string;
}

const TYPES: Readonly<Record<DemoRank, LicenseTypeOfRank>> = {
  MFDV: { code: '2014', prefix: 'MFD', application: 'Plan Review and Initial (COMBO MFDV)' },
  HTDG: { code: '2014', prefix: 'HTD', application: 'Plan Review and Initial (COMBO Hot Dog)' },
  CATR: { code: '2013', prefix: 'CAT', application: 'Issue Initial License' },
  SEAT: { code: '2010', prefix: 'SEA', application: 'Plan Review and Initial (COMBO SEAT)' },
  VEND: { code: '2015', prefix: 'VEN', application: 'Issue Initial License' },
};

export function licenseTypeOf(rank: DemoRank): LicenseTypeOfRank {
  return TYPES[rank];
}

/** Returns the rank for the letters of a license number. */
export function rankOf(licenseNumber: string): DemoRank {
  switch (licenseNumber.slice(0, 3)) {
    case 'MFD':
      return 'MFDV';
    case 'HTD':
      return 'HTDG';
    case 'CAT':
      return 'CATR';
    default:
      throw new RangeError(`no demo license starts like ${licenseNumber}`);
  }
}
