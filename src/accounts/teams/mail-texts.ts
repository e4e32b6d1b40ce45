import type { Language } from '../../lib/language/language.ts';
import { inLanguage } from '../../lib/language/language-address.ts';
import { quotedName } from '../../lib/text/names-in-email.ts';
import type { Mail } from '../../platform/mail/outbox.ts';
import { INVITATION, ROLE_MEANINGS, ROLE_WORDS } from './messages.ts';
import { INVITATION_DAYS, type TeamRole } from './team.ts';

/**
 * Emails about teams, in plain text and in English, like the team's pages; only the invitation is also in
 * Spanish. Anyone can choose an account's name, so names never appear in subjects, and are quoted in the
 * text.
 */

interface AboutTeam {
  readonly to: string;
  /** The account that owns the events. */
  readonly owner: { readonly name: string; readonly email: string };
  readonly baseUrl: string;
}

/**
 * Returns the email to a person who may not have an account yet. If the person has one, the email is in the
 * account's language.
 */
export function invitationMail(
  about: AboutTeam & { readonly role: TeamRole; readonly token: string; readonly language: Language },
): Mail {
  const { to, owner, baseUrl, role, token, language } = about;
  const t = INVITATION[language];
  const named = { owner: quotedName(owner.name), address: owner.email };
  const can = { role: ROLE_WORDS[language][role], meaning: ROLE_MEANINGS[language][role] };
  return compose(to, t.subject, [
    t.invites({ ...named, ...can }),
    t.answer({
      to,
      days: INVITATION_DAYS,
      link: `${baseUrl}${inLanguage(`/settings/team/join/${token}`, language)}`,
    }),
    t.ignore,
  ]);
}

export function joinedMail(about: {
  readonly to: string;
  readonly member: { readonly name: string; readonly email: string };
  readonly role: TeamRole;
  readonly baseUrl: string;
}): Mail {
  const { to, member, role, baseUrl } = about;
  return compose(to, 'Your team has a new member', [
    `${quotedName(member.name)} (${member.email}) accepted your invitation and is now a ${role} in your team.`,
    `Open your team:\n${baseUrl}/settings/team`,
  ]);
}

export function leftMail(about: {
  readonly to: string;
  readonly member: { readonly name: string; readonly email: string };
  readonly baseUrl: string;
}): Mail {
  const { to, member, baseUrl } = about;
  return compose(to, 'A member left your team', [
    `${quotedName(member.name)} (${member.email}) left your team and no longer sees your events.`,
    `Open your team:\n${baseUrl}/settings/team`,
  ]);
}

export function removedMail({ to, owner, baseUrl }: AboutTeam): Mail {
  return compose(to, 'You’re no longer in a team', [
    `${quotedName(owner.name)} (${owner.email}) removed you from their team, so you no longer see their events. Your own account and events stay as they are.`,
    `Open your events:\n${baseUrl}/organizer`,
  ]);
}

export function roleMail({ to, owner, baseUrl, role }: AboutTeam & { readonly role: TeamRole }): Mail {
  return compose(to, `You’re now a ${role} in a team`, [
    `${quotedName(owner.name)} (${owner.email}) changed your role in their team. As a ${role} you can ${ROLE_MEANINGS.en[role]}.`,
    `Open your events and theirs:\n${baseUrl}/organizer`,
  ]);
}

export function teamDeletedMail({ to, owner, baseUrl }: AboutTeam): Mail {
  return compose(to, 'A team you were in was deleted', [
    `${quotedName(owner.name)} (${owner.email}) deleted their account. Their events and the applications to them are deleted, too, so you no longer see them. Your own account and events stay as they are.`,
    `Open your events:\n${baseUrl}/organizer`,
  ]);
}

function compose(to: string, subject: string, paragraphs: readonly string[]): Mail {
  return { to, subject, text: `${paragraphs.join('\n\n')}\n` };
}
