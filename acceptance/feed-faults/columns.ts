/**
 * The columns in the regulator's files. They are listed here independently, because the import's own table is
 * what is being tested.
 */

export const KINDS = [
  'licenses',
  'inspections',
  'closures',
  'new_licenses',
  'ownership_changes',
  'observations',
] as const;
export type Kind = (typeof KINDS)[number];

/** The kinds that are published as CSV. */
export const TEXT_KINDS = KINDS.filter((kind) => kind !== 'closures');

const LICENSE = [
  'board',
  'type',
  'licensee',
  'rank',
  'modifier',
  'mailingName',
  'mailingStreet',
  'mailingLine2',
  'mailingLine3',
  'mailingCity',
  'mailingState',
  'mailingZip',
  'phone',
  'mailingCounty',
  'name',
  'filler',
  'street',
  'line2',
  'line3',
  'city',
  'state',
  'zip',
  'county',
  'countyName',
  'phone2',
  'district',
  'region',
  'number',
  'primaryStatus',
  'secondaryStatus',
  'expiresOn',
  'lastInspectedOn',
  'seats',
  'risk',
  'risk2',
];
/**
 * The license layout before 2021: the county name is missing, and the phone and mailing county are in the
 * opposite order.
 */
const LICENSE_2018 = [...LICENSE.slice(0, 12), 'mailingCounty', 'phone', ...LICENSE.slice(14)].filter(
  (name) => name !== 'countyName',
);
const VIOLATIONS = Array.from({ length: 58 }, (_, index) => `violation${index + 1}`);
const INSPECTION = [
  'district',
  'county',
  'countyName',
  'type',
  'number',
  'name',
  'street',
  'city',
  'zip',
  'caseId',
  'visitNumber',
  'class',
  'inspectionType',
  'disposition',
  'visitedOn',
  'critical',
  'noncritical',
  'total',
  'high',
  'intermediate',
  'basic',
  'pda',
  ...VIOLATIONS,
  'licenseId',
  'visitId',
];
const APPLICATION = ['applicationNumber', 'applicationType', 'approvedOn', ...LICENSE];
const CLOSURE = ['district', 'closedOn', 'number', 'name', 'street', 'city', 'conditions', 'reopenedOn'];
const OBSERVATION = ['id', 'visitId', 'code', 'detailsId', 'text'];

/** Header rows of files that are generated rather than read. */
export const CLOSURE_TITLES = [
  'District',
  'Date',
  'License Number',
  'Business Name',
  'Business Address',
  'Business City',
  'Conditions for Closure',
  'Date of Order to Vacate',
];
export const OBSERVATION_TITLES = ['id', 'visitid', 'violation', 'details_id', 'obs'];
export const FIRST_VIOLATION = INSPECTION.indexOf('violation1');

export function columnsOf(kind: Kind, width: number): ReadonlyMap<string, number> {
  return new Map(namesOf(kind, width).map((name, column) => [name, column]));
}

function namesOf(kind: Kind, width: number): readonly string[] {
  switch (kind) {
    case 'licenses':
      return width === LICENSE_2018.length ? LICENSE_2018 : LICENSE;
    case 'inspections':
      return INSPECTION;
    case 'closures':
      return CLOSURE;
    case 'new_licenses':
    case 'ownership_changes':
      return APPLICATION;
    case 'observations':
      return OBSERVATION;
  }
}

/** Columns that a record is built from, or that are used to contact a license holder. */
export const READ_COLUMNS: Readonly<Record<Kind, readonly string[]>> = {
  licenses: [
    'type',
    'licensee',
    'rank',
    'mailingName',
    'mailingStreet',
    'mailingCity',
    'phone',
    'name',
    'city',
    'zip',
    'county',
    'district',
    'number',
    'primaryStatus',
    'secondaryStatus',
    'expiresOn',
    'lastInspectedOn',
    'risk',
  ],
  inspections: [
    'district',
    'county',
    'type',
    'number',
    'name',
    'city',
    'zip',
    'caseId',
    'visitNumber',
    'class',
    'inspectionType',
    'disposition',
    'visitedOn',
    'total',
    'high',
    'intermediate',
    'basic',
    'pda',
    'violation8',
    'violation22',
    'violation35',
    'licenseId',
    'visitId',
  ],
  closures: ['district', 'closedOn', 'number', 'name', 'conditions', 'reopenedOn'],
  new_licenses: ['applicationNumber', 'applicationType', 'approvedOn', 'type', 'rank', 'number'],
  ownership_changes: ['applicationNumber', 'applicationType', 'approvedOn', 'type', 'rank', 'number'],
  observations: ['visitId', 'code', 'text'],
};

/** Pairs of columns with the same type, so that a value from one could appear in the other. */
export const ALIKE: Readonly<Record<Kind, readonly (readonly [string, string])[]>> = {
  licenses: [
    ['phone', 'phone2'],
    ['expiresOn', 'lastInspectedOn'],
    ['name', 'licensee'],
    ['city', 'name'],
    ['city', 'mailingCity'],
    ['primaryStatus', 'secondaryStatus'],
    ['zip', 'mailingZip'],
    ['county', 'mailingCounty'],
    ['county', 'region'],
    ['mailingStreet', 'mailingCity'],
    ['name', 'mailingName'],
  ],
  inspections: [
    ['high', 'basic'],
    ['high', 'intermediate'],
    ['intermediate', 'basic'],
    ['total', 'high'],
    ['name', 'city'],
    ['city', 'countyName'],
    ['caseId', 'visitId'],
    ['caseId', 'licenseId'],
    ['licenseId', 'visitId'],
    ['visitNumber', 'high'],
    ['inspectionType', 'disposition'],
    ['violation8', 'violation35'],
    ['critical', 'total'],
    ['number', 'caseId'],
    ['inspectionType', 'class'],
  ],
  closures: [
    ['closedOn', 'reopenedOn'],
    ['name', 'conditions'],
    ['name', 'city'],
  ],
  new_licenses: [
    ['approvedOn', 'expiresOn'],
    ['approvedOn', 'lastInspectedOn'],
  ],
  ownership_changes: [
    ['approvedOn', 'expiresOn'],
    ['approvedOn', 'lastInspectedOn'],
  ],
  observations: [
    ['id', 'visitId'],
    ['code', 'detailsId'],
    ['text', 'code'],
  ],
};

export const DATES: Readonly<Record<Kind, readonly string[]>> = {
  licenses: ['expiresOn', 'lastInspectedOn'],
  inspections: ['visitedOn'],
  closures: ['closedOn', 'reopenedOn'],
  new_licenses: ['approvedOn'],
  ownership_changes: ['approvedOn'],
  observations: [],
};
/** Kinds with dates in their rows. */
export const DATED_KINDS = KINDS.filter((kind) => DATES[kind].length > 0);
