import { defineMessages, defineNames } from '../../lib/language/define-messages.ts';
import type { PackDocumentState, SheetVerdict } from './pack.ts';

/** Text on the cover of an evidence pack and in its page footers. */
export const COVER = defineMessages({
  kicker: { en: 'Event file', es: 'Expediente de pruebas' },
  bookmark: { en: 'Cover', es: 'Portada' },
  event: { en: 'Event: {text}', es: 'Evento: {text}' },
  kind: { en: 'Event type: {text}', es: 'Tipo de evento: {text}' },
  when: { en: 'When: {text}', es: 'Cuándo: {text}' },
  place: { en: 'Place: {text}', es: 'Lugar: {text}' },
  made: { en: 'Created: {text}', es: 'Fecha de este documento: {text}' },
  issuer: { en: 'Receipts issued by: {text}', es: 'Recibos emitidos por: {text}' },
  summary: { en: 'Summary', es: 'Resumen' },
  noVendors: { en: 'No vendors.', es: 'Ningún vendedor.' },
  counts: {
    en: '{count, plural, one {# vendor} other {# vendors}}: {verdicts}.',
    es: '{count, plural, one {# vendedor} other {# vendedores}}: {verdicts}.',
  },
  without: {
    en: '{count, plural, one {# entry} other {# entries}} without a decision.',
    es: '{count, plural, one {# entrada} other {# entradas}} sin resultado.',
  },
  vendors: { en: 'Vendors', es: 'Vendedores' },
  number: { en: 'No.', es: 'N.º' },
  vendor: { en: 'Vendor', es: 'Vendedor' },
  verdict: { en: 'Verdict', es: 'Resultado' },
  license: { en: 'License', es: 'Licencia' },
  expires: { en: 'Expires', es: 'Vence' },
  receipt: { en: 'Receipt number', es: 'Número de recibo' },
  documents: { en: 'Documents in order', es: 'Documentos en orden' },
  noReceipt: { en: 'None', es: 'Ninguno' },
  inOrder: { en: '{count} of {of}', es: '{count} de {of}' },
  pagesOf: {
    en: '{count, plural, =0 {No vendor here has findings, so there are no further pages.} one {A page follows for the vendor with findings.} other {A page follows for each of the # vendors with findings.}}',
    es: '{count, plural, =0 {Ningún vendedor tiene hallazgos, así que no hay más páginas.} one {Sigue una página del vendedor con hallazgos.} other {Sigue una página de cada uno de los # vendedores con hallazgos.}}',
  },
  aboutDocuments: {
    en: 'A document is in order once it has been confirmed or waived; ☐ means it isn’t in order yet.',
    es: 'Un documento está en orden cuando se confirmó o no se exige; ☐ significa que todavía no lo está.',
  },
  about: {
    en: 'Scan a code or open the address next to it to see a receipt as it was signed, whether it’s genuine, and what has changed since. In names and text, the symbol □ stands for a character that isn’t in this document’s font. Independent, not a {regulator} rating; each inspection is a snapshot of one day.',
    es: 'Escanee un código o abra la dirección que está al lado para ver el recibo tal como se firmó, si es auténtico y qué cambió desde entonces. Dentro de un nombre o un texto, el signo □ ocupa el lugar de un carácter que la letra de este documento no tiene. Independiente: no es una calificación del {regulator}. Cada inspección refleja un solo día.',
  },
  fictional: {
    en: 'Fictional: demo data. No such business exists. · {title}',
    es: 'Ficticio: datos de demostración. Este negocio no existe. · {title}',
  },
  page: { en: 'Page {page} of {pages}', es: 'Página {page} de {pages}' },
});

