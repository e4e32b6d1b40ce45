/** Teams: an account's events, run together. */

/** teams: accounts that may see or manage the events of `account_id`. */
interface TeamMembersTable {
  id: string;
  /** The account that owns the events. */
  account_id: string;
  member_id: string;
  /** manager | viewer */
  role: string;
  joined_at: string;
}

/** teams: open invitations; an answered or withdrawn one is deleted. */
interface TeamInvitationsTable {
  id: string;
  account_id: string;
  /** Lower case. */
  email: string;
  role: string;
  /** SHA-256 of the link's token, hexadecimal. */
  token_sha256: string;
  created_at: string;
  expires_at: string;
}

/** teams: the log of actions; the newest 500 of each team. */
interface TeamLogTable {
  id: string;
  account_id: string;
  at: string;
  /** An account that may be gone. */
  actor_id: string;
  action: string;
  /** The person or thing that the action was about: a name, the invited address, an event. */
  subject: string;
  /** The role, deposit or outcome that the action was about; empty for none. */
  role: string;
}

/** calendars: the private feed of an account. */
interface CalendarFeedsTable {
  account_id: string;
  /** SHA-256 of the token in its address, hexadecimal. */
  token_sha256: string;
  made_at: string;
}

export interface TeamsTables {
  calendar_feeds: CalendarFeedsTable;
  team_members: TeamMembersTable;
  team_invitations: TeamInvitationsTable;
  team_log: TeamLogTable;
}
