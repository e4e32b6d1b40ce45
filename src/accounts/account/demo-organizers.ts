/**
 * The two demo organizers with their sign-in and an API key each. These are public, so they work only while
 * the records are fictional.
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
 * Returns true if an account can be used now. Demo sign-ins are public, so they stop working once records are
 * real.
 */
export async function isUsable(
  accountId: string,
  isFictional: () => Promise<boolean | undefined>,
): Promise<boolean> {
  return !DEMO_ORGANIZERS.some(({ id }) => id === accountId) || (await isFictional()) !== false;
}
