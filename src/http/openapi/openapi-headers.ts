/** Response headers by name; each is defined once, under `components.headers`. */
const HEADERS = {
  'X-Request-Id': { description: 'The name of this request: quote it when you report a fault.' },
  'Cache-Control': { description: 'How long the answer may be kept, and by whom.' },
  ETag: {
    description: 'The version of the answer. Send it back as If-None-Match, to get 304 while it is current.',
  },
  RateLimit: {
    description:
      'The limit that counts this request, what is left (`r`) and the seconds until it is whole again (`t`).',
    example: '"search";r=59;t=60',
  },
  'RateLimit-Policy': {
    description: 'The quota (`q`) of that limit and its window (`w`) in seconds.',
    example: '"search";q=60;w=60',
  },
  'Retry-After': {
    description: 'After how many seconds to try again.',
    schema: { type: 'integer', minimum: 1 },
  },
  'WWW-Authenticate': {
    description: 'How to authenticate: Bearer.',
    schema: { type: 'string', const: 'Bearer' },
  },
  'X-Total-Count': {
    description: 'How many rows the search has on all pages.',
    schema: { type: 'integer', minimum: 0 },
  },
  Link: {
    description:
      'Addresses of the next and the previous page of a search; under /api/v1 also the page about an announced end of the version.',
  },
  'Idempotent-Replayed': {
    description: '`true` if the answer is the one that an earlier request with this Idempotency-Key got.',
    schema: { type: 'string', const: 'true' },
  },
  Vary: { description: 'What else the answer depends on.' },
  Deprecation: {
    description: 'From the announcement of an end of the version on: when it was announced (RFC 9745).',
  },
  Sunset: { description: 'From the announcement on: when the version ends (RFC 8594).' },
} as const;
type HeaderName = keyof typeof HEADERS;
export const HEADER_NAMES = Object.keys(HEADERS);

/** The tag of the operations for monitoring tools, which are not rate-limited. */
const UNLIMITED = 'service';

interface StatedOperation {
  readonly tags?: readonly string[];
  readonly parameters?: readonly { readonly name: string }[];
  readonly responses?: Record<string, { headers?: Record<string, object> }>;
}

interface Stated {
  readonly paths?: Record<string, Record<string, StatedOperation>>;
  readonly components?: object;
}

/** Documents the headers of each response. Changes `document`. Otherwise pure. */
export function addHeaders(document: object): void {
  const { paths = {}, components = {} } = document as Stated;
  const used = new Set<HeaderName>();
  for (const [path, methods] of Object.entries(paths))
    for (const operation of Object.values(methods))
      for (const [status, answer] of Object.entries(operation.responses ?? {})) {
        const names = headersOf(path, operation, status);
        for (const name of names) used.add(name);
        const refs = names.map((name) => [name, { $ref: `#/components/headers/${name}` }]);
        answer.headers = { ...answer.headers, ...Object.fromEntries(refs) };
      }
  const headers = [...used].map((name) => [name, { schema: { type: 'string' }, ...HEADERS[name] }]);
  if (headers.length > 0) Object.assign(components, { headers: Object.fromEntries(headers) });
}

/** Returns the names of the headers that a response can have. */
function headersOf(
  path: string,
  { tags = [], parameters = [], responses = {} }: StatedOperation,
  status: string,
): HeaderName[] {
  const has = (name: string) => parameters.some((each) => each.name === name);
  const isOk = status === '200' || status === '304';
  return [
    ...(['X-Request-Id', 'Cache-Control', 'Vary'] as const),
    ...(tags.includes(UNLIMITED) ? [] : (['RateLimit', 'RateLimit-Policy'] as const)),
    ...(isOk && responses['304'] ? (['ETag'] as const) : []),
    ...(isOk && has('offset') ? (['X-Total-Count'] as const) : []),
    ...(isOk && has('idempotency-key') ? (['Idempotent-Replayed'] as const) : []),
    ...(status === '429' || status.startsWith('5') ? (['Retry-After'] as const) : []),
    ...(status === '401' ? (['WWW-Authenticate'] as const) : []),
    ...(path.startsWith('/api/v1/') ? (['Deprecation', 'Sunset'] as const) : []),
    ...(path.startsWith('/api/v1/') || (isOk && has('offset')) ? (['Link'] as const) : []),
  ];
}
