import type { Severity } from '../../judgment/policy/policy.ts';
import type { Verdict } from '../../judgment/score/recommendation.ts';
import type { License } from '../../judgment/scorecard/schemas.ts';
import { defineMessages, defineNames } from '../../lib/language/define-messages.ts';
import type { EventType } from './schemas.ts';

/** The names of a decision's codes, on pages and in print. */

/**
 * A record that is too short for a grade gets the verdict REVIEW but is displayed as a separate state. Unlike
 * "Review first", that state implies nothing negative about the vendor.
 */
export type ShownVerdict = Verdict | 'SHORT_RECORD';

/** The names shown to readers. Programs, receipts and URLs use the codes. */
export const VERDICT_NAMES = defineNames<ShownVerdict>({
  CLEAR: { en: 'Clear to book', es: 'Se puede contratar' },
  CONDITIONAL: { en: 'Book with care', es: 'Contratar con cuidado' },
  REVIEW: { en: 'Review first', es: 'Revisar primero' },
  SHORT_RECORD: { en: 'Not enough record', es: 'Historial insuficiente' },
  DECLINE: { en: 'Don’t book', es: 'No contratar' },
});

export const MEANINGS = defineNames<ShownVerdict>({
  CLEAR: {
    en: 'Nothing on record should stop you from booking. Collect the documents.',
    es: 'Nada en el historial impide contratarlo. Pida los documentos.',
  },
  CONDITIONAL: {
    en: 'You can book once you’ve gone over the record with the vendor.',
    es: 'Puede contratarlo después de repasar el historial con el vendedor.',
  },
  REVIEW: {
    en: 'Review with the vendor before booking: the record can’t tell you yes or no.',
    es: 'Revíselo con el vendedor antes de contratarlo: el historial por sí solo no alcanza para decidir.',
  },
  SHORT_RECORD: {
    en: 'There aren’t enough inspections to judge this vendor yet. Ask for its most recent inspection report.',
    es: 'Todavía no hay suficientes inspecciones para juzgar a este vendedor. Pídale su informe de inspección más reciente.',
  },
  DECLINE: {
    en: 'The record is a reason not to book this vendor.',
    es: 'El historial es una razón para no contratar a este vendedor.',
  },
});

export const SEVERITIES_NAMED = defineNames<Severity>({
  blocking: { en: 'Blocking', es: 'Impide contratar' },
  serious: { en: 'Serious', es: 'Grave' },
  caution: { en: 'Caution', es: 'Precaución' },
  info: { en: 'For information', es: 'Para su información' },
});

export const GRADES = defineMessages({
  none: { en: 'None', es: 'Ninguna' },
  withheld: {
    en: 'Withheld because the license isn’t confirmed',
    es: 'No se muestra, porque la licencia no está confirmada',
  },
  insufficient: {
    en: 'None: a grade requires more recent inspections under this owner',
    es: 'Ninguna: para una calificación hacen falta más inspecciones recientes con este dueño',
  },
  hold: {
    en: 'None while the regulator’s hold is in force',
    es: 'Ninguna mientras siga vigente el impedimento de la agencia reguladora',
  },
});

export const LICENSE_KINDS = defineNames<License['type']>({
  food_truck: { en: 'food truck', es: 'food truck' },
  hot_dog_cart: { en: 'hot dog cart', es: 'carrito de hot dogs' },
  caterer: { en: 'caterer', es: 'empresa de catering' },
});

export const LICENSE_STATUSES = defineNames<License['status']>({
  current: { en: 'Current', es: 'Vigente' },
  delinquent: { en: 'Not renewed (delinquent)', es: 'Sin renovar (delinquent)' },
  relinquished: { en: 'Given up by the license holder', es: 'Entregada por su titular' },
  transfer_pending: {
    en: 'The owner may be changing',
    es: 'Al parecer está en curso un cambio de dueño',
  },
  no_file: {
    en: 'Unknown: no license file has been loaded for its district',
    es: 'Se desconoce: no se ha cargado ningún archivo de licencias de su distrito',
  },
  not_on_file: {
    en: 'Not in the latest license file',
    es: 'No figura en el archivo de licencias más reciente',
  },
  unknown: {
    en: 'Listed with a status that the regulator doesn’t explain',
    es: 'Figura con un estado que la agencia no explica',
  },
});

