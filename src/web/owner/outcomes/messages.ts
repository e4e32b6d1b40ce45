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
    en: 'Organizers with an API key see this sentence, and so does every organizer you apply to. This page lists the applications you sent while signed in as the verified owner, or confirmed with the link we emailed to your account’s address. Other applications don’t count.',
    es: 'Los organizadores que tienen una clave de API ven esta frase, y también cada organizador que recibe una solicitud suya. Esta página muestra las solicitudes que envió con la sesión iniciada como dueño verificado o que confirmó con el enlace que enviamos al correo de su cuenta. Las demás no cuentan.',
  },
  applications: { en: 'Applications', es: 'Solicitudes' },
  none: { en: 'None yet.', es: 'Todavía ninguna.' },
  recorded: { en: 'Recorded: {outcome}', es: 'Se registró: {outcome}' },
  label: { en: 'What happened', es: 'Qué pasó' },
  hint: { en: 'The organizer will read this, and so will we.', es: 'Lo leeremos el organizador y nosotros.' },
  until: {
    en: 'You can dispute this outcome once, until {moment}.',
    es: 'Puede impugnar este resultado hasta el {moment}, y una sola vez.',
  },
  contest: {
    en: 'Dispute it<hidden>: {event}</hidden>',
    es: 'Impugnarlo<hidden>: {event}</hidden>',
  },
  sent: { en: 'Sent. We’ve emailed the organizer.', es: 'Enviado. El organizador recibirá un correo.' },
});

/** Explains whether an outcome counts toward reliability and, if not, why. */
export const COUNTING = defineNames<Counting>({
  counts: { en: 'It counts.', es: 'Cuenta.' },
  none: { en: 'Nothing has been recorded.', es: 'No hay nada registrado.' },
  cancellation: {
    en: 'A canceled booking doesn’t count for or against you.',
    es: 'Una participación que se canceló no cuenta ni a favor ni en contra.',
  },
  not_told: {
    en: 'It doesn’t count because it was recorded before we notified vendors of outcomes.',
    es: 'No cuenta porque se registró antes de que avisáramos de los resultados a los vendedores.',
  },
  contested: { en: 'It doesn’t count while it’s in dispute.', es: 'No cuenta mientras esté impugnado.' },
  not_approved: {
    en: 'It doesn’t count because the application wasn’t approved before the event, or lost its approval.',
    es: 'No cuenta porque la solicitud no se aprobó antes del evento, o perdió su aprobación.',
  },
  recorded_early: {
    en: 'It doesn’t count because it was recorded before the event started, or the event was canceled.',
    es: 'No cuenta porque se registró antes de que comenzara el evento, o el evento se canceló.',
  },
  own_event: {
    en: 'It doesn’t count because the event belongs to an account with the same owner or email domain.',
    es: 'No cuenta porque el evento es de una cuenta del mismo dueño o del mismo dominio de correo.',
  },
  same_day: {
    en: 'It doesn’t count because another event by the same organizer that day already does.',
    es: 'No cuenta porque ya cuenta otro evento del mismo organizador ese día.',
  },
});
