import { defineMessages } from '../../../lib/language/define-messages.ts';

/** Wording for the page that a team invitation opens. */
export const JOIN = defineMessages({
  team: { en: 'Team', es: 'Equipo' },
  title: { en: 'Join the team of {owner}?', es: '¿Quiere entrar en el equipo de {owner}?' },
  description: {
    en: 'Who sees and runs your events with you.',
    es: 'Quién ve y administra sus eventos con usted.',
  },
  sees: {
    en: 'They see your name, your email address and what you do with their events. They do not see your own events, licenses or API keys. The invitation is open until {moment}.',
    es: 'El equipo verá su nombre, su correo electrónico y lo que usted haga con esos eventos. No verá los eventos, las licencias ni las claves de API de usted. La invitación vence el {moment}.',
  },
  join: { en: 'Join the team', es: 'Entrar en el equipo' },
  refuse: { en: 'No, thank you', es: 'No, gracias' },
});
