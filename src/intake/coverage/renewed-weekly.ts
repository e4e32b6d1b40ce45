interface DatedFile {
  readonly kind: string;
  readonly district: number | null;
  readonly file_date: string | null;
}

/**
 * Lists the files in use that the regulator renews each week: license extracts, and the newest inspections of
 * each district. A statewide workbook is not renewed once the districts' own files reach further.
 */
export function renewedWeekly<File extends DatedFile>(inUse: readonly File[]): File[] {
  const newest = new Map<string, File>();
  for (const file of inUse) {
    if (file.kind !== 'licenses' && file.kind !== 'inspections') continue;
    const place = `${file.kind}:${file.district ?? 'statewide'}`;
    const other = newest.get(place);
    if (!other || dayOf(file) > dayOf(other)) newest.set(place, file);
  }
  const found = [...newest.values()];
  return found.filter((file) => file.district !== null || !found.some((other) => outruns(other, file)));
}

function outruns(other: DatedFile, statewide: DatedFile): boolean {
  return other.kind === statewide.kind && other.district !== null && dayOf(other) > dayOf(statewide);
}

/** Returns an empty text for a file without a day, which is older than any other. */
function dayOf({ file_date: day }: DatedFile): string {
  return day ?? '';
}
