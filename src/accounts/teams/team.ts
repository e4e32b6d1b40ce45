/** An account's team: the people who can also see and manage its events, and the limits. */

export const TEAM_ROLES = ['manager', 'viewer'] as const;
export type TeamRole = (typeof TEAM_ROLES)[number];

export const MEMBERS_MAX = 20;
export const INVITATIONS_MAX = 20;
/** The maximum number of teams that one account can be in. */
export const TEAMS_MAX = 20;
export const INVITATION_DAYS = 7;
/** The maximum number of log entries that are stored for a team. */
export const LOG_MAX = 500;

export interface TeamMember {
  /** The id of the membership, not of the account. */
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
  /** The account that owns the events. */
  readonly owner_id: string;
  readonly owner_name: string;
  readonly owner_email: string;
  readonly role: TeamRole;
}

export type TeamAction =
  | ('invited' | 'withdrew' | 'joined' | 'refused' | 'changed_role' | 'removed' | 'left')
  | EventAction;

/** An action on one of the account's events. */
export type EventAction =
  | ('made_event' | 'changed_event' | 'changed_questions')
  | ('published' | 'unpublished' | 'completed' | 'cancelled')
  | ('deposit' | 'outcome' | 'outcomes_undone');

export interface TeamLogEntry {
  readonly at: string;
  /** Null if that account was deleted. */
  readonly actor_name: string | null;
  readonly action: TeamAction;
  /** The person or thing that the action was about, as it was named at the time. */
  readonly subject: string;
  /** The role, deposit or outcome that was recorded; empty for other actions. */
  readonly role: string;
}

/** An account's own team, and the teams it is in. */
export interface TeamOverview {
  readonly members: readonly TeamMember[];
  readonly invitations: readonly OpenInvitation[];
  readonly log: readonly TeamLogEntry[];
  readonly memberships: readonly Membership[];
}

/** An invitation as shown to the invited person. */
export interface InvitationView {
  readonly owner_name: string;
  readonly owner_email: string;
  readonly role: TeamRole;
  readonly expires_at: string;
}

export function readRole(typed: string): TeamRole | undefined {
  return TEAM_ROLES.find((each) => each === typed);
}
