import { displayName } from '../../../registry/vendors/display-name.ts';

/** City and county in words; never more of an address than that. */
export function placeText({
  city,
  county,
}: {
  readonly city: string | null;
  readonly county: string | null;
}): string {
  return [city === null ? null : displayName(city), county ? `${county} County` : null]
    .filter(Boolean)
    .join(', ');
}
