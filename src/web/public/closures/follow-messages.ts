import { defineMessages } from '../../../lib/language/define-messages.ts';

/** Wording for the weekly email about closures: the form, and the pages that the email links to. */
export const FOLLOW = defineMessages({
  heading: { en: 'Follow by email', es: 'Seguir por correo' },
  how: {
    en: 'One email a week, only if a business was closed. First we ask you to confirm.',
    es: 'Un correo por semana, solo si se cerró un negocio. Primero le pedimos que lo confirme.',
  },
  email: { en: 'Your email', es: 'Su correo' },
  submit: { en: 'Get the weekly email', es: 'Recibir el correo semanal' },
  asked: { en: 'Check your email', es: 'Revise su correo' },
  askedLead: {
    en: 'If this address doesn’t follow these closures yet, a link to confirm is on its way. Nothing else is sent without it.',
    es: 'Si esta dirección todavía no sigue estos cierres, le enviamos un enlace para confirmar. Sin él no se envía nada más.',
  },
  back: { en: 'Back to the closures', es: 'Volver a los cierres' },
  confirmTitle: { en: 'Confirm the weekly email?', es: '¿Confirmar el correo semanal?' },
  confirmLead: {
    en: 'Once a week, the closures in {place}, if there are any.',
    es: 'Una vez por semana, los cierres en {place}, si los hay.',
  },
  confirm: { en: 'Confirm', es: 'Confirmar' },
  confirmed: { en: 'Confirmed', es: 'Confirmado' },
  confirmedLead: {
    en: 'The next closures in {place} come by email. Each email has a link that ends them.',
    es: 'Los próximos cierres en {place} le llegarán por correo. Cada correo tiene un enlace para dejar de recibirlos.',
  },
  stopTitle: { en: 'End the weekly email?', es: '¿Dejar de recibir el correo semanal?' },
  stopLead: {
    en: 'You get the closures in {place} once a week.',
    es: 'Usted recibe los cierres en {place} una vez por semana.',
  },
  stop: { en: 'End it', es: 'Dejar de recibirlo' },
  stopped: { en: 'No more emails', es: 'No recibirá más correos' },
  stoppedLead: {
    en: 'The weekly email has ended. Your address is deleted from it.',
    es: 'Ya no recibirá el correo semanal. Borramos su dirección de él.',
  },
});
