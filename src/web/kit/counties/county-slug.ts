/** Returns the end of a county's address: "St. Johns" as `st-johns`. */
export function countySlug(name: string): string {
  return name.toLowerCase().replaceAll('.', '').replaceAll(' ', '-');
}
