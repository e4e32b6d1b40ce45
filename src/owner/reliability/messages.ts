import { defineMessages, defineNames } from '../../lib/language/define-messages.ts';
import type { ApplicationOutcome } from '../../organizer/applications/schemas.ts';

/** An outcome as a vendor reads it. */
export const OUTCOME_WORDS = defineNames<ApplicationOutcome>({
  attended: { en: 'came', es: 'asistió' },
  late: { en: 'came late', es: 'llegó tarde' },
  left_early: { en: 'left early', es: 'se fue antes de tiempo' },
  no_show: { en: 'did not come', es: 'no se presentó' },
  cancelled_by_vendor: { en: 'called off by the vendor', es: 'cancelado por el vendedor' },
  cancelled_by_organizer: { en: 'called off by the organizer', es: 'cancelado por el organizador' },
});

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

/** Why a contest is not taken. */
export const CONTEST_ERRORS = defineMessages({
  short: {
    en: 'Please say what happened, in at least {min} characters.',
    es: 'Diga qué pasó, en al menos {min} caracteres.',
  },
  long: {
    en: 'Please use at most {max, number} characters.',
    es: 'Use como máximo {max, number} caracteres.',
  },
  noOutcome: { en: 'There is no such outcome.', es: 'No existe tal resultado.' },
  contested: {
    en: 'You have contested this outcome already.',
    es: 'Usted ya impugnó este resultado.',
  },
  notHolder: {
    en: 'You do not hold this license any more.',
    es: 'Esta licencia ya no es suya aquí.',
  },
  nothing: {
    en: 'Nothing is recorded here that could be contested.',
    es: 'Aquí no hay nada registrado que se pueda impugnar.',
  },
  over: {
    en: 'The time to contest this outcome is over.',
    es: 'El plazo para impugnar este resultado ya terminó.',
  },
});

/** Mails about outcomes to the holder of a license. What an organizer is sent stays English. */
export const OUTCOME_MAIL = defineMessages({
  recordedSubject: {
    en: 'An organizer recorded how your visit went',
    es: 'Un organizador registró cómo fue su participación',
  },
  takenSubject: {
    en: 'An organizer took back a recorded outcome',
    es: 'Un organizador retiró un resultado registrado',
  },
  recorded: {
    en: 'The organizer recorded how your visit to this event went: “{outcome}”.',
    es: 'El organizador registró el resultado de su participación en este evento: “{outcome}”.',
  },
  taken: {
    en: 'The organizer took back what they recorded about your visit to this event.',
    es: 'El organizador retiró lo que había registrado sobre su participación en este evento.',
  },
  earlier: { en: 'Before, it said “{outcome}”.', es: 'Antes decía “{outcome}”.' },
  endsContest: {
    en: 'This closes your dispute: the outcome you disputed doesn’t count.',
    es: 'Con eso termina su impugnación: el resultado que impugnó no cuenta.',
  },
  all: {
    en: 'See all recorded outcomes:\n{link}',
    es: 'Ver todos los resultados:\n{link}',
  },
  ifWrong: {
    en: 'Is this wrong? Dispute it by {day}. It doesn’t count until we’ve decided.\n\nDispute this outcome:\n{link}',
    es: '¿No es correcto? Impúgnelo a más tardar el {day}. No cuenta hasta que hayamos decidido.\n\nImpugnar este resultado:\n{link}',
  },
  receivedSubject: { en: 'We have your dispute', es: 'Recibimos su impugnación' },
  received: {
    en: 'You disputed “{outcome}”. We asked the organizer for an answer and will decide by {day}. Until then, the outcome doesn’t count.',
    es: 'Usted impugnó “{outcome}”. Ya le pedimos una respuesta al organizador y decidiremos a más tardar el {day}. Hasta entonces, el resultado no cuenta.',
  },
  whatIsRecorded: { en: 'See what is recorded:\n{link}', es: 'Ver lo que está registrado:\n{link}' },
  answeredSubject: {
    en: 'The organizer answered your dispute',
    es: 'El organizador respondió a su impugnación',
  },
  answered: {
    en: 'The organizer stands by the outcome you disputed. It doesn’t count until we’ve decided.',
    es: 'El organizador mantiene el resultado que usted impugnó. No cuenta hasta que hayamos decidido.',
  },
  organizerWrites: { en: 'The organizer writes:\n{quote}', es: 'El organizador escribe:\n{quote}' },
  decidedSubject: {
    en: 'We decided a dispute about an outcome',
    es: 'Decidimos sobre un resultado impugnado',
  },
  upheld: {
    en: 'The vendor disputed the outcome “{outcome}”. We agree with the vendor: it doesn’t count.',
    es: 'Se impugnó el resultado “{outcome}”. Le damos la razón al vendedor: no cuenta.',
  },
  dismissed: {
    en: 'The vendor disputed the outcome “{outcome}”. We agree with the organizer: it counts again.',
    es: 'Se impugnó el resultado “{outcome}”. Le damos la razón al organizador: el resultado vuelve a contar.',
  },
  note: { en: 'Our note:\n{quote}', es: 'Nuestra nota:\n{quote}' },
  where: { en: 'See the outcome:\n{link}', es: 'Ver el resultado:\n{link}' },
});
