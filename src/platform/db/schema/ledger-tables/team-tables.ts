/** Teams, whose members run an account's events together. */

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

/** teams: open invitations. An invitation that is answered or withdrawn is deleted. */
interface TeamInvitationsTable {
  id: string;
  account_id: string;
  /** In lower case. */
  email: string;
  role: string;
  /** SHA-256 of the link's token, hexadecimal. */
  token_sha256: string;
  created_at: string;
  expires_at: string;
}

/** teams: the log of actions, with the newest 500 of each team. */
interface TeamLogTable {
  id: string;
  account_id: string;
  at: string;
  /** The account that acted, which may have been deleted since. */
  actor_id: string;
  action: string;
  /** The person or thing that the action was about: a name, the invited address, an event. */
  subject: string;
  /** The role, deposit or outcome that the action was about; empty if there is none. */
  role: string;
}

/** calendars: an account's private calendar feed. */
interface CalendarFeedsTable {
  account_id: string;
  /** SHA-256 of the token in the feed's address, hexadecimal. */
  token_sha256: string;
  made_at: string;
}

export interface TeamsTables {
  calendar_feeds: CalendarFeedsTable;
  team_members: TeamMembersTable;
  team_invitations: TeamInvitationsTable;
  team_log: TeamLogTable;
}
