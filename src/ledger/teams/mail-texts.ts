import type { Mail } from '../../platform/mail/outbox.ts';
import { INVITATION_DAYS, type TeamRole } from './team.ts';

/** Mails about teams, in plain text. */

interface AboutTeam {
  readonly to: string;
  /** Who owns the events. */
  readonly owner: { readonly name: string; readonly email: string };
  readonly baseUrl: string;
}

/** What a role may do, as the end of a sentence about the reader. */
export const ROLE_MEANINGS: Readonly<Record<TeamRole, string>> = {
  manager: 'manage these events: change them, decide about applications, and record outcomes',
  viewer: 'read these events, their applications and compliance files, and change nothing',
};

export function invitationMail(about: AboutTeam & { readonly role: TeamRole; readonly token: string }): Mail {
  const { to, owner, baseUrl, role, token } = about;
  return compose(to, `${owner.name} invites you to a team at Vendor Compliance`, [
    `${owner.name} (${owner.email}) invites you to the team for their events. As a ${role} you can ${ROLE_MEANINGS[role]}.`,
    `To answer, sign in with this address, ${to}, or sign up with it first. Then open this link within ${INVITATION_DAYS} days:`,
    `${baseUrl}/settings/team/join/${token}`,
    'If you do not know who this is, ignore this mail. Nothing happens unless you accept.',
  ]);
}

export function joinedMail(about: {
  readonly to: string;
  readonly member: { readonly name: string; readonly email: string };
  readonly role: TeamRole;
  readonly baseUrl: string;
}): Mail {
  const { to, member, role, baseUrl } = about;
  return compose(to, `${member.name} joined your team`, [
    `${member.name} (${member.email}) accepted your invitation and is now a ${role} in your team.`,
    `Your team: ${baseUrl}/settings/team`,
  ]);
}

export function leftMail(about: {
  readonly to: string;
  readonly member: { readonly name: string; readonly email: string };
  readonly baseUrl: string;
}): Mail {
  const { to, member, baseUrl } = about;
  return compose(to, `${member.name} left your team`, [
    `${member.name} (${member.email}) left your team and does not see your events any more.`,
    `Your team: ${baseUrl}/settings/team`,
  ]);
}

export function removedMail({ to, owner, baseUrl }: AboutTeam): Mail {
  return compose(to, `You are no longer in the team of ${owner.name}`, [
    `${owner.name} (${owner.email}) removed you from their team, so you do not see their events any more. Your own account and events stay as they are.`,
    `Your events: ${baseUrl}/organizer`,
  ]);
}

export function roleMail({ to, owner, baseUrl, role }: AboutTeam & { readonly role: TeamRole }): Mail {
  return compose(to, `You are a ${role} in the team of ${owner.name} now`, [
    `${owner.name} (${owner.email}) changed your role in their team. As a ${role} you can ${ROLE_MEANINGS[role]}.`,
    `Your events and theirs: ${baseUrl}/organizer`,
  ]);
}

export function teamDeletedMail({ to, owner, baseUrl }: AboutTeam): Mail {
  return compose(to, `The team of ${owner.name} is gone`, [
    `${owner.name} (${owner.email}) deleted their account. Their events and the applications to them went with it, so you do not see them any more. Your own account and events stay as they are.`,
    `Your events: ${baseUrl}/organizer`,
  ]);
}

function compose(to: string, subject: string, paragraphs: readonly string[]): Mail {
  return { to, subject, text: `${paragraphs.join('\n\n')}\n` };
}