/** Text on a vendor's page. */
export const SHEET = defineMessages({
  position: { en: 'No. {number} of {of}', es: 'N.º {number} de {of}' },
  continued: {
    en: '{name} · {license} · {verdict} (continued)',
    es: '{name} · {license} · {verdict} (continuación)',
  },
  pageOf: { en: 'Page for {name}', es: 'Página de {name}' },
  why: { en: 'Why', es: 'Por qué' },
  signed: {
    en: 'As signed, in English:',
    es: 'Tal como se firmó, en inglés:',
  },
  notes: { en: 'Notes', es: 'Notas' },
  restsOn: { en: 'The facts', es: 'Los datos' },
  fact: { en: 'Fact', es: 'Dato' },
  onRecord: { en: 'On record', es: 'En los registros' },
  documents: { en: 'Documents', es: 'Documentos' },
  document: { en: 'Document', es: 'Documento' },
  state: { en: 'State', es: 'Estado' },
  detail: { en: 'Detail', es: 'Detalle' },
  receipt: { en: 'Receipt {number}', es: 'Recibo {number}' },
  qrCode: {
    en: 'QR code with the address of receipt {number}: {url}',
    es: 'Código QR con la dirección del recibo {number}: {url}',
  },
  formerly: { en: 'formerly {name}', es: 'antes {name}' },
  county: { en: '{name} County', es: 'condado de {name}' },
  oldRecords: { en: 'Old records. {age}', es: 'Registros antiguos. {age}' },
  notOnFile: { en: 'Not on file', es: 'No está en los archivos' },
  decided: {
    en: 'Decided {moment} for a {kind} {days}, as of {day}; records through {records}. Policy {version}.',
    es: 'Consultado: {moment}. Tipo de evento: {kind}, {days}. Resultado al {day}, con registros hasta el {records}. Reglas {version}.',
  },
  wasCurrent: {
    en: 'Was current in the license file we used',
    es: 'Estaba vigente en el archivo de licencias que usamos',
  },
  notConfirmed: { en: '{status}; not confirmed', es: '{status}; no confirmada' },
  license: { en: 'License', es: 'Licencia' },
  grade: { en: 'Grade', es: 'Calificación' },
  hold: { en: 'Regulator’s hold', es: 'Impedimento de la agencia' },
  inForce: { en: 'In force. {reasons}', es: 'Vigente. {reasons}' },
  since: { en: '{quote}, since {day}', es: '{quote}, desde el {day}' },
  noHold: { en: 'None in force', es: 'Ninguno vigente' },
  noHoldThen: {
    en: 'None in force on {day}; no newer information',
    es: 'Ninguno vigente el {day}; no hay información más reciente',
  },
  notKnown: {
    en: 'Unknown: no inspection file for the last twelve months is in use',
    es: 'No se sabe: no se usa ningún archivo de inspecciones de los últimos doce meses',
  },
  lastVisit: { en: 'Last visit', es: 'Última visita' },
  visit: { en: '{quote}, {day}', es: '{quote}, {day}' },
  noVisit: { en: 'None under this owner', es: 'Ninguna con este dueño' },
  gravest: { en: 'Worst result', es: 'Peor resultado' },
  noWorst: {
    en: 'No follow-up or closure under this owner',
    es: 'Ningún seguimiento ni cierre con este dueño',
  },
  wholeYear: { en: 'Last twelve months', es: 'Últimos doce meses' },
  partOfYear: {
    en: 'On file for the last twelve months',
    es: 'En los archivos de los últimos doce meses',
  },
  counts: {
    en: 'Inspections: {inspections}. Violations: high-priority {high}, intermediate {intermediate}, basic {basic}. Warnings: {warnings}. Administrative complaints: {complaints}. Emergency orders: {orders}.',
    es: 'Inspecciones: {inspections}. Infracciones: de alta prioridad, {high}; intermedias, {intermediate}; básicas, {basic}. Advertencias: {warnings}. Denuncias administrativas: {complaints}. Órdenes de emergencia: {orders}.',
  },
  noCount: { en: 'not on file', es: 'no consta' },
  asGiven: { en: 'As given', es: 'Tal como se dio' },
  notOnRecord: { en: 'Not on record', es: 'No figura' },
});

/** Text that appears only on a receipt's page. */
export const RECEIPT_SHEET = defineMessages({
  caterer: { en: 'License {digits}, caterer', es: 'Licencia {digits}, empresa de catering' },
  truckOrCart: {
    en: 'License {digits}, food truck or hot dog cart',
    es: 'Licencia {digits}, food truck o carrito de hot dogs',
  },
  otherKind: { en: 'License {digits}', es: 'Licencia {digits}' },
  says: { en: 'The receipt says {verdict}.', es: 'El recibo dice {verdict}.' },
  expires: { en: 'License expires', es: 'Vence la licencia' },
  kind: { en: 'Event type', es: 'Tipo de evento' },
  eventDate: { en: 'Event date', es: 'Fecha del evento' },
  period: { en: '{first} to {last}', es: 'del {first} al {last}' },
  notInReceipt: { en: 'Not in the receipt', es: 'No está en el recibo' },
  decided: { en: 'Decided', es: 'Consultado' },
  asOf: { en: 'As of', es: 'Resultado al' },
  recordsDated: { en: 'Records through', es: 'Registros hasta el' },
  rules: { en: 'Rules', es: 'Reglas' },
  rulesOf: { en: 'Policy {policy}, scoring {score}', es: 'Del resultado {policy}, de la puntuación {score}' },
  record: { en: 'Record', es: 'Historial' },
  issuer: { en: 'Issued by', es: 'Emitido por' },
  only: {
    en: 'This page shows only what was signed that day. To see what has changed since, go to this address.',
    es: 'Esta página muestra solo lo que se firmó ese día. Para ver qué cambió desde entonces, vaya a esta dirección.',
  },
});

/** The label for a missing verdict. Other verdicts are printed as their code, with their name next to it. */
export const UNDECIDED = defineNames<Extract<SheetVerdict, 'NOT DECIDED'>>({
  'NOT DECIDED': { en: 'Not checked', es: 'Sin resultado' },
});

export const STATES_NAMED = defineNames<PackDocumentState>({
  to_collect: { en: 'To collect', es: 'Por pedir' },
  received: { en: 'Received, not confirmed yet', es: 'Recibido, sin confirmar' },
  confirmed: { en: 'Confirmed', es: 'Confirmado' },
  waived: { en: 'Waived', es: 'No se exige' },
  rejected: { en: 'Rejected', es: 'Rechazado' },
});

/** Explanations for a PDF that cannot be made right now. */
export const PACK_ERRORS = defineMessages({
  many: {
    en: 'We’re preparing a lot of PDF files right now. Please try again in {seconds} seconds.',
    es: 'En este momento se están preparando muchos archivos PDF. Inténtelo de nuevo en {seconds} segundos.',
  },
  slow: {
    en: 'This PDF is taking too long to prepare right now. Please try again in {seconds} seconds.',
    es: 'En este momento este PDF tarda demasiado en prepararse. Inténtelo de nuevo en {seconds} segundos.',
  },
});
