import { defineMessages } from '../../../lib/language/define-messages.ts';

/** Wording for the weekly emails: the forms, and the pages that the emails link to. */
export const FOLLOW = defineMessages({
  closures: { en: 'Follow by email', es: 'Seguir por correo' },
  closuresHow: {
    en: 'One email a week, only if a business was closed. We’ll ask you to confirm first.',
    es: 'Un correo por semana, solo si se cerró un negocio. Primero le pediremos que lo confirme.',
  },
  vendor: { en: 'Email me if this record changes', es: 'Avíseme por correo si este historial cambia' },
  vendorHow: {
    en: 'No account needed. At most one email a week, only if the record changed. First we ask you to confirm.',
    es: 'Sin cuenta. Como máximo un correo por semana, solo si el historial cambió. Primero le pediremos que lo confirme.',
  },
  email: { en: 'Your email', es: 'Su correo' },
  closuresSubmit: { en: 'Get the weekly email', es: 'Recibir el correo semanal' },
  vendorSubmit: { en: 'Email me', es: 'Avisarme' },
  asked: { en: 'Check your email', es: 'Revise su correo' },
  closuresAsked: {
    en: 'If this address isn’t signed up for these closures yet, we’ve sent it a confirmation link. We won’t send anything else until you confirm.',
    es: 'Si esta dirección todavía no sigue estos cierres, le enviamos un enlace para confirmar. No enviaremos nada más hasta que confirme.',
  },
  vendorAsked: {
    en: 'If this address doesn’t follow this record yet, a link to confirm is on its way. Nothing else is sent without it.',
    es: 'Si esta dirección todavía no sigue este historial, le enviamos un enlace para confirmar. Sin él no se envía nada más.',
  },
  closuresBack: { en: 'Back to the closures', es: 'Volver a los cierres' },
  vendorBack: { en: 'Back to the record', es: 'Volver al historial' },
  confirmTitle: { en: 'Confirm the weekly email?', es: '¿Confirmar el correo semanal?' },
  closuresConfirm: {
    en: 'Once a week, the closures in {topic}, if there are any.',
    es: 'Una vez por semana, los cierres en {topic}, si los hay.',
  },
  vendorConfirm: {
    en: 'At most once a week, what changed on the record of {topic}, if anything did.',
    es: 'Como máximo una vez por semana, lo que cambió en el historial de {topic}, si algo cambió.',
  },
  confirm: { en: 'Confirm', es: 'Confirmar' },
  confirmed: { en: 'Confirmed', es: 'Confirmado' },
  closuresConfirmed: {
    en: 'The next closures in {topic} come by email. Each email has a link that ends them.',
    es: 'Los próximos cierres en {topic} le llegarán por correo. Cada correo tiene un enlace para dejar de recibirlos.',
  },
  vendorConfirmed: {
    en: 'The next change on the record of {topic} comes by email. Each email has a link that ends them.',
    es: 'El próximo cambio en el historial de {topic} le llegará por correo. Cada correo tiene un enlace para dejar de recibirlos.',
  },
  full: { en: 'Not confirmed', es: 'No confirmado' },
  fullLead: {
    en: 'An address can have {max} of these emails, and yours has that many. End one with the link in its email, then open this link again.',
    es: 'Una dirección puede tener {max} de estos correos, y la suya ya los tiene. Deje uno con el enlace de su correo y abra este enlace otra vez.',
  },
  stopTitle: { en: 'Stop the weekly email?', es: '¿Dejar de recibir el correo semanal?' },
  closuresStop: {
    en: 'You get the closures in {topic} once a week.',
    es: 'Usted recibe los cierres en {topic} una vez por semana.',
  },
  vendorStop: {
    en: 'You get an email when the record of {topic} changes.',
    es: 'Usted recibe un correo cuando cambia el historial de {topic}.',
  },
  stop: { en: 'Stop it', es: 'Dejar de recibirlo' },
  stopped: { en: 'No more emails', es: 'No recibirá más correos' },
  stoppedLead: {
    en: 'You won’t get the weekly email anymore. We’ve deleted your address from the list.',
    es: 'Ya no recibirá el correo semanal. Borramos su dirección de la lista.',
  },
  home: { en: 'Check a vendor', es: 'Consultar a un vendedor' },
});

/** Wording for the list of a vendor's changes. */
export const CHANGES_PAGE = defineMessages({
  title: { en: 'Changes to {name}', es: 'Cambios de {name}' },
  description: {
    en: 'What changed on the public record of {name} in the last {days} days.',
    es: 'Lo que cambió en el historial público de {name} en los últimos {days} días.',
  },
  kicker: { en: 'Public record', es: 'Historial público' },
  lead: {
    en: 'What changed on this record in the last {days} days, newest first. The day is the day of the records, not of the event.',
    es: 'Lo que cambió en este historial en los últimos {days} días, lo más reciente primero. El día es el de los registros, no el del hecho.',
  },
  none: {
    en: 'Nothing changed on this record in the last {days} days.',
    es: 'Nada cambió en este historial en los últimos {days} días.',
  },
  link: {
    en: 'See what changed in the last {days} days',
    es: 'Ver lo que cambió en los últimos {days} días',
  },
  fictional: {
    en: 'Fictional vendor: demo data. No such business exists.',
    es: 'Vendedor ficticio: datos de demostración. Este negocio no existe.',
  },
});
