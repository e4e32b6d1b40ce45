/** Values in words, as Grafana shows the units that the dashboard uses. Pure. */
export function inUnit(value: number, unit: string): string {
  switch (unit) {
    case 'reqps':
      return `${short(value)} req/s`;
    case 'percentunit':
      return `${digits(value * 100)}%`;
    case 's':
      return duration(value);
    case 'd':
      return `${digits(value)} ${Number(digits(value)) === 1 ? 'day' : 'days'}`;
    case 'bytes':
      return scaled(value, 1024, ['B', 'KiB', 'MiB', 'GiB', 'TiB']);
    case 'short':
      return short(value);
    default:
      throw new Error(`The dashboard uses the unit ${unit}, which this program does not know.`);
  }
}

function short(value: number): string {
  return scaled(value, 1000, ['', 'K', 'Mil', 'Bil']);
}

function duration(seconds: number): string {
  const size = Math.abs(seconds);
  if (size === 0) return '0 s';
  if (size < 0.001) return `${digits(seconds * 1e6)} µs`;
  if (size < 1) return `${digits(seconds * 1000)} ms`;
  if (size < 60) return `${digits(seconds)} s`;
  if (size < 3600) return `${digits(seconds / 60)} min`;
  return size < 86_400 ? `${digits(seconds / 3600)} hours` : `${digits(seconds / 86_400)} days`;
}

function scaled(value: number, step: number, names: readonly string[]): string {
  const level = Math.min(
    names.length - 1,
    Math.max(0, Math.floor(Math.log(Math.abs(value) || 1) / Math.log(step))),
  );
  return `${digits(value / step ** level)} ${names[level]}`.trim();
}

function digits(value: number): string {
  return String(Number(value.toPrecision(3)));
}
