import { defineMessages, defineNames } from '../../lib/language/define-messages.ts';
import type { TeamRole } from './team.ts';

/** The text for a person who is invited to a team. The team's own pages are for organizers, in English. */
export const INVITATION = defineMessages({
  subject: {
    en: 'You’re invited to a team at Vendor Compliance',
    es: 'Tiene una invitación a un equipo en Vendor Compliance',
  },
  invites: {
    en: '{owner} ({address}) has invited you to join the team for their events. As a {role}, you’ll be able to {meaning}.',
    es: '{owner} ({address}) lo invita a unirse al equipo que administra sus eventos. Como {role}, usted podrá {meaning}.',
  },
  answer: {
    en: 'To answer, sign in with this address ({to}), or sign up with it first. Then open the invitation within {days} days.\n\nOpen the invitation:\n{link}',
    es: 'Para responder, inicie sesión con esta dirección ({to}) o primero cree una cuenta con ella. Después abra la invitación antes de que pasen {days} días.\n\nAbrir la invitación:\n{link}',
  },
  ignore: {
    en: 'Don’t know who this is? Ignore this email. Nothing will happen unless you accept.',
    es: '¿No sabe quién es? Ignore este correo. No pasará nada si usted no acepta.',
  },
  none: {
    en: 'There is no open invitation for you at this address. It may have expired, or been answered or withdrawn. Or it was sent to a different address than the one you’re signed in with.',
    es: 'En esta dirección no hay ninguna invitación abierta para usted. Puede que ya se haya respondido, se haya retirado o haya vencido, o que se haya enviado a un correo distinto del que usa en esta sesión.',
  },
  teamFull: {
    en: 'This team has {count} members, which is the maximum.',
    es: 'Este equipo tiene {count} miembros, que es el máximo posible.',
  },
  tooManyTeams: {
    en: 'You’re on {count} teams, which is the maximum. Leave one first.',
    es: 'Usted está en {count} equipos, que es el máximo posible. Salga primero de uno.',
  },
  signedOut: {
    en: 'You were signed out while you sent this, so nothing was changed. Sign in and try again.',
    es: 'Su sesión se cerró mientras enviaba esto, así que no se cambió nada. Inicie sesión e inténtelo de nuevo.',
  },
});

/** A role as it appears within a sentence. */
export const ROLE_WORDS = defineNames<TeamRole>({
  manager: { en: 'manager', es: 'administrador (manager)' },
  viewer: { en: 'viewer', es: 'lector (viewer)' },
});

/** A role's permissions, as the end of a sentence about the reader. */
export const ROLE_MEANINGS = defineNames<TeamRole>({
  manager: {
    en: 'manage these events: change them, decide on applications, and record outcomes',
    es: 'administrar esos eventos: cambiarlos, decidir sobre las solicitudes y registrar los resultados',
  },
  viewer: {
    en: 'view these events, their applications and event files, but not change anything',
    es: 'ver esos eventos, sus solicitudes y sus expedientes de cumplimiento, pero no cambiar nada',
  },
});
