import { defineMessages } from '../../../lib/language/define-messages.ts';

/** Wording for the weekly email about closures: the form, and the pages that the email links to. */
export const FOLLOW = defineMessages({
  heading: { en: 'Follow by email', es: 'Seguir por correo' },
  how: {
    en: 'One email a week, only if a business was closed. We’ll ask you to confirm first.',
    es: 'Un correo por semana, solo si se cerró un negocio. Primero le pediremos que lo confirme.',
  },
  email: { en: 'Your email', es: 'Su correo' },
  submit: { en: 'Get the weekly email', es: 'Recibir el correo semanal' },
  asked: { en: 'Check your email', es: 'Revise su correo' },
  askedLead: {
    en: 'If this address isn’t signed up for these closures yet, we’ve sent it a confirmation link. We won’t send anything else until you confirm.',
    es: 'Si esta dirección todavía no sigue estos cierres, le enviamos un enlace para confirmar. No enviaremos nada más hasta que confirme.',
  },
  back: { en: 'Back to the closures', es: 'Volver a los cierres' },
  confirmTitle: { en: 'Confirm the weekly email?', es: '¿Confirmar el correo semanal?' },
  confirmLead: {
    en: 'We’ll email you once a week if there were closures in {place}.',
    es: 'Le enviaremos un correo por semana si hubo cierres en {place}.',
  },
  confirm: { en: 'Confirm', es: 'Confirmar' },
  confirmed: { en: 'Confirmed', es: 'Confirmado' },
  confirmedLead: {
    en: 'We’ll email you about the next closures in {place}. Each email has an unsubscribe link.',
    es: 'Le avisaremos por correo de los próximos cierres en {place}. Cada correo tiene un enlace para dejar de recibirlos.',
  },
  stopTitle: { en: 'Stop the weekly email?', es: '¿Dejar de recibir el correo semanal?' },
  stopLead: {
    en: 'You’re signed up for a weekly email about closures in {place}.',
    es: 'Usted recibe un correo semanal sobre los cierres en {place}.',
  },
  stop: { en: 'Stop it', es: 'Dejar de recibirlo' },
  stopped: { en: 'No more emails', es: 'No recibirá más correos' },
  stoppedLead: {
    en: 'You won’t get the weekly email anymore. We’ve deleted your address from the list.',
    es: 'Ya no recibirá el correo semanal. Borramos su dirección de la lista.',
  },
});
