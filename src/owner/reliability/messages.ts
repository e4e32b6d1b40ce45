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
  receivedSubject: { en: 'You contest an outcome', es: 'Usted impugnó un resultado' },
  received: {
    en: 'You contest “{outcome}”. We have told the organizer. It does not count while this is open; we decide by {day}.',
    es: 'Usted impugnó “{outcome}”. Ya le avisamos al organizador. Mientras esto siga abierto no cuenta; decidiremos a más tardar el {day}.',
  },
  whatIsRecorded: { en: 'What is recorded:\n{link}', es: 'Lo que está registrado:\n{link}' },
  answeredSubject: {
    en: 'The organizer answered what you contest',
    es: 'El organizador respondió a su impugnación',
  },
  answered: {
    en: 'The organizer keeps the outcome that you contest. It does not count until we have decided.',
    es: 'El organizador mantiene el resultado que usted impugnó. No cuenta hasta que hayamos decidido.',
  },
  organizerWrites: { en: 'The organizer writes:\n{quote}', es: 'El organizador escribe:\n{quote}' },
  decidedSubject: { en: 'A contested outcome is decided', es: 'Decidimos sobre un resultado impugnado' },
  upheld: {
    en: 'The outcome “{outcome}” was contested. We agree with the vendor: it does not count.',
    es: 'Se impugnó el resultado “{outcome}”. Le damos la razón al vendedor: no cuenta.',
  },
  dismissed: {
    en: 'The outcome “{outcome}” was contested. We agree with the organizer: it is no longer held back.',
    es: 'Se impugnó el resultado “{outcome}”. Le damos la razón al organizador: el resultado ya no está en suspenso.',
  },
  note: { en: 'Our note:\n{quote}', es: 'Nuestra nota:\n{quote}' },
  where: { en: 'Where it stands:\n{link}', es: 'Dónde consta:\n{link}' },
});
