interface DatedFile {
  readonly kind: string;
  readonly district: number | null;
  readonly file_date: string | null;
}

/** Of the files in use those that are renewed daily: license extracts, and the newest fiscal year of each district's inspections. */
export function renewedDaily<File extends DatedFile>(inUse: readonly File[]): File[] {
  const daily = new Map<string, File>();
  for (const file of inUse) {
    if (file.kind !== 'licenses' && file.kind !== 'inspections') continue;
    const place = `${file.kind}:${file.district ?? 'statewide'}`;
    const other = daily.get(place);
    if (!other || (file.file_date ?? '') > (other.file_date ?? '')) daily.set(place, file);
  }
  return [...daily.values()];
}
