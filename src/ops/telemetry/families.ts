/** Metrics as plain values, in the shape of prom-client's JSON. */

export interface Sample {
  readonly value: number;
  readonly labels: Readonly<Record<string, string | number>>;
  /** Present if it differs from the family's name, as in the parts of a histogram. */
  readonly metricName?: string;
}

export interface Family {
  readonly name: string;
  readonly help: string;
  readonly type: 'counter' | 'gauge' | 'histogram' | 'summary';
  readonly values: readonly Sample[];
}

/**
 * Creates a family with one value without labels, or several values with labels. Returns an empty list if the
 * value is unknown, which is different from 0.
 */
export function gauge(
  name: string,
  help: string,
  values: number | undefined | readonly (readonly [Sample['labels'], number])[],
): Family[] {
  if (values === undefined) return [];
  const samples =
    typeof values === 'number'
      ? [{ value: values, labels: {} }]
      : values.map(([labels, value]) => ({ value, labels }));
  return samples.length === 0 ? [] : [{ name: PREFIX + name, help, type: 'gauge', values: samples }];
}

/** The prefix of all our metrics. */
export const PREFIX = 'vendor_compliance_';

/** Converts an ISO 8601 instant to seconds since 1970. Returns undefined if there is no valid instant. */
export function toSeconds(instant: string | null | undefined): number | undefined {
  const at = instant ? Date.parse(instant) : Number.NaN;
  return Number.isNaN(at) ? undefined : at / 1000;
}
