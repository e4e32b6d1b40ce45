/**
 * Defines who may do what with an event. The owner may do everything. Members of the owner's team either
 * manage its events or only view them. A viewer can see everything that a manager can see, but cannot decide
 * anything.
 */

export type EventAccess = 'owner' | 'manager' | 'viewer';

/** The access that a request needs. Only an API key or the owner has `own`. */
export type AccessNeed = 'own' | 'manage' | 'read';

/** Shown only to team members, because they know that the event exists. Other accounts get `not_found`. */
export const READ_ONLY =
  'You can read this event, but not change it. Its owner can make you a manager of their team.';

/**
 * Returns `allowed`, `read_only` for a member who may not make this change, or `hidden` if the event must
 * appear not to exist.
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
