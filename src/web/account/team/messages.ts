import { defineMessages } from '../../../lib/language/define-messages.ts';

/** Wording for the page that a team invitation opens. */
export const JOIN = defineMessages({
  team: { en: 'Team', es: 'Equipo' },
  title: { en: 'Join {owner}’s team?', es: '¿Quiere unirse al equipo de {owner}?' },
  description: {
    en: 'The people who see and run your events with you.',
    es: 'Las personas que ven y administran sus eventos con usted.',
  },
  sees: {
    en: 'They’ll see your name, your email address and what you do with their events. They won’t see your own events, licenses or API keys. This invitation is open until {moment}.',
    es: 'El equipo verá su nombre, su correo electrónico y lo que usted haga con esos eventos. No verá los eventos, las licencias ni las claves de API de usted. La invitación vence el {moment}.',
  },
  join: { en: 'Join the team', es: 'Unirse al equipo' },
  refuse: { en: 'No, thank you', es: 'No, gracias' },
});
