import { INVITATION, ROLE_MEANINGS, ROLE_WORDS } from '../../../accounts/teams/messages.ts';
import {
  type InvitationView,
  MEMBERS_MAX,
  type Membership,
  type OpenInvitation,
  TEAM_ROLES,
  type TeamAction,
  type TeamLogEntry,
  type TeamMember,
  type TeamOverview,
  type TeamRole,
} from '../../../accounts/teams/team.ts';
import type { FieldErrors } from '../../../lib/field-errors.ts';
import type { Language } from '../../../lib/language/language.ts';
import { DEPOSIT_NAMES, OUTCOME_NAMES } from '../../kit/applications/application-names.ts';
import { renderChoices, renderErrorSummary } from '../../kit/forms/fields.ts';
import { renderPage } from '../../kit/frame/render-page.ts';
import type { SignedInFrame } from '../../kit/frame/signed-in-frame.ts';
import { type Html, html, joinHtml } from '../../kit/html.ts';
import { renderMoment } from '../../kit/render-dates.ts';
import { renderEmail } from '../account-page.ts';
import { JOIN } from './messages.ts';

/** The rejected values with their errors, or a confirmation of the last change. */
interface TeamState {
  readonly email?: string;
  readonly role?: string;
  readonly errors?: FieldErrors;
  readonly notice?: string | undefined;
}

const ROLE_CHOICES: Readonly<Record<TeamRole, { label: string; hint: string }>> = {
  manager: {
    label: 'Manager',
    hint: 'Does everything with your events that you can. Cannot invite people or see your API keys and licenses.',
  },
  viewer: {
    label: 'Viewer',
    hint: 'Reads events, applications, event files and spreadsheets, and changes nothing.',
  },
};

/**
 * Renders the account's team with its invitations and log, followed by the teams that the account belongs to.
 */
export function renderTeam(frame: SignedInFrame, team: TeamOverview, state: TeamState): Html {
  const { errors = {}, notice } = state;
  const main = html`<p class="kicker"><a href="/settings">Settings</a></p>
<h1>Team</h1>
<p class="lead">People in your team see all your events. Managers run them with you; viewers read.</p>
${notice === undefined ? '' : html`<p class="done" role="status">${notice}</p>`}
${renderErrorSummary(errors)}
<section class="part"><h2>Your team</h2><div>${renderMembers(team.members)}</div></section>
${team.invitations.length === 0 ? '' : html`<section class="part"><h2>Invited</h2><div>${renderInvitations(team.invitations)}</div></section>`}
<section class="part"><h2>Invite someone</h2><div>${renderInvite(team.members, state)}</div></section>
${team.memberships.length === 0 ? '' : html`<section class="part"><h2>Teams you are in</h2><div>${renderMemberships(team.memberships)}</div></section>`}
${team.log.length === 0 ? '' : html`<section class="part"><h2>What happened</h2><div>${renderLog(team.log)}</div></section>`}`;
  const title = Object.keys(errors).length > 0 ? 'Error: Team' : 'Team';
  return inFrame(frame, title, main);
}

/** Renders the invitation. Nothing changes until the invited person responds. */
export function renderInvitation(
  frame: SignedInFrame,
  invitation: InvitationView,
  action: string,
  { language, refusal }: { readonly language: Language; readonly refusal: string | undefined },
): Html {
  const { owner_name: owner, owner_email: address, role, expires_at } = invitation;
  const t = JOIN[language];
  const title = t.title({ owner });
  const can = { role: ROLE_WORDS[language][role], meaning: ROLE_MEANINGS[language][role] };
  const main = html`<p class="kicker"><a href="/settings/team">${t.team}</a></p>
<h1>${title}</h1>
${refusal === undefined ? '' : renderErrorSummary({ answer: refusal }, language)}
<p class="lead">${INVITATION[language].invites({ owner, address, ...can })}</p>
<p>${t.sees({ moment: renderMoment(expires_at, language) })}</p>
<div class="actions" id="answer">
<form action="${action}" method="post"><input type="hidden" name="answer" value="accept"><button type="submit">${t.join}</button></form>
<form action="${action}" method="post"><input type="hidden" name="answer" value="refuse"><button class="quiet" type="submit">${t.refuse}</button></form>
</div>`;
  return inFrame(frame, refusal === undefined ? title : `Error: ${title}`, main, language);
}

/** Renders the confirmation page for removing a member. */
export function renderRemove(frame: SignedInFrame, member: TeamMember): Html {
  const title = `Remove ${member.name} from your team?`;
  const main = html`<p class="kicker"><a href="/settings/team">Team</a></p>
<h1>${title}</h1>
<p class="lead">${member.name} (${member.email}) will no longer see your events, and gets an email about it. What they decided stays.</p>
<form class="actions" action="/settings/team/members/${member.id}/remove" method="post"><button class="danger" type="submit">Remove from the team</button> <a href="/settings/team">Keep</a></form>`;
  return inFrame(frame, title, main);
}

