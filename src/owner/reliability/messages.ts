import { defineMessages } from '../../lib/language/define-messages.ts';

/** A vendor's reliability in one sentence; programs get it in English. */
export const RELIABILITY = defineMessages({
  known: {
    en: 'Came to {came} of {events} events of {organizers} independent organizers on this service.',
    es: 'Asistió a {came} de {events} eventos de {organizers} organizadores independientes en este servicio.',
  },
  unknownNone: {
    en: 'Unknown: no outcome counts so far. It takes {eventsMin} events of {organizersMin} independent organizers.',
    es: 'Sin datos suficientes: hasta ahora no cuenta ningún resultado. Hacen falta {eventsMin} eventos de {organizersMin} organizadores independientes.',
  },
  unknownSome: {
    en: 'Unknown: {events, plural, one {# event} other {# events}} of {organizers, plural, one {# independent organizer} other {# independent organizers}} {events, plural, one {counts} other {count}} so far. It takes {eventsMin} events of {organizersMin} independent organizers.',
    es: 'Sin datos suficientes: hasta ahora {events, plural, one {cuenta # evento} other {cuentan # eventos}} de {organizers, plural, one {# organizador independiente} other {# organizadores independientes}}. Hacen falta {eventsMin} eventos de {organizersMin} organizadores independientes.',
  },
});

/** Mails about outcomes to the holder of a license. What an organizer is sent stays English. */
export const OUTCOME_MAIL = defineMessages({
  recordedSubject: {
    en: 'An outcome was recorded for your license',
    es: 'Se registró un resultado sobre su licencia',
  },
  takenSubject: {
    en: 'A recorded outcome was taken back',
    es: 'Se retiró un resultado registrado',
  },
  recorded: {
    en: 'An organizer has recorded how your visit to an event went: “{outcome}”.',
    es: 'Un organizador registró el resultado de su participación en un evento: “{outcome}”.',
  },
  taken: {
    en: 'An organizer has taken back what was recorded about your visit to an event.',
    es: 'Un organizador retiró lo que se había registrado sobre su participación en un evento.',
  },
  earlier: { en: 'Before, it said “{outcome}”.', es: 'Antes decía “{outcome}”.' },
  endsContest: {
    en: 'That ends what you contested: the outcome you contested does not count.',
    es: 'Con eso termina su impugnación: el resultado que impugnó no cuenta.',
  },
  all: {
    en: 'All recorded outcomes, and which of them count:\n{link}',
    es: 'Todos los resultados registrados y cuáles cuentan:\n{link}',
  },
  ifWrong: {
    en: 'If this is wrong, contest it by {day}. While it is contested it does not count:\n{link}',
    es: 'Si esto no es correcto, impúgnelo a más tardar el {day}. Mientras esté impugnado no cuenta:\n{link}',
  },
});
