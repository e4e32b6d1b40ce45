import { defineMessages } from '../../lib/language/define-messages.ts';

/** A vendor's reliability in one sentence. API clients get it in English. */
export const RELIABILITY = defineMessages({
  known: {
    en: 'Came to {came} of {events} events by {organizers} independent organizers on this service.',
    es: 'Asistió a {came} de {events} eventos de {organizers} organizadores independientes en este servicio.',
  },
  unknownNone: {
    en: 'Unknown: no outcomes count so far. We need {eventsMin} events by {organizersMin} independent organizers.',
    es: 'Sin datos suficientes: hasta ahora no cuenta ningún resultado. Hacen falta {eventsMin} eventos de {organizersMin} organizadores independientes.',
  },
  unknownSome: {
    en: 'Unknown: {events, plural, one {# event} other {# events}} by {organizers, plural, one {# independent organizer} other {# independent organizers}} {events, plural, one {counts} other {count}} so far. We need {eventsMin} events by {organizersMin} independent organizers.',
    es: 'Sin datos suficientes: hasta ahora {events, plural, one {cuenta # evento} other {cuentan # eventos}} de {organizers, plural, one {# organizador independiente} other {# organizadores independientes}}. Hacen falta {eventsMin} eventos de {organizersMin} organizadores independientes.',
  },
});

/** The emails about outcomes to a license's holder. Emails to organizers are always in English. */
export const OUTCOME_MAIL = defineMessages({
  recordedSubject: {
    en: 'An organizer recorded how you did at an event',
    es: 'Un organizador registró cómo fue su participación',
  },
  takenSubject: {
    en: 'An organizer withdrew a recorded outcome',
    es: 'Un organizador retiró un resultado registrado',
  },
  recorded: {
    en: 'The organizer recorded how you did at this event: “{outcome}.”',
    es: 'El organizador registró el resultado de su participación en este evento: “{outcome}”.',
  },
  taken: {
    en: 'The organizer withdrew what they recorded about you at this event.',
    es: 'El organizador retiró lo que había registrado sobre su participación en este evento.',
  },
  earlier: { en: 'Before, it said “{outcome}.”', es: 'Antes decía “{outcome}”.' },
  endsContest: {
    en: 'This closes your dispute: the outcome you disputed doesn’t count.',
    es: 'Con eso termina su impugnación: el resultado que impugnó no cuenta.',
  },
  all: {
    en: 'See all recorded outcomes:\n{link}',
    es: 'Ver todos los resultados:\n{link}',
  },
  ifWrong: {
    en: 'Is this wrong? Dispute it by {day}. It won’t count until we’ve decided.\n\nDispute this outcome:\n{link}',
    es: '¿No es correcto? Impúgnelo a más tardar el {day}. No contará hasta que hayamos decidido.\n\nImpugnar este resultado:\n{link}',
  },
});
