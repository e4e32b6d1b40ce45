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
    en: 'Nothing on the record stops you from booking. Collect the documents.',
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
    en: 'There aren’t enough inspections to judge this vendor yet. Ask for its newest inspection report.',
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
    en: 'Withheld, because the license is not confirmed',
    es: 'No se muestra, porque la licencia no está confirmada',
  },
  insufficient: {
    en: 'None: a grade needs more recent inspections of the owner',
    es: 'Ninguna: para una calificación hacen falta más inspecciones recientes del dueño',
  },
  hold: {
    en: 'None while the regulator’s hold is in force',
    es: 'Ninguna mientras siga vigente el impedimento de la agencia reguladora',
  },
});

export const LICENSE_KINDS = defineNames<License['type']>({
  food_truck: { en: 'food truck', es: 'camión de comida (food truck)' },
  hot_dog_cart: { en: 'hot dog cart', es: 'carrito de hot dogs' },
  caterer: { en: 'caterer', es: 'empresa de catering' },
});

export const LICENSE_STATUSES = defineNames<License['status']>({
  current: { en: 'Current', es: 'Vigente' },
  delinquent: { en: 'Not renewed (delinquent)', es: 'Sin renovar (delinquent)' },
  relinquished: { en: 'Given up by its holder', es: 'Entregada por su titular' },
  transfer_pending: {
    en: 'The owner may be changing',
    es: 'Al parecer está en curso un cambio de dueño',
  },
  no_file: {
    en: 'Unknown: no license file of its district has been read',
    es: 'Se desconoce: no se ha leído ningún archivo de licencias de su distrito',
  },
  not_on_file: {
    en: 'Not on the newest license file',
    es: 'No figura en el archivo de licencias más reciente',
  },
  unknown: {
    en: 'A status whose meaning is not published',
    es: 'Un estado cuyo significado no se publica',
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
  unresolved_enforcement: { en: 'Enforcement not yet resolved', es: 'Medida de la agencia sin resolver' },
  follow_up_open: { en: 'Follow-up still open', es: 'Seguimiento pendiente' },
  last_result_unknown: {
    en: 'Result of the last visit unknown',
    es: 'Resultado de la última visita desconocido',
  },
  records_too_old: { en: 'Records too old', es: 'Registros demasiado antiguos' },
  records_old: { en: 'Old records', es: 'Registros antiguos' },
  coverage_too_short: {
    en: 'Too few days of inspections on file',
    es: 'Muy pocos días de inspecciones en los archivos',
  },
  year_not_whole: { en: 'Not the whole year on file', es: 'Los archivos no abarcan todo el año' },
  expires_before_event: { en: 'License expires before the event', es: 'La licencia vence antes del evento' },
  closed_within_year: { en: 'Closed within the last year', es: 'Cerrado en el último año' },
  final_order: { en: 'Final order within a year', es: 'Orden final de hace menos de un año' },
  last_visit_long_ago: { en: 'Last visit long ago', es: 'Última visita hace mucho tiempo' },
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
    en: '“{text}” is not a kind of event that decisions are made for. Choose one of the list.',
    es: 'No hay dictámenes para un tipo de evento “{text}”. Elija uno de la lista.',
  },
  on: { en: 'on {day}', es: 'el {day}' },
  noDay: {
    en: '“{text}” is not a day. Type the day of the event as year, month and day, such as {example}.',
    es: '“{text}” no es una fecha. Escriba el día del evento como año, mes y día, por ejemplo {example}.',
  },
  past: {
    en: 'The day of the event, {day}, is past. A decision is about an event today or later.',
    es: 'El día del evento, {day}, ya pasó. Solo se puede consultar para un evento de hoy o posterior.',
  },
  ahead: {
    en: 'The day of the event, {day}, is more than {count} months ahead. Check the year.',
    es: 'Para el día del evento, {day}, faltan más de {count} meses. Revise el año.',
  },
  fromTo: { en: 'from {first} to {last}', es: 'del {first} al {last}' },
});