function renderMembers(members: readonly TeamMember[]): Html {
  if (members.length === 0) return html`<p>No one else is on your team yet.</p>`;
  const rows = members.map((member) => {
    const { id, name, email, role, joined_at } = member;
    const other = role === 'manager' ? 'viewer' : 'manager';
    return html`<tr><th scope="row" data-label="Name">${name}</th><td data-label="Email">${email}</td><td data-label="Role">${ROLE_CHOICES[role].label}</td><td data-label="Since">${renderMoment(joined_at)}</td><td data-label="Change"><div class="actions"><form action="/settings/team/members/${id}/role" method="post"><input type="hidden" name="role" value="${other}"><button class="plain" type="submit">Make ${other}<span class="visually-hidden">: ${name}</span></button></form> <a href="/settings/team/members/${id}/remove">Remove<span class="visually-hidden"> ${name}</span></a></div></td></tr>`;
  });
  return html`<div class="wide" tabindex="0" role="region" aria-label="Your team"><table class="list stacked"><caption class="visually-hidden">Your team</caption>
<thead><tr><th scope="col">Name</th><th scope="col">Email</th><th scope="col">Role</th><th scope="col">Since</th><th scope="col">Change</th></tr></thead>
<tbody>${joinHtml(rows, '\n')}</tbody></table></div>`;
}

function renderInvitations(invitations: readonly OpenInvitation[]): Html {
  const rows = invitations.map(
    ({ id, email, role, expires_at }) =>
      html`<tr><th scope="row" data-label="Email">${email}</th><td data-label="Role">${ROLE_CHOICES[role].label}</td><td data-label="Open until">${renderMoment(expires_at)}</td><td data-label="Change"><form action="/settings/team/invitations/${id}/withdraw" method="post"><button class="plain" type="submit">Withdraw<span class="visually-hidden"> the invitation of ${email}</span></button></form></td></tr>`,
  );
  return html`<div class="wide" tabindex="0" role="region" aria-label="Open invitations"><table class="list stacked"><caption class="visually-hidden">Open invitations</caption>
<thead><tr><th scope="col">Email</th><th scope="col">Role</th><th scope="col">Open until</th><th scope="col">Change</th></tr></thead>
<tbody>${joinHtml(rows, '\n')}</tbody></table></div>`;
}

function renderInvite(members: readonly TeamMember[], { email, role = '', errors = {} }: TeamState): Html {
  if (members.length >= MEMBERS_MAX)
    return html`<p>Your team has ${MEMBERS_MAX} members, which is the most there can be.</p>`;
  return html`<form action="/settings/team" method="post" novalidate>
${renderEmail({
  name: 'email',
  label: 'Email address',
  value: email,
  error: errors.email,
  autocomplete: 'email',
  hint: 'We mail a link to it. It works for an account with this address, once, for seven days.',
})}
${renderChoices({
  name: 'role',
  label: 'What they may do',
  required: true,
  error: errors.role,
  chosen: [role],
  choices: TEAM_ROLES.map((value) => ({ value, ...ROLE_CHOICES[value] })),
})}
<p class="actions"><button type="submit">Send the invitation</button></p>
</form>`;
}

function renderMemberships(memberships: readonly Membership[]): Html {
  const items = memberships.map(
    ({ id, owner_id, owner_name, role }) =>
      html`<li><p>${owner_name}: you are a ${role}.${role === 'manager' ? html` <a href="/organizer/events/new?team=${owner_id}">New event for ${owner_name}</a>` : ''}</p>
<form action="/settings/team/memberships/${id}/leave" method="post"><button class="quiet" type="submit">Leave<span class="visually-hidden"> the team of ${owner_name}</span></button></form></li>`,
  );
  return html`<ul>${joinHtml(items, '\n')}</ul>`;
}

function renderLog(log: readonly TeamLogEntry[]): Html {
  const items = log.map((entry) => {
    const who = entry.actor_name ?? 'An account that is gone';
    return html`<li>${ACTIONS[entry.action](who, entry.subject, entry.role)} <span class="small">${renderMoment(entry.at)}</span></li>`;
  });
  return html`<ul class="history">${joinHtml(items, '\n')}</ul>`;
}

function nameOf(names: Readonly<Record<string, string>>, value: string): string {
  return names[value] ?? value;
}

const ACTIONS: Readonly<Record<TeamAction, (who: string, subject: string, value: string) => string>> = {
  invited: (who, subject, role) => `${who} invited ${subject} as ${role}.`,
  withdrew: (who, subject) => `${who} withdrew the invitation of ${subject}.`,
  joined: (who, subject, role) => `${who} (${subject}) joined as ${role}.`,
  refused: (who, subject) => `${who} (${subject}) did not want to join.`,
  changed_role: (who, subject, role) => `${who} changed the role of ${subject} to ${role}.`,
  removed: (who, subject) => `${who} removed ${subject}.`,
  left: (who, subject) => `${who} (${subject}) left.`,
  made_event: (who, subject) => `${who} made the event ${subject}.`,
  changed_event: (who, subject) => `${who} changed the details of ${subject}.`,
  changed_questions: (who, subject) => `${who} changed the questions of ${subject}.`,
  published: (who, subject) => `${who} published ${subject}.`,
  unpublished: (who, subject) => `${who} made ${subject} a draft again.`,
  completed: (who, subject) => `${who} marked ${subject} as completed.`,
  cancelled: (who, subject) => `${who} canceled ${subject}.`,
  deposit: (who, subject, status) =>
    `${who} set the deposit of ${subject} to “${nameOf(DEPOSIT_NAMES, status)}”.`,
  outcome: (who, subject, outcome) =>
    outcome === ''
      ? `${who} took back the outcome of ${subject}.`
      : `${who} recorded “${nameOf(OUTCOME_NAMES, outcome)}” for ${subject}.`,
  outcomes_undone: (who, subject) => `${who} took back the outcomes of ${subject}.`,
};

function inFrame(
  { account, fictional }: SignedInFrame,
  title: string,
  main: Html,
  language: Language = 'en',
): Html {
  return renderPage({
    title,
    description: JOIN[language].description,
    language,
    fictional,
    account,
    current: '/settings',
    main,
  });
}
