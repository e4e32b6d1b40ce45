import type { EventType } from '../../../decisions/decide/schemas.ts';
import { defineMessages, defineNames } from '../../../lib/language/define-messages.ts';

/** Labels for the evidence shown with a decision. */
export const EVIDENCE = defineMessages({
  license: { en: 'License', es: 'Licencia' },
  notConfirmed: { en: '; <strong>not confirmed</strong>', es: '; <strong>no confirmada</strong>' },
  grade: { en: 'Grade', es: 'Calificación' },
  hold: { en: 'Regulator’s hold', es: 'Orden de cierre' },
  lastVisit: { en: 'Last visit', es: 'Última visita' },
  noVisit: { en: 'None counted for the owner', es: 'Ninguna que se le cuente al dueño' },
  gravest: { en: 'Worst result', es: 'Peor resultado' },
  beforeRecords: { en: '{age} the day of these records', es: '{age} de la fecha de estos registros' },
  dayOfRecords: { en: 'the day of these records', es: 'la fecha de estos registros' },
  noWorst: {
    en: 'No follow-up or closure under this owner',
    es: 'Ningún seguimiento ni cierre con este dueño',
  },
  noHold: { en: 'None in force', es: 'Ninguno vigente' },
  noHoldThen: {
    en: 'None in force on {day}; not known since',
    es: 'Ninguno vigente el {day}; después no se sabe',
  },
  notKnown: {
    en: 'Not known: no inspection file of the last twelve months is in use',
    es: 'No se sabe: no se usa ningún archivo de inspecciones de los últimos doce meses',
  },
  inForce: { en: '<strong>In force.</strong> {reasons}', es: '<strong>Vigente.</strong> {reasons}' },
  since: { en: '{quote}, since {day}', es: '{quote}, desde el {day}' },
  expiryDate: { en: '{status}; expiry date {day}', es: '{status}; fecha de vencimiento: {day}' },
  pastExpiry: {
    en: '{status} in the newest license file; its expiry date, {day}, is past',
    es: '{status} en el archivo de licencias más reciente; su fecha de vencimiento, {day}, ya pasó',
  },
  wasCurrent: {
    en: 'Was current in the license file used here, to {day}, which is past',
    es: 'En el archivo de licencias que se usa aquí estaba vigente hasta el {day}, fecha que ya pasó',
  },
  wasCurrentTo: {
    en: 'Was current in the license file used here, to {day}',
    es: 'En el archivo de licencias que se usa aquí estaba vigente hasta el {day}',
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
    en: 'On file of the twelve months to {day}, which the files do not cover in full',
    es: 'Lo que consta de los doce meses hasta el {day}, que los archivos no abarcan por completo',
  },
  noneOfYear: {
    en: 'Twelve months to {day}: no inspection file in use covers them',
    es: 'Doce meses hasta el {day}: ningún archivo de inspecciones en uso los abarca',
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
    es: 'Unos pocos camiones, una noche, terreno privado',
  },
  festival: {
    en: 'Many vendors, all day, general public',
    es: 'Muchos vendedores, jornada larga, público que paga',
  },
  'city-event': {
    en: 'On city property or with a city permit',
    es: 'Terreno público o con permiso de la ciudad',
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
  seenBy: { en: 'Seen by', es: 'Revisado por' },
});
