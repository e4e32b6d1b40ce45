import { defineMessages } from '../../lib/language/define-messages.ts';

export const STOP_ERRORS = defineMessages({
  noLink: {
    en: 'This link is no longer valid. If invitations keep coming, reply to one and ask the organizer to stop.',
    es: 'Este enlace ya no es válido. Si le siguen llegando invitaciones, responda a una y pida al organizador que no le escriba más.',
  },
});

/**
 * Text of the email that invites a vendor. The email has both languages because the vendor's language is
 * unknown.
 */
export const INVITATION = defineMessages({
  invited: {
    en: '{organizer} has invited you to apply for a spot at this event.',
    es: '{organizer} lo invita a solicitar un puesto en este evento.',
  },
  apply: { en: 'Apply here:\n{link}', es: 'Solicite aquí:\n{link}' },
  stop: {
    en: 'Stop all invitations to this address from organizers on this site:\n{link}',
    es: 'No recibir más invitaciones en esta dirección, de ningún organizador de este sitio:\n{link}',
  },
});
