import type { FactLicense, FactVisit, VendorFacts } from '../../src/regulator/source/vendor-facts.ts';

/** Returns a visit to a mobile license in district 6. The default is a clean routine inspection. */
export function visit(change: Partial<FactVisit> = {}): FactVisit {
  return {
    visitId: 1,
    licenseId: 10,
    caseId: change.visitId ?? 1,
    visitNumber: 1,
    visitedOn: '2025-06-01',
    inspectionType: 'Routine - Food',
    disposition: 'Inspection Completed - No Further Action',
    total: (change.highPriority ?? 0) + (change.intermediate ?? 0) + (change.basic ?? 0),
    highPriority: 0,
    intermediate: 0,
    basic: 0,
    categories: '',
    businessName: 'MADE UP MUFFINS',
    city: 'NOWHERE',
    zip: '32000',
    countyCode: '13',
    district: 6,
    ...change,
  };
}

/** Returns a license row from the newest file. The license is current by default. */
export function license(change: Partial<FactLicense> = {}): FactLicense {
  return {
    onFile: true,
    fileDistrict: 6,
    fileId: 1,
    licenseType: '2014',
    digits: '1350001',
    rank: 'MFDV',
    businessName: 'MADE UP MUFFINS',
    licenseeName: 'MADE UP MUFFINS LLC',
    city: 'NOWHERE',
    zip: '32000',
    countyCode: '13',
    primaryStatus: '20',
    secondaryStatus: '20',
    expiresOn: '2026-06-01',
    lastInspectedOn: null,
    riskLevel: '',
    formerNames: '',
    ...change,
  };
}

/** Returns the facts that the files contain about one food truck. */
export function facts(change: Partial<VendorFacts> = {}): VendorFacts {
  return {
    licenseType: '2014',
    digits: '1350001',
    license: license(),
    visits: [],
    names: [],
    ownershipChanges: [],
    closures: [],
    orders: [],
    ...change,
  };
}

/** Returns the other inputs for building a record: a date on which the files cover all of district 6. */
export function recordContext(asOf = '2026-01-01') {
  const cover = {
    reach_to: asOf,
    whole_year: true,
    inspections_from: '2020-01-01',
    licenses_to: asOf,
    inspections_to: asOf,
  };
  return {
    asOf,
    dataAsOf: asOf,
    today: asOf,
    fictional: false,
    licenseDistricts: new Set([6]),
    covers: new Map([[6, cover]]),
  };
}
