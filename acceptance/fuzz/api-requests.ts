import { drawFrom, drawInt, drawWeighted, type Random } from '../../src/lib/random.ts';
import {
  CALLERS,
  type CallerName,
  type Catalogue,
  type Known,
  type Operation,
  type Parameter,
  type Schema,
} from './catalogue.ts';
import { type Draft, drawBadOnes, drawMode, type Mode } from './request.ts';
import { drawHostileEncoded, drawHostileText, EXTRA_NAMES, encode, mutateText } from './values.ts';

/** JSON tokens that are not strings. */
const HOSTILE_JSON: readonly string[] = [
  'null',
  'true',
  'false',
  '0',
  '-0',
  '1e309',
  '-1e309',
  '1e-400',
  '9'.repeat(400),
  '[]',
  '{}',
  '[null]',
  '""',
  '" "',

  '"\\u0000"',
  '"\\ud800"',
  '"\\udc00\\ud800"',
  '{"__proto__":{"a":1}}',
  '{"constructor":{"prototype":{}}}',
  '["a","b"]',

  '{"length":1e9}',
  '{"toString":"x"}',
  `"${'x'.repeat(8_193)}"`,
  `"${'\\u00e9'.repeat(3_000)}"`,
  '"<x-fuzz>"',
];

/** Complete bodies that are not the expected JSON object. */
const HOSTILE_BODIES: readonly string[] = [
  '',
  ' ',
  'null',
  'true',
  '0',
  '"text"',
  '[]',
  '[[]]',
  '{',
  '}',
  '{}',
  '{"',
  '{"a":',
  '{"a":1,}',
  "{'a':1}",
  '{"a":1}{"a":2}',
  '\u0000',
  'NaN',
  '[1,2',
  '\ufeff{}',
  '/* */{}',

  '{"__proto__":{"receipt":"x"}}',
  '{"receipt":"a","receipt":"b"}',
  '{"constructor":{"prototype":{"x":1}}}',
  '{"receipt":{"$ne":null}}',
  '{"RECEIPT":"x"}',

  `${'['.repeat(20_000)}${']'.repeat(20_000)}`,
  `${'{"a":'.repeat(9_000)}1${'}'.repeat(9_000)}`,
  `{"receipt":"${'x'.repeat(70_000)}"}`,
  `{${Array.from({ length: 3_000 }, (_, i) => `"k${i}":${i}`).join(',')}}`,
];

/** Draws a request to one of the documented operations. */
export function drawApiRequest(random: Random, catalogue: Catalogue): Draft {
  const operation = drawFrom(random, catalogue.operations);
  const caller = drawCaller(random, operation);
  const mode = drawMode(random);
  const { parameters, method } = operation;
  const bad = drawBadOnes(random, mode, parameters.length + (operation.body ? 1 : 0));
  let path = operation.path;
  const query: string[] = [];
  parameters.forEach((parameter, at) => {
    const value = bad[at]
      ? drawBad(random, parameter, catalogue.known)
      : encode(drawGood(random, parameter, operation, catalogue.known));
    if (parameter.in === 'path') path = path.replace(`{${parameter.name}}`, value);
    else if (parameter.in === 'query') query.push(...drawPairs(random, parameter, value, mode));
  });
  if (mode !== 'valid' && random() < 0.2)
    query.push(`${drawFrom(random, EXTRA_NAMES)}=${drawHostileEncoded(random)}`);
  const target = query.length > 0 ? `${path}?${query.join('&')}` : path;
  const draft = { name: `${method} ${operation.path}`, operation, caller, method, target };
  const isForeign = mode === 'valid' && asksForOthers(caller, operation, target, catalogue);
  return {
    ...draft,
    isForeign,
    ...drawBody(random, operation, bad[parameters.length] === true, catalogue.known),
  };
}

function drawCaller(random: Random, { isKeyed }: Operation): CallerName {
  if (!isKeyed) return drawFrom(random, CALLERS);
  return drawWeighted(random, [
    ['key', 40],
    ['other organizer', 20],
    ['wrong key', 20],
    ['anonymous', 8],
    ['organizer', 4],
    ['operator', 4],
    ['vendor', 4],
  ] as const);
}

/**
 * Returns true if the request asks for another account's item. Only these operations name something that has
 * an owner.
 */
function asksForOthers(
  caller: CallerName,
  { isKeyed, path }: Operation,
  target: string,
  { ownedIds }: Catalogue,
): boolean {
  if (!isKeyed || caller === 'key' || !path.startsWith('/api/v1/events/{')) return false;
  return ownedIds.has(target.split('/').at(-1) ?? '');
}

