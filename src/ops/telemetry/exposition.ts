import { AggregatorRegistry, Registry } from 'prom-client';
import type { Family } from './families.ts';

export const CONTENT_TYPE = Registry.OPENMETRICS_CONTENT_TYPE;

/** Returns the metrics as OpenMetrics text. */
export async function toOpenMetrics(families: readonly Family[]): Promise<string> {
  return registryOf(families.map(named)).metrics();
}

/** Converts prom-client's JSON, leaving out values that are not numbers, which JSON cannot express. */
export function toFamilies(metrics: Awaited<ReturnType<Registry['getMetricsAsJSON']>>): readonly Family[] {
  // prom-client's types represent metric kinds as numbers, but its JSON contains their names.
  return (metrics as unknown as Family[]).map(({ name, help, type, values }) => ({
    name,
    help,
    type,
    values: values.filter(({ value }) => Number.isFinite(value)),
  }));
}

/**
 * Removes `_total` from a counter's name, as OpenMetrics requires. prom-client appends it to the values
 * again.
 */
function named(family: Family): Family {
  return family.type === 'counter' ? { ...family, name: family.name.replace(/_total$/, '') } : family;
}

/** Creates a registry from plain values, which only prom-client's aggregation can do. */
function registryOf(families: readonly Family[]): Registry {
  const summed = families.map((family) => ({ ...family, aggregator: 'sum' }));
  const type = Registry.OPENMETRICS_CONTENT_TYPE;
  // The type requires a mutable list of objects with methods; the code only reads these fields.
  const all = [summed] as unknown as Parameters<typeof AggregatorRegistry.aggregate>[0];
  // The second argument is the content type, which is missing from the library's types.
  return Reflect.apply(AggregatorRegistry.aggregate, AggregatorRegistry, [all, type]) as Registry;
}
