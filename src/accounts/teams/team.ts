/** The team of an account: who else sees and runs its events, and within which bounds. */

export const TEAM_ROLES = ['manager', 'viewer'] as const;
export type TeamRole = (typeof TEAM_ROLES)[number];

export const MEMBERS_MAX = 20;
export const INVITATIONS_MAX = 20;
/** Teams that one account can be in. */
export const TEAMS_MAX = 20;
export const INVITATION_DAYS = 7;
/** Lines of a team's log that are kept. */
export const LOG_MAX = 500;

export interface TeamMember {
  /** Of the membership, not of the account. */
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly role: TeamRole;
  readonly joined_at: string;
}

export interface OpenInvitation {
  readonly id: string;
  readonly email: string;
  readonly role: TeamRole;
  readonly created_at: string;
  readonly expires_at: string;
}

/** A team that the account is in. */
export interface Membership {
  readonly id: string;
  /** The account whose events they are. */
  readonly owner_id: string;
  readonly owner_name: string;
  readonly owner_email: string;
  readonly role: TeamRole;
}

export type TeamAction =
  | ('invited' | 'withdrew' | 'joined' | 'refused' | 'changed_role' | 'removed' | 'left')
  | EventAction;

/** What was done with an event of the account. */
export type EventAction =
  | ('made_event' | 'changed_event' | 'changed_questions')
  | ('published' | 'unpublished' | 'completed' | 'cancelled')
  | ('deposit' | 'outcome' | 'outcomes_undone');

export interface TeamLogEntry {
  readonly at: string;
  /** Null where that account is gone. */
  readonly actor_name: string | null;
  readonly action: TeamAction;
  /** Whom or what it was about, as it was called then. */
  readonly subject: string;
  /** The role; of a deposit or an outcome, what was recorded; else empty. */
  readonly role: string;
}

/** Everything about an account's own team, and the teams it is in. */
export interface TeamOverview {
  readonly members: readonly TeamMember[];
  readonly invitations: readonly OpenInvitation[];
  readonly log: readonly TeamLogEntry[];
  readonly memberships: readonly Membership[];
}

/** What the one who was invited is asked. */
export interface InvitationView {
  readonly owner_name: string;
  readonly owner_email: string;
  readonly role: TeamRole;
  readonly expires_at: string;
}

export function readRole(typed: string): TeamRole | undefined {
  return TEAM_ROLES.find((each) => each === typed);
}
