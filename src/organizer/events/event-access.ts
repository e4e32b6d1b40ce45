/**
 * Who may do what with an event. Its owner may do everything. Members of the owner's team manage its events or view them:
 * a viewer reads what a manager reads and decides nothing.
 */

export type EventAccess = 'owner' | 'manager' | 'viewer';

/** What a request is about to do. `own`: what an API key and the owner alone may. */
export type AccessNeed = 'own' | 'manage' | 'read';

/** Told to a member, who knows that the event exists; to anybody else it does not. */
export const READ_ONLY =
  'You can read this event, but not change it. Its owner can make you a manager of their team.';

/** How a request goes on: as asked, refused to somebody who may read, or as if there were no such event. */
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
