/** Returns the last part of a county page's address: `st-johns` for "St. Johns". */
export function countySlug(name: string): string {
  return name.toLowerCase().replaceAll('.', '').replaceAll(' ', '-');
}
