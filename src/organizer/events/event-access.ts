/**
 * Rules for who may do what with an event. Its owner may do everything. Members of the owner's team manage
 * its events or view them; a viewer can read what a manager reads but cannot decide anything.
 */

export type EventAccess = 'owner' | 'manager' | 'viewer';

/** The access that a request needs. `own`: only an API key or the owner has it. */
export type AccessNeed = 'own' | 'manage' | 'read';

/** Shown only to a team member, who knows that the event exists. Other accounts get `not_found`. */
export const READ_ONLY =
  'You can read this event, but not change it. Its owner can make you a manager of their team.';

/**
 * Judges if access is allowed, denied to a member who may only read, or denied as if the event did not exist.
 */
export function judgeAccess(access: EventAccess, need: AccessNeed): 'allowed' | 'read_only' | 'hidden' {
  switch (need) {
    case 'read':
      return 'allowed';
    case 'manage':
      return access === 'viewer' ? 'read_only' : 'allowed';
    case 'own':
      return access === 'owner' ? 'allowed' : 'hidden';
  }
}
