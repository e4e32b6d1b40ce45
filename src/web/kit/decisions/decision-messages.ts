import type { EventType } from '../../../decisions/decide/schemas.ts';
import { defineMessages, defineNames } from '../../../lib/language/define-messages.ts';

/** Labels for the evidence shown with a decision. */
export const EVIDENCE = defineMessages({
  license: { en: 'License', es: 'Licencia' },
  notConfirmed: { en: '; <strong>not confirmed</strong>', es: '; <strong>no confirmada</strong>' },
  grade: { en: 'Grade', es: 'Calificación' },
  hold: { en: 'Regulator’s hold', es: 'Orden de cierre' },
  lastVisit: { en: 'Last visit', es: 'Última visita' },
  noVisit: { en: 'None under this owner', es: 'Ninguna con este dueño' },
  gravest: { en: 'Worst result', es: 'Peor resultado' },
  beforeRecords: { en: '{age} the day of these records', es: '{age} de la fecha de estos registros' },
  dayOfRecords: { en: 'the day of these records', es: 'la fecha de estos registros' },
  noWorst: {
    en: 'No follow-up or closure under this owner',
    es: 'Ningún seguimiento ni cierre con este dueño',
  },
  noHold: { en: 'None in force', es: 'Ninguno vigente' },
  noHoldThen: {
    en: 'None in force on {day}; no newer information',
    es: 'Ninguno vigente el {day}; no hay información más reciente',
  },
  notKnown: {
    en: 'Unknown: no inspection file for the last twelve months is in use',
    es: 'No se sabe: no se usa ningún archivo de inspecciones de los últimos doce meses',
  },
  inForce: { en: '<strong>In force.</strong> {reasons}', es: '<strong>Vigente.</strong> {reasons}' },
  since: { en: '{quote}, since {day}', es: '{quote}, desde el {day}' },
  expiryDate: { en: '{status}; expiry date {day}', es: '{status}; fecha de vencimiento: {day}' },
  pastExpiry: {
    en: '{status} in the latest license file, but its expiry date, {day}, has passed',
    es: '{status} en el archivo de licencias más reciente, pero su fecha de vencimiento, {day}, ya pasó',
  },
  wasCurrent: {
    en: 'Was current through {day} in the license file we used, but that date has passed',
    es: 'Estaba vigente hasta el {day} en el archivo de licencias que usamos, pero esa fecha ya pasó',
  },
  wasCurrentTo: {
    en: 'Was current through {day} in the license file we used',
    es: 'Estaba vigente hasta el {day} en el archivo de licencias que usamos',
  },
  expires: { en: '{status}, expires {day}', es: '{status}, vence el {day}' },
  inspections: { en: 'Inspections', es: 'Inspecciones' },
  highPriority: { en: 'High-priority violations', es: 'Infracciones de alta prioridad' },
  intermediate: { en: 'Intermediate violations', es: 'Infracciones intermedias' },
  basic: { en: 'Basic violations', es: 'Infracciones básicas' },
  warnings: { en: 'Warnings', es: 'Advertencias' },
  complaints: { en: 'Administrative complaints', es: 'Denuncias administrativas' },
  orders: { en: 'Emergency orders', es: 'Órdenes de emergencia' },
  wholeYear: { en: 'Twelve months to {day}', es: 'Doce meses hasta el {day}' },
  partOfYear: {
    en: 'Twelve months to {day}, which the files cover only in part',
    es: 'Doce meses hasta el {day}, que los archivos abarcan solo en parte',
  },
  noneOfYear: {
    en: 'Twelve months to {day}, which none of our inspection files covers',
    es: 'Doce meses hasta el {day}, que ninguno de nuestros archivos de inspecciones abarca',
  },
  notOnFile: { en: 'not on file', es: 'no consta' },
  receiptNumber: { en: 'Receipt number', es: 'Número de recibo' },
  qrCode: {
    en: 'QR code with the address of receipt {number}',
    es: 'Código QR con la dirección del recibo {number}',
  },
  snapshot: {
    en: 'Independent, not a {regulator} rating; each inspection is a snapshot of one day.',
    es: 'Independiente: no es una calificación del {regulator}. Cada inspección refleja un solo día.',
  },
});

/** Hints below the event types that help readers choose. */
export const EVENT_HINTS = defineNames<EventType>({
  'food-truck-night': {
    en: 'A few trucks, one evening, private property',
    es: 'Unos pocos food trucks, una noche, propiedad privada',
  },
  festival: {
    en: 'Many vendors, all day, general public',
    es: 'Muchos vendedores, todo el día, abierto a clientes',
  },
  'city-event': {
    en: 'On city property or with a city permit',
    es: 'En propiedad de la ciudad o con permiso de la ciudad',
  },
});

/** Wording for the checklist of documents to collect. */
export const DOCUMENT_LIST = defineMessages({
  mustShow: { en: '<strong>Must show:</strong> {text}', es: '<strong>Debe mostrar:</strong> {text}' },
  official: {
    en: 'Official page<hidden> on: {name}</hidden>',
    es: 'Página oficial (en inglés)<hidden> sobre: {name}</hidden>',
  },
  validUntil: { en: 'Valid until', es: 'Válido hasta' },
  seenBy: { en: 'Reviewed by', es: 'Revisado por' },
});
