/** The same four questions in the words of each server. */
export const QUESTIONS = ['identity', 'by license number', 'record with visits', 'search by name'] as const;
export type Question = (typeof QUESTIONS)[number];

export interface Vendor {
  readonly id: string;
  readonly number: string;
}

type Addresses = Readonly<Record<Question, readonly string[]>>;

const SHOWN = 20;
const NAMES = ['taco', 'bbq', 'catering', 'coffee', 'pelican', 'burger', 'imaginary', 'flamingo'];

export function askService(vendors: readonly Vendor[]): Addresses {
  return {
    identity: vendors.map(({ id }) => `/api/vendors/${id}`),
    'by license number': vendors.map(({ number }) => `/api/vendors?q=${number}&limit=1`),
    'record with visits': vendors.map(({ id }) => `/api/vendors/${id}/scorecard`),
    'search by name': NAMES.map((name) => `/api/vendors?q=${name}&limit=${SHOWN}`),
  };
}

export function askByHand(vendors: readonly Vendor[]): Addresses {
  return {
    identity: vendors.map(({ id }) => `/vendors/${id}`),
    'by license number': vendors.map(({ number }) => `/vendors?license_number=${number}`),
    'record with visits': vendors.map(({ id }) => `/vendors/${id}/record`),
    'search by name': NAMES.map((name) => `/vendors?q=${name}&limit=${SHOWN}`),
  };
}

const IDENTITY = `rowId name aka licenseNumber licenseType licenseStatus licenseExpiresOn licenseConfirmed
  city county zip district cuisine`;
const IN_A_LIST = `${IDENTITY} grade gradeStatus holdActive rollup`;
const VISIT = 'visitNumber date type disposition result highPriority intermediate basic violations';

export function askGraphql(vendors: readonly Vendor[]): Addresses {
  return {
    identity: vendors.map(({ id }) =>
      graphql(`query($id: UUID!) { vendorByRowId(rowId: $id) { ${IDENTITY} } }`, { id }),
    ),
    'by license number': vendors.map(({ number }) =>
      graphql(
        `query($number: String!) { allVendors(condition: {licenseNumber: $number}) { nodes { ${IN_A_LIST} } } }`,
        { number },
      ),
    ),
    'record with visits': vendors.map(({ id }) =>
      graphql(
        `query($id: UUID!) { vendorByRowId(rowId: $id) { ${IN_A_LIST} serviceScore riskTier narrative
          visitsByVendorId(orderBy: [DATE_DESC, VISIT_NUMBER_DESC]) { nodes { ${VISIT} } } } }`,
        { id },
      ),
    ),
    'search by name': NAMES.map((words) =>
      graphql(
        `query($words: String!) { searchVendors(words: $words, first: ${SHOWN}) { nodes { ${IN_A_LIST} } } }`,
        { words },
      ),
    ),
  };
}

function graphql(query: string, variables: Readonly<Record<string, string>>): string {
  const asked = new URLSearchParams({
    query: query.replaceAll(/\s+/g, ' '),
    variables: JSON.stringify(variables),
  });
  return `/graphql?${asked}`;
}
