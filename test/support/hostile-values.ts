/** Values that our own forms never send, to try in every part of every request that accepts a value. */

/** Strings that PostgreSQL either rejects or interprets as another type. */
export const UNSTORABLE_TEXTS: readonly string[] = [
  '\0',
  '00000000-0000-4000-8000-00000000000\0',
  '9'.repeat(20),
];

/** Strings that cause problems for some database, parser, or number conversion. */
const HOSTILE_TEXTS: readonly string[] = [
  ...UNSTORABLE_TEXTS,
  'a\0b',
  '\u0001\u001f\u007f',
  '\ufffe\uffff',
  '😀',
  '\u202e\u2066',
  '%',
  '_',
  '\\',
  "' or 1=1 --",
  '{{x}}',
  '../..',
  '../../etc/passwd',
  '-1',
  '0',
  '9'.repeat(10),
  'NaN',
  '٣',
  '1.5',
  'null',
  'undefined',
  'x'.repeat(150),
  'ﬃ'.repeat(100),
  'x'.repeat(3_000),
  '2026-02-30',
  '+275760-09-13T00:00:00Z',
];

/** The names of all query and form parameters that the pages and the API read. */
const NAMES: readonly string[] = [
  'q',
  'city',
  'limit',
  'offset',
  'cursor',
  'page',
  'after',
  'sort',
  'order',
  'status',
  'state',
  'grade',

  'license',
  'license_number',
  'license_digits',
  'vendor_id',
  'vendor_ids',
  'event_id',
  'event_type',
  'id',

  'token',
  'receipt',
  'next',
  'done',
  'sent',
  'paid',
  'visit',
  'visit_id',
  'number',
  'revoked',
  'verdict',
  'name',
  'email',
  'password',
  'email_password',
  'current_password',
  'new_password',
  'delete_password',

  'form',
  'version',
  'description',
  'timezone',
  'starts_at',
  'ends_at',
  'venue_name',
  'address',
  'county',
  'applications_open_at',
  'applications_close_at',
  'capacity',
  'deposit',
  'label',
  'type',
  'options',

  'business_name',
  'contact_name',
  'contact_email',
  'contact_phone',
  'message',
  'deposit_status',
  'outcome',

  'proof',
  'note',
  'printed',
  'text',
  'category',
  'told_regulator',
  'decision',
  'answer',
  'style',
  'format',
];
/**
 * Requests that end or delete something are sent last, so that what they delete still exists for the other
 * requests.
 */
const ENDINGS = /release|cancel|complete|withdraw|sessions|delete|revoke|sign-out/;

export interface HostileRequest {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly form?: Readonly<Record<string, string>>;
  /** The value, and the part of the request that contains it. */
  readonly text: string;
  readonly place: 'path' | 'query' | 'form';
}

/**
 * Lists requests that put each of these values into each path id, into all query parameters at once, and into
 * all form fields at once. `idOf` returns an existing id for a path's other ids.
 */
export function listHostileRequests(
  addresses: readonly string[],
  idOf: (address: string, parameter: string) => string,
  texts: readonly string[] = HOSTILE_TEXTS,
): HostileRequest[] {
  const usable = addresses.filter((address) => !address.includes('*'));
  const ordered = [
    ...usable.filter((each) => !ENDINGS.test(each)),
    ...usable.filter((each) => ENDINGS.test(each)),
  ];
  return ordered.flatMap((address) => texts.flatMap((text) => requestsWith(address, text, idOf)));
}

function requestsWith(
  address: string,
  text: string,
  idOf: (address: string, parameter: string) => string,
): HostileRequest[] {
  const fill = (hostile: string | undefined) =>
    address.replaceAll(/:(\w+)/g, (_, name: string) =>
      encodeURIComponent(name === hostile ? text : idOf(address, name)),
    );
  const parameters = [...address.matchAll(/:(\w+)/g)].map(([, name]) => name);
  const values = Object.fromEntries(NAMES.map((name) => [name, text]));
  // With a long value in every parameter, the URL would exceed the maximum length.
  const query = text.length > 100 ? { q: text, token: text, license: text } : values;
  const methods = ['GET', 'POST'] as const;
  return [
    ...parameters.flatMap((name) =>
      methods.map((method) => ({ method, url: fill(name), text, place: 'path' as const })),
    ),
    { method: 'GET', url: `${fill(undefined)}?${new URLSearchParams(query)}`, text, place: 'query' },
    { method: 'POST', url: fill(undefined), form: values, text, place: 'form' },
  ];
}
