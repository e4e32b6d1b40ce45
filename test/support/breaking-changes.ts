import { inlineSchemas } from '../../src/http/openapi/openapi-names.ts';

/**
 * Finds changes that could break a client of the released document: a response that no longer matches its
 * documented schema, or a request that is no longer accepted. New paths, optional parameters, and new
 * response fields are not breaking (contract 9.2).
 */
export function findBreakingChanges(released: object, current: object): string[] {
  const before = inlineSchemas(released) as Stated;
  const after = inlineSchemas(current) as Stated;
  return Object.entries(before.paths ?? {}).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) => {
      const where = `${method.toUpperCase()} ${path}`;
      const now = after.paths?.[path]?.[method];
      return now ? compareOperations(where, operation, now) : [`${where}: is gone`];
    }),
  );
}

interface Stated {
  readonly paths?: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

interface Operation {
  readonly operationId?: string;
  readonly security?: readonly object[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: Body & { readonly required?: boolean };
  readonly responses?: Readonly<Record<string, Body>>;
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly schema?: Schema;
}

interface Body {
  readonly content?: Readonly<Record<string, { readonly schema?: Schema }>>;
}

interface Schema {
  readonly type?: string | readonly string[];
  readonly anyOf?: readonly Schema[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly items?: Schema;
  readonly [bound: string]: unknown;
}

function compareOperations(where: string, before: Operation, after: Operation): string[] {
  return [
    ...(before.operationId === after.operationId ? [] : [`${where}: is called ${after.operationId}`]),
    ...(isOpen(before) && !isOpen(after) ? [`${where}: needs a key`] : []),
    ...compareParameters(where, before.parameters ?? [], after.parameters ?? []),
    ...compareBodies(where, before.requestBody, after.requestBody),
    ...compareAnswers(where, before.responses ?? {}, withoutChosenFields(after)),
  ];
}

/**
 * Keeps only the response schema for a request without `fields`: the first alternative, if the operation has
 * that parameter.
 */
function withoutChosenFields({
  parameters = [],
  responses = {},
}: Operation): NonNullable<Operation['responses']> {
  const content = responses['200']?.content;
  const json = content?.['application/json'];
  const whole = json?.schema?.anyOf?.[0];
  if (!whole || !parameters.some(({ name }) => name === 'fields')) return responses;
  return { ...responses, 200: { content: { ...content, 'application/json': { schema: whole } } } };
}

function isOpen({ security = [] }: Operation): boolean {
  return security.length === 0 || security.some((each) => Object.keys(each).length === 0);
}

function compareParameters(
  where: string,
  before: readonly Parameter[],
  after: readonly Parameter[],
): string[] {
  const same = (a: Parameter) => (b: Parameter) => a.name === b.name && a.in === b.in;
  const added = after.filter((each) => each.required && !before.some(same(each)));
  return [
    ...added.map(({ name }) => `${where}: needs the parameter ${name}`),
    ...before.flatMap((parameter) => {
      const now = after.find(same(parameter));
      const at = `${where} ?${parameter.name}`;
      if (!now) return [`${at}: is gone`];
      const schema = now.schema ?? {};
      const then = parameter.schema ?? {};
      return [
        ...(now.required && !parameter.required ? [`${at}: is needed`] : []),
        ...(then.default === schema.default ? [] : [`${at}: has another default`]),
        ...refusals(at, then, schema, 'request'),
      ];
    }),
  ];
}

function compareBodies(
  where: string,
  before: Operation['requestBody'],
  after: Operation['requestBody'],
): string[] {
  const isNeeded = after?.required && !before?.required;
  return [
    ...(isNeeded ? [`${where}: needs a body`] : []),
    ...Object.entries(before?.content ?? {}).flatMap(([type, { schema = {} }]) => {
      const now = after?.content?.[type];
      return now
        ? refusals(`${where} body`, schema, now.schema ?? {}, 'request')
        : [`${where} body: is no longer taken as ${type}`];
    }),
  ];
}

function compareAnswers(
  where: string,
  before: NonNullable<Operation['responses']>,
  after: NonNullable<Operation['responses']>,
): string[] {
  return Object.entries(before).flatMap(([status, { content = {} }]) => {
    const now = after[status];
    if (!now) return [`${where} ${status}: is gone`];
    return Object.entries(content).flatMap(([type, { schema = {} }]) => {
      const given = now.content?.[type];
      const at = `${where} ${status}`;
      if (!given) return [`${at}: is no longer given as ${type}`];
      return [
        ...refusals(at, given.schema ?? {}, schema, 'answer'),
        ...losses(at, schema, given.schema ?? {}),
      ];
    });
  });
}

type Side = 'request' | 'answer';

/** Lists the reasons a value that is valid under `inner` could be invalid under `outer`. */
function refusals(at: string, inner: Schema, outer: Schema, side: Side): string[] {
  const choices = alternatives(outer);
  return alternatives(inner).flatMap((each) => {
    const tries = choices.map((choice) => refusalsOfOne(at, each, choice, side));
    const best = tries.reduce((least, one) => (one.length < least.length ? one : least), tries[0] ?? []);
    return choices.length > 1 && best.length > 0 && !choices.some((choice) => fitsType(each, choice))
      ? [`${at}: ${typeOf(each)} is not among ${choices.map(typeOf).join(', ')}`]
      : best;
  });
}

function alternatives(schema: Schema): readonly Schema[] {
  if (schema.anyOf) return schema.anyOf.flatMap(alternatives);
  return Array.isArray(schema.type) ? schema.type.map((type: string) => ({ ...schema, type })) : [schema];
}

function refusalsOfOne(at: string, inner: Schema, outer: Schema, side: Side): string[] {
  if (!fitsType(inner, outer)) return [`${at}: ${typeOf(inner)} instead of ${typeOf(outer)}`];
  return [
    ...valueRefusals(at, inner, outer),
    ...boundRefusals(at, inner, outer),
    ...objectRefusals(at, inner, outer, side),
    ...(inner.items && outer.items ? refusals(`${at} []`, inner.items, outer.items, side) : []),
  ];
}

function typeOf({ type, const: only, enum: values }: Schema): string {
  return String(type ?? typeof (only ?? values?.[0]));
}

function fitsType(inner: Schema, outer: Schema): boolean {
  if (outer.type === undefined && outer.const === undefined && outer.enum === undefined) return true;
  return typeOf(inner) === typeOf(outer) || (typeOf(inner) === 'integer' && typeOf(outer) === 'number');
}

function valuesOf({ const: only, enum: values }: Schema): readonly unknown[] | undefined {
  return values ?? (only === undefined ? undefined : [only]);
}

function valueRefusals(at: string, inner: Schema, outer: Schema): string[] {
  const possible = valuesOf(inner);
  const allowed = valuesOf(outer);
  if (!allowed) return [];
  if (!possible) return [`${at}: any ${typeOf(inner)} instead of ${allowed.join(', ')}`];
  return possible
    .filter((value) => !allowed.includes(value))
    .map((value) => `${at}: ${value} is not among its values`);
}

/**
 * Each bound's name, and whether the inner schema's value for it is at least as strict as the outer schema's.
 */
const BOUNDS: readonly (readonly [name: string, isWithin: (inner: number, outer: number) => boolean])[] = [
  ...['maxLength', 'maximum', 'maxItems'].map((name) => [name, (a: number, b: number) => a <= b] as const),
  ...['minLength', 'minimum', 'minItems'].map((name) => [name, (a: number, b: number) => a >= b] as const),
];

function boundRefusals(at: string, inner: Schema, outer: Schema): string[] {
  if (valuesOf(inner)) return [];
  const bounds = BOUNDS.flatMap(([name, isWithin]) => {
    const a = inner[name];
    const b = outer[name];
    if (typeof b !== 'number') return [];
    return typeof a === 'number' && isWithin(a, b) ? [] : [`${at}: ${name} ${a ?? 'none'} instead of ${b}`];
  });
  const forms = ['pattern', 'format'].flatMap((name) =>
    outer[name] === undefined || inner[name] === outer[name]
      ? []
      : [`${at}: ${name} ${inner[name] ?? 'none'} instead of ${outer[name]}`],
  );
  return [...bounds, ...forms];
}

function objectRefusals(at: string, inner: Schema, outer: Schema, side: Side): string[] {
  const has = inner.properties ?? {};
  const wants = outer.properties ?? {};
  const always = inner.required ?? [];
  const missing = (outer.required ?? []).filter((name) => !always.includes(name));
  const isClosed = side === 'request' && outer.additionalProperties === false;
  const more = inner.additionalProperties;
  const most = outer.additionalProperties;
  return [
    ...missing.map((name) => `${at} ${name}: ${side === 'request' ? 'is needed' : 'may be missing'}`),
    ...(isClosed && more !== false ? [`${at}: takes no other fields`] : []),
    ...Object.entries(has).flatMap(([name, schema]) => {
      const wanted = wants[name];
      if (wanted) return refusals(`${at} ${name}`, schema, wanted, side);
      return isClosed ? [`${at} ${name}: is gone`] : [];
    }),
    ...(typeof more === 'object' && typeof most === 'object' ? refusals(`${at} *`, more, most, side) : []),
  ];
}

/** Lists fields and enum values that responses no longer contain, even those that were never required. */
function losses(at: string, before: Schema, after: Schema): string[] {
  const now = alternatives(after);
  return alternatives(before).flatMap((schema) => {
    const same = now.find((each) => fitsType(each, schema));
    if (!same) return typeOf(schema) === 'null' ? [] : [`${at}: is never ${typeOf(schema)} any more`];
    const kept = valuesOf(same);
    const gone = kept ? (valuesOf(schema) ?? []).filter((value) => !kept.includes(value)) : [];
    return [
      ...gone.map((value) => `${at}: is never ${value} any more`),
      ...Object.entries(schema.properties ?? {}).flatMap(([name, inner]) => {
        const field = same.properties?.[name];
        if (field) return losses(`${at} ${name}`, inner, field);
        return (schema.required ?? []).includes(name) ? [] : [`${at} ${name}: is gone`];
      }),
      ...(schema.items && same.items ? losses(`${at} []`, schema.items, same.items) : []),
    ];
  });
}