/** The names of the reasons in all versions of this policy. A code from another policy is shown unchanged. */
export const REASON_NAMES = defineNames<ReasonCode>({
  record_in_order: { en: 'Record in order', es: 'Historial en orden' },
  regulator_hold: { en: 'On hold by the regulator', es: 'Impedimento de la agencia reguladora' },
  license_not_confirmed: { en: 'License not confirmed', es: 'Licencia no confirmada' },
  insufficient_record: { en: 'Too few recent inspections', es: 'Muy pocas inspecciones recientes' },
  grade_f: { en: 'Grade F', es: 'Calificación F' },
  grade_d: { en: 'Grade D', es: 'Calificación D' },
  grade_c: { en: 'Grade C', es: 'Calificación C' },
  unresolved_enforcement: { en: 'Enforcement action not resolved', es: 'Medida de la agencia sin resolver' },
  follow_up_open: { en: 'Follow-up still open', es: 'Seguimiento pendiente' },
  last_result_unknown: {
    en: 'Result of the last visit unknown',
    es: 'Resultado de la última visita desconocido',
  },
  records_too_old: { en: 'Records too old', es: 'Registros demasiado antiguos' },
  records_old: { en: 'Old records', es: 'Registros antiguos' },
  coverage_too_short: {
    en: 'Inspection files cover too few days',
    es: 'Los archivos de inspecciones abarcan muy pocos días',
  },
  year_not_whole: { en: 'Files don’t cover the whole year', es: 'Los archivos no abarcan todo el año' },
  expires_before_event: { en: 'License expires before the event', es: 'La licencia vence antes del evento' },
  closed_within_year: { en: 'Closed within the last year', es: 'Cerrado en el último año' },
  final_order: { en: 'Final order within the last year', es: 'Orden final de hace menos de un año' },
  last_visit_long_ago: { en: 'Last visit was long ago', es: 'Última visita hace mucho tiempo' },
  few_inspections: { en: 'Few inspections', es: 'Pocas inspecciones' },
  recent_emergency_closure: {
    en: 'Recent closure by the regulator',
    es: 'Cierre reciente por la agencia reguladora',
  },
  high_priority_at_last_inspection: {
    en: 'High-priority violation at the last inspection',
    es: 'Infracción de alta prioridad en la última inspección',
  },
});

type ReasonCode =
  | ('record_in_order' | 'regulator_hold' | 'license_not_confirmed' | 'insufficient_record')
  | ('grade_f' | 'grade_d' | 'grade_c' | 'unresolved_enforcement' | 'follow_up_open' | 'last_result_unknown')
  | ('records_too_old' | 'records_old' | 'coverage_too_short' | 'year_not_whole' | 'expires_before_event')
  | ('closed_within_year' | 'last_visit_long_ago' | 'few_inspections' | 'recent_emergency_closure')
  | ('high_priority_at_last_inspection' | 'final_order');

export const EVENT_TYPES_NAMED = defineNames<EventType>({
  'food-truck-night': { en: 'Food truck night', es: 'Noche de food trucks' },
  festival: { en: 'Festival', es: 'Festival' },
  'city-event': { en: 'City event', es: 'Evento de la ciudad' },
});

export const EVENT_DAYS = defineMessages({
  noKind: {
    en: '“{text}” isn’t one of our event types. Choose one from the list.',
    es: '“{text}” no es uno de nuestros tipos de evento. Elija uno de la lista.',
  },
  on: { en: 'on {day}', es: 'el {day}' },
  noDay: {
    en: '“{text}” isn’t a date. Type the date of the event as year, month and day, such as {example}.',
    es: '“{text}” no es una fecha. Escriba el día del evento como año, mes y día, por ejemplo {example}.',
  },
  past: {
    en: 'The event date, {day}, is in the past. Choose today or a later date.',
    es: 'La fecha del evento, {day}, ya pasó. Elija hoy o una fecha posterior.',
  },
  ahead: {
    en: 'The event date, {day}, is more than {count} months away. Check the year.',
    es: 'Para la fecha del evento, {day}, faltan más de {count} meses. Revise el año.',
  },
  fromTo: { en: 'from {first} to {last}', es: 'del {first} al {last}' },
});