/** Draws a query parameter: present, left out, given twice, or with a slightly wrong name. */
function drawPairs(random: Random, { name, required }: Parameter, value: string, mode: Mode): string[] {
  if (random() < (required ? 0.1 : 0.35)) return [];
  const pair = `${name}=${value}`;
  if (mode === 'valid' || random() < 0.85) return [pair];
  return drawFrom(random, [
    [pair, pair],
    [pair, `${name}=`],
    [name],
    [`${name}[]=${value}`],
    [`${name}[x]=${value}`],
    [`${name.toUpperCase()}=${value}`],
    [`=${value}`],
    [`${pair}&&&`],
    [`&;${pair}`],
    [`%${name}=${value}`],
  ]);
}

function drawGood(random: Random, parameter: Parameter, operation: Operation, known: Known): string {
  const { name, schema } = parameter;
  if (schema.enum) return String(drawFrom(random, schema.enum));
  if (schema.type === 'integer') return String(drawInteger(random, schema));
  if (name === 'license_number') return drawFrom(random, known.licenses);
  if (name === 'receipt') return drawFrom(random, known.receipts);
  if (name === 'event_id' || operation.path.includes('/events/')) return drawFrom(random, known.eventIds);
  if (name === 'vendor_id' || name === 'vendorId' || name === 'id') return drawFrom(random, known.vendorIds);
  if (name === 'city') return drawFrom(random, known.cities);
  if (name === 'event_type') return drawFrom(random, ['food-truck-night', 'festival', 'city-event']);
  return drawFrom(random, [...known.names, ...known.licenses, ...known.cities, '']);
}

/** Draws one of the schema's limits or a value between them. */
function drawInteger(random: Random, { minimum = 0, maximum = 100 }: Schema): number {
  return drawFrom(random, [
    minimum,
    maximum,
    minimum + 1,
    maximum - 1,
    minimum + drawInt(random, Math.min(maximum - minimum, 1_000) + 1),
  ]);
}

function drawBad(random: Random, { schema, name }: Parameter, known: Known): string {
  const boundary = drawBoundary(random, schema);
  if (boundary !== undefined && random() < 0.35) return encode(boundary);
  const pool =
    name === 'receipt' ? known.receipts : name.includes('license') ? known.licenses : known.vendorIds;
  return random() < 0.3 ? encode(mutateText(random, drawFrom(random, pool))) : drawHostileEncoded(random);
}

/** Draws a value that is just outside or just within the schema's limits. */
function drawBoundary(random: Random, schema: Schema): string | undefined {
  if (schema.enum) return mutateText(random, String(drawFrom(random, schema.enum)));
  if (schema.type === 'integer') {
    const { minimum = 0, maximum = 100 } = schema;
    return String(
      drawFrom(random, [minimum - 1, maximum + 1, minimum - 0.5, maximum + 0.5, -minimum, maximum * 1e15]),
    );
  }
  if (schema.maxLength === undefined) return undefined;
  return drawFrom(random, ['a', '😀', 'é', '1', ' ', '%']).repeat(schema.maxLength + drawInt(random, 3) - 1);
}

function drawBody(
  random: Random,
  { body: schema }: Operation,
  isBad: boolean,
  known: Known,
): Pick<Draft, 'headers' | 'body'> {
  if (schema === undefined)
    return random() < 0.02
      ? { headers: [['content-type', 'application/json']], body: Buffer.from(drawHostileBody(random)) }
      : { headers: [], body: undefined };
  const headers = [['content-type', 'application/json']] as const;
  if (isBad && random() < 0.4) return { headers, body: Buffer.from(drawHostileBody(random)) };
  const names = Object.keys(schema.properties ?? {});
  const wrong = drawInt(random, names.length);
  const members = names.flatMap((name, at) => {
    if (isBad && random() < 0.1) return [];
    const good = JSON.stringify(drawFrom(random, known.receipts));
    return [`${JSON.stringify(name)}:${isBad && at === wrong ? drawHostileJson(random) : good}`];
  });
  if (isBad && random() < 0.2)
    members.push(`${JSON.stringify(drawFrom(random, EXTRA_NAMES))}:${drawHostileJson(random)}`);
  return { headers, body: Buffer.from(`{${members.join(',')}}`) };
}

function drawHostileJson(random: Random): string {
  return random() < 0.5 ? JSON.stringify(drawHostileText(random)) : drawFrom(random, HOSTILE_JSON);
}

function drawHostileBody(random: Random): string {
  return drawFrom(random, HOSTILE_BODIES);
}
