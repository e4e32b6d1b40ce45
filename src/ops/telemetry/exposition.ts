import { AggregatorRegistry, Registry } from 'prom-client';
import type { Family } from './families.ts';

export const CONTENT_TYPE = Registry.OPENMETRICS_CONTENT_TYPE;

/** Returns the metrics as OpenMetrics text. */
export async function toOpenMetrics(families: readonly Family[]): Promise<string> {
  return registryOf(families.map(named)).metrics();
}

/** What prom-client gives as JSON, without what is not a number: it has no text in JSON. */
export function toFamilies(metrics: Awaited<ReturnType<Registry['getMetricsAsJSON']>>): readonly Family[] {
  // In types it has numbers for its kinds; in JSON their names.
  return (metrics as unknown as Family[]).map(({ name, help, type, values }) => ({
    name,
    help,
    type,
    values: values.filter(({ value }) => Number.isFinite(value)),
  }));
}

/** OpenMetrics names a counter without the `_total` that its values have; prom-client appends it to them. */
function named(family: Family): Family {
  return family.type === 'counter' ? { ...family, name: family.name.replace(/_total$/, '') } : family;
}

/** Only prom-client's aggregation makes a registry of plain values. */
function registryOf(families: readonly Family[]): Registry {
  const summed = families.map((family) => ({ ...family, aggregator: 'sum' }));
  const type = Registry.OPENMETRICS_CONTENT_TYPE;
  // The type asks for a mutable list of objects with functions; the code reads these fields alone.
  const all = [summed] as unknown as Parameters<typeof AggregatorRegistry.aggregate>[0];
  // It takes the type of the text as its second argument, which its types leave out.
  return Reflect.apply(AggregatorRegistry.aggregate, AggregatorRegistry, [all, type]) as Registry;
}
