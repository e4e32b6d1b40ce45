/**
 * A demo organizer's account and password. They are public, so they work only while the records are
 * fictional.
 */
export interface DemoOrganizer {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly password: string;
}

export const DEMO_ORGANIZERS: readonly [DemoOrganizer, DemoOrganizer] = [
  {
    id: '00000000-0000-4000-8000-0000000000d1',
    name: 'Make-Believe Parks & Recreation',
    email: 'parks@demo.example',
    password: 'fictional-parks',
  },
  {
    id: '00000000-0000-4000-8000-0000000000d2',
    name: 'Imaginary Truck Nights',
    email: 'nights@demo.example',
    password: 'fictional-nights',
  },
];

/**
 * Returns false for a demo account when the published records are real, and otherwise true. Demo passwords
 * are public, so demo accounts must not open real records.
 */
export async function isUsable(
  accountId: string,
  isFictional: () => Promise<boolean | undefined>,
): Promise<boolean> {
  return !DEMO_ORGANIZERS.some(({ id }) => id === accountId) || (await isFictional()) !== false;
}
