import { defineMessages, defineNames } from '../../../lib/language/define-messages.ts';
import type { Counting } from '../../../owner/reliability/reliability-rule.ts';

/** Wording for the page that shows a verified license holder the outcomes that organizers recorded. */
export const OUTCOMES_PAGE = defineMessages({
  licenses: { en: 'Your licenses', es: 'Sus licencias' },
  title: { en: 'Outcomes of events', es: 'Resultados de eventos' },
  description: {
    en: 'What organizers recorded about your license.',
    es: 'Lo que los organizadores registraron sobre su licencia.',
  },
  who: {
    en: 'Organizers with an API key see that sentence, and so does every organizer you apply to. This page lists the applications that you sent while signed in as the verified owner, or confirmed by the link in the email to your account’s address. Other applications don’t count.',
    es: 'Esa frase la ven los organizadores que tienen una clave de API y quienes reciben una solicitud de usted. Aquí están las solicitudes que envió con la sesión iniciada como su dueño verificado o que confirmó con el enlace del correo enviado a la dirección de su cuenta. Las demás no cuentan para nadie.',
  },
  applications: { en: 'Applications', es: 'Solicitudes' },
  none: { en: 'None yet.', es: 'Todavía ninguna.' },
  recorded: { en: 'Recorded: {outcome}', es: 'Se registró: {outcome}' },
  label: { en: 'What happened', es: 'Qué pasó' },
  hint: { en: 'The organizer reads it, and so do we.', es: 'Lo leen el organizador y nosotros.' },
  until: {
    en: 'You can contest this outcome once, until {moment}.',
    es: 'Puede impugnar este resultado hasta el {moment}, y una sola vez.',
  },
  contest: {
    en: 'Contest it<hidden>: {event}</hidden>',
    es: 'Impugnarlo<hidden>: {event}</hidden>',
  },
  sent: { en: 'Sent. We’ve emailed the organizer.', es: 'Enviado. El organizador recibirá un correo.' },
});

/** Explains whether an outcome counts toward reliability and, if not, why. */
export const COUNTING = defineNames<Counting>({
  counts: { en: 'It counts.', es: 'Cuenta.' },
  none: { en: 'Nothing is recorded.', es: 'No hay nada registrado.' },
  cancellation: {
    en: 'A visit that was called off counts neither way.',
    es: 'Una participación que se canceló no cuenta ni a favor ni en contra.',
  },
  not_told: {
    en: 'It does not count: it was recorded before we notified vendors of outcomes.',
    es: 'No cuenta: se registró antes de que avisáramos de los resultados a los vendedores.',
  },
  contested: { en: 'It does not count: it is contested.', es: 'No cuenta: está impugnado.' },
  not_approved: {
    en: 'It does not count: the application was not approved before the event, or lost its approval.',
    es: 'No cuenta: la solicitud no se aprobó antes del evento, o perdió su aprobación.',
  },
  recorded_early: {
    en: 'It does not count: it was recorded before the event started, or the event was called off.',
    es: 'No cuenta: se registró antes de que comenzara el evento, o el evento se canceló.',
  },
  own_event: {
    en: 'It does not count: the event is by an account of the same owner or domain.',
    es: 'No cuenta: el evento es de una cuenta del mismo dueño o del mismo dominio de correo.',
  },
  same_day: {
    en: 'It does not count: another event of the same organizer on that day counts.',
    es: 'No cuenta: ya cuenta otro evento del mismo organizador de ese día.',
  },
});
