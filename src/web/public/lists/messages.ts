import { defineMessages, defineNames } from '../../../lib/language/define-messages.ts';
import type { MatchReason } from '../../../matching/matchable.ts';
import type { OpenReason } from '../../../organizer/lists/checked-list.ts';
import { MATCH_REASONS_NAMED } from '../../../search/find/match-messages.ts';

/** Wording for the first step of checking a list, where the organizer enters the list and its event. */
export const LIST_FORM = defineMessages({
  one: { en: 'Check one vendor', es: 'Consultar a un solo vendedor' },
  title: { en: 'Check a list of vendors', es: 'Consultar una lista de vendedores' },
  errorTitle: { en: 'Error: Check a list', es: 'Error: consultar una lista' },
  description: {
    en: 'Check all vendors of an event at once: paste a list or choose a spreadsheet.',
    es: 'Consulte de una vez a todos los vendedores de un evento: pegue una lista o elija una hoja de cálculo.',
  },
  lead: {
    en: 'Paste your list or choose a spreadsheet. You’ll confirm the matches first.',
    es: 'Pegue su lista o elija una hoja de cálculo. Primero confirmará a qué vendedor corresponde cada línea.',
  },
  lines: { en: 'Your list', es: 'Su lista' },
  linesHint: {
    en: 'One vendor per line: a license number such as {number}, a business name and its city, or cells copied from a spreadsheet. At most 500 lines.',
    es: 'Un vendedor por línea: un número de licencia como {number}, el nombre de un negocio y su ciudad, o celdas copiadas de una hoja de cálculo. Hasta 500 líneas.',
  },
  file: { en: 'Or a file', es: 'O un archivo' },
  fileHint: {
    en: 'An .xlsx workbook or a CSV file of at most 1 MB. We recognize columns such as “License #,” “Business name,” “DBA” and “City.”',
    es: 'Un libro .xlsx o un archivo CSV de hasta 1 MB. Reconocemos columnas como “Número de licencia”, “Nombre del negocio”, “DBA” y “Ciudad”.',
  },
  submit: { en: 'Find these vendors', es: 'Buscar a estos vendedores' },
  kept: {
    en: 'No account needed. We save your list only if you continue. We’ll keep the results at a private link for seven days.',
    es: 'No necesita cuenta. Guardamos su lista solo si usted continúa. Conservaremos los resultados siete días en un enlace privado.',
  },
  tooLong: {
    en: 'This list is larger than 1 MB. Go back and choose a smaller one.',
    es: 'Esta lista pesa más de 1 MB. Vuelva atrás y elija una más pequeña.',
  },
});

/** Wording for the second step, which shows the matches for each line. */
export const REVIEW = defineMessages({
  another: { en: 'Check another list', es: 'Consultar otra lista' },
  title: { en: 'Confirm your vendors', es: 'Confirme sus vendedores' },
  errorTitle: { en: 'Error: Confirm your vendors', es: 'Error: confirme sus vendedores' },
  description: {
    en: 'Match each line of your list to a vendor.',
    es: 'A qué vendedor se refiere cada línea de la lista.',
  },
  tally: { en: 'Matches', es: 'Coincidencias' },
  countSure: {
    en: '<strong>{count, number}</strong> matched',
    es: '<strong>{count, number}</strong> {count, plural, one {encontrada} other {encontradas}}',
  },
  countChoices: {
    en: '<strong>{count, number}</strong> for you to choose',
    es: '<strong>{count, number}</strong> por elegir',
  },
  countNone: {
    en: '<strong>{count, number}</strong> not on record',
    es: '<strong>{count, number}</strong> fuera de los registros',
  },
  countSpoilt: {
    en: '<strong>{count, number}</strong> skipped',
    es: '<strong>{count, number}</strong> {count, plural, one {omitida} other {omitidas}}',
  },
  choose: { en: 'Please choose', es: 'Usted elige' },
  chooseTold: {
    en: 'Pick the right vendor for each of these lines; the closest match comes first. Lines without a choice will be skipped.',
    es: 'Elija al vendedor correcto para cada línea; el más parecido va primero. Las líneas sin elección se omitirán.',
  },
  skipAll: {
    en: '{count, plural, one {Skip this one} other {Skip these #}} and check the rest',
    es: '{count, plural, one {Omitir esta} other {Omitir las #}} y consultar las demás',
  },
  sure: { en: 'Matched', es: 'Encontradas' },
  noneSure: { en: 'No line matched a single vendor.', es: 'Ninguna línea corresponde a un solo vendedor.' },
  sureLines: {
    en: '{count, plural, one {One line matched. Its record hasn’t} other {# lines matched. Their records haven’t}} been checked yet',
    es: '{count, plural, one {Una línea que corresponde} other {# líneas que corresponden}} a un solo vendedor; su historial todavía no se ha consultado',
  },
  line: { en: 'Line {line}', es: 'Línea {line}' },
  event: { en: 'The event', es: 'El evento' },
  submit: { en: 'Check these vendors', es: 'Consultar a estos vendedores' },
  nothing: {
    en: 'There is nothing to check in this list. <link>Try a different list</link>, or correct the columns above.',
    es: 'En esta lista no hay nada que consultar. <link>Pruebe con otra</link> o corrija las columnas de arriba.',
  },
  noChoice: {
    en: 'Choose at least one vendor.',
    es: 'Elija al menos un vendedor.',
  },
  unknownNumber: {
    en: 'No food truck or caterer on record has this exact license number, but these are close.',
    es: 'En los registros, ningún food truck ni empresa de catering tiene exactamente este número de licencia, pero estos son parecidos.',
  },
  noneOfThese: { en: 'None of these', es: 'Ninguno de estos' },
  more: {
    en: 'Showing the {count, number} closest. At least {more, plural, one {one other vendor is} other {# other vendors are}} nearly as close. Not one of these? <link>Search for the vendor</link>, then check the list again with its license number on this line.',
    es: 'Mostramos los {count, number} más parecidos; hay al menos {more, plural, one {otro que coincide} other {otros # que coinciden}} casi igual. ¿No es ninguno de estos? <link>Búsquelo</link> y vuelva a consultar la lista con su número de licencia en esta línea.',
  },
  addCity: {
    en: 'Adding the rest of the name or the city to this line also helps.',
    es: 'También ayuda escribir en esta línea el resto del nombre o la ciudad.',
  },
  formerly: { en: 'formerly {name}', es: 'antes {name}' },
  none: { en: 'Not on record', es: 'Fuera de los registros' },
  noneTold: {
    en: 'We can’t find a food truck or caterer with this name or number. That doesn’t mean it isn’t licensed.',
    es: 'No encontramos ningún food truck ni empresa de catering con ese nombre o número. Eso no significa que no tenga licencia.',
  },
  compareNumber: {
    en: 'We can’t find this license number. Compare it with the license itself.',
    es: 'No encontramos este número de licencia. Compárelo con el de la propia licencia.',
  },
  askForNumber: { en: 'Ask for the license number.', es: 'Pida el número de licencia.' },
  spoilt: { en: 'Skipped', es: 'Omitidas' },
});

/** Wording for correcting the choice of sheet and columns. */
export const TABLE = defineMessages({
  columns: { en: 'Columns', es: 'Columnas' },
  sheets: { en: 'Sheets', es: 'Hojas' },
  read: { en: 'Only the sheet {sheet} was read.', es: 'Solo se leyó la hoja {sheet}.' },
  readHidden: { en: 'Only the hidden sheet {sheet} was read.', es: 'Solo se leyó la hoja oculta {sheet}.' },
  othersUnknown: {
    en: 'The workbook’s other sheets aren’t in this list.',
    es: 'Las otras hojas del libro no están en esta lista.',
  },
  leftOut: { en: 'Not read: {sheets}.', es: 'No se leyeron: {sheets}.' },
  unread: {
    en: 'Not read, because we read only the first ten sheets: {sheets}.',
    es: 'No se leyeron, porque solo leemos las primeras diez hojas: {sheets}.',
  },
  rows: {
    en: '{sheet} ({count, plural, one {# row} other {# rows}})',
    es: '{sheet} ({count, plural, one {# fila} other {# filas}})',
  },
  rowsHidden: {
    en: '{sheet} ({count, plural, one {# row} other {# rows}}, hidden)',
    es: '{sheet} ({count, plural, one {# fila} other {# filas}}, oculta)',
  },
  moreSheets: {
    en: '{count, plural, one {# more sheet} other {# more sheets}}',
    es: '{count, plural, one {# hoja más} other {# hojas más}}',
  },
  readInstead: { en: 'Read {sheet} instead', es: 'Leer {sheet} en su lugar' },
  pasteOther: {
    en: 'To check another sheet, copy its rows and <link>paste them as a list</link>.',
    es: 'Para consultar otra hoja, copie sus filas y <link>péguelas como lista</link>.',
  },
  pasteOneOfOthers: {
    en: 'To check one of the others, copy its rows and <link>paste them as a list</link>.',
    es: 'Para consultar una de las demás, copie sus filas y <link>péguelas como lista</link>.',
  },
  column: { en: 'Column {number}', es: 'Columna {number}' },
  suchAs: { en: 'such as “{example}”', es: 'por ejemplo, “{example}”' },
  noColumn: { en: 'No column was recognized.', es: 'No se reconoció ninguna columna.' },
  byContent: {
    en: 'Recognized by their contents: {columns}.',
    es: 'Reconocidas por su contenido: {columns}.',
  },
  byTitles: {
    en: 'Recognized by the titles in line {line}: {columns}.',
    es: 'Reconocidas por los títulos de la línea {line}: {columns}.',
  },
  unreadColumns: {
    en: 'Not read: {columns}. If one of them has names or numbers, correct the columns.',
    es: 'Sin leer: {columns}. Si alguna contiene nombres o números, corrija las columnas.',
  },
  correct: { en: 'Correct the columns', es: 'Corregir las columnas' },
  hasTitles: {
    en: 'Line {line} has the column titles',
    es: 'La línea {line} tiene los títulos de las columnas',
  },
  readAgain: { en: 'Read the list again', es: 'Leer la lista de nuevo' },
});

const { names: REASONS } = MATCH_REASONS_NAMED;

/** Names for the reasons why a vendor may or may not match a line. */
export const MATCHES = defineNames<MatchReason>({
  same_name: { en: 'the same name', es: 'el mismo nombre' },
  same_number: { en: 'the same number', es: 'el mismo número' },
  // Differences between numbers are worded the same way everywhere.
  number_alike: REASONS.number_alike,
  digits_exchanged: REASONS.digits_exchanged,
  digit_missing: REASONS.digit_missing,
  digit_extra: REASONS.digit_extra,
  number_misread: REASONS.number_misread,
  former_name: { en: 'a former name', es: 'un nombre anterior' },
  spelled_alike: { en: 'similar spelling', es: 'palabras que se escriben parecido' },
  other_order: { en: 'the same words in a different order', es: 'las mismas palabras en otro orden' },
  words_missing: { en: 'some words in the name are missing', es: 'faltan palabras del nombre' },
  words_more: { en: 'the name has more words', es: 'el nombre tiene más palabras' },
  city: { en: 'in this city', es: 'en esta ciudad' },
  other_letters: { en: 'different letters before the number', es: 'otras letras antes del número' },
  other_number: { en: 'but a different license number', es: 'pero otro número de licencia' },
  other_name: { en: 'but a different name', es: 'pero otro nombre' },
  other_city: { en: 'but in a different city', es: 'pero en otra ciudad' },
});

/** Wording for the checked list. */
export const CHECKED = defineMessages({
  kicker: { en: '{kind} on {day} · checked {moment}', es: '{kind}, {day} · consultada: {moment}' },
  title: {
    en: '{count, plural, one {One vendor} other {# vendors}} checked',
    es: '{count, plural, one {Un vendedor consultado} other {# vendedores consultados}}',
  },
  description: { en: 'The verdicts for a list of vendors.', es: 'Resultados de una lista de vendedores.' },
  tally: { en: 'Verdicts', es: 'Resultados' },
  countOpen: {
    en: '<strong>{count, number}</strong> not decided',
    es: '<strong>{count, number}</strong> sin resultado',
  },
  workbook: { en: 'Your list with verdicts (Excel)', es: 'Su lista con resultados (Excel)' },
  csv: { en: 'CSV', es: 'Archivo CSV' },
  pdf: { en: 'Event file (PDF)', es: 'Expediente del evento (PDF)' },
  pdfAll: { en: 'with a page for every vendor', es: 'con una página por vendedor' },
  save: { en: 'Save to an event', es: 'Guardar en un evento (en inglés)' },
  kept: {
    en: 'To save to an event, sign in or sign up. You’ll come back to this list. We’ll keep this page for {days, number} days. Anyone who has the link can see it.',
    es: 'Para guardar en un evento, inicie sesión o cree una cuenta. Después volverá a esta lista. Guardaremos esta página {days, number} días. Cualquiera que tenga el enlace puede verla.',
  },
  vendors: { en: 'Vendors', es: 'Vendedores' },
  byAttention: { en: 'What needs attention first', es: 'Primero lo que requiere atención' },
  byName: { en: 'By name', es: 'Por nombre' },
  noExpiry: {
    en: 'license has no expiry date on record',
    es: 'la licencia no tiene fecha de vencimiento en los registros',
  },
  expired: { en: 'license until {day}: expired', es: 'licencia hasta el {day}: vencida' },
  endsBefore: {
    en: 'license until {day}: expires before the event',
    es: 'licencia hasta el {day}: vence antes del evento',
  },
  runsPast: {
    en: 'license until {day}: runs past the event',
    es: 'licencia hasta el {day}: vigente después del evento',
  },
  receipt: { en: 'Receipt', es: 'Recibo' },
  open: { en: 'Not decided', es: 'Sin resultado' },
  openNone: {
    en: 'We found no vendor for these lines.',
    es: 'No encontramos ningún vendedor para estas líneas.',
  },
  openUnknown: {
    en: 'Not checked: no match, or skipped.',
    es: 'Sin revisar: no hubo coincidencia o se omitieron.',
  },
  openNeither: { en: 'That isn’t a good or bad sign.', es: 'Eso no es buena ni mala señal.' },
  documents: { en: 'Documents to collect', es: 'Documentos que debe pedir' },
  fromEach: {
    en: 'Collect these from every vendor you book:',
    es: 'Pídalos a cada vendedor que contrate:',
  },
  renewed: {
    en: '{document}, from the {count, plural, one {vendor} other {# vendors}} whose license on record expires before the event: {vendors}.',
    es: '{document}, {count, plural, one {del vendedor} other {de los # vendedores}} cuya licencia en los registros vence antes del evento: {vendors}.',
  },
  toPrint: { en: 'Print what each one must show', es: 'Imprimir lo que debe mostrar cada uno' },
  back: {
    en: 'Go back to {count, plural, one {the choice that was skipped} other {the # choices that were skipped}}',
    es: 'Volver a {count, plural, one {la línea en la que no se eligió} other {las # líneas en las que no se eligió}}',
  },
  backTold: {
    en: 'We’ve kept your choices. You’ll get a new results page with new receipts.',
    es: 'Conservamos sus elecciones. Recibirá una página de resultados nueva con recibos nuevos.',
  },
});

/** Headings for the columns that are added to the organizer's own list. */
export const ADDED_COLUMNS = defineMessages({
  column: { en: 'Column {number}', es: 'Columna {number}' },
  verdict: { en: 'Verdict', es: 'Resultado' },
  reasons: { en: 'Reasons', es: 'Motivos' },
  expires: { en: 'License expires', es: 'La licencia vence' },
  name: { en: 'Matched name', es: 'Nombre encontrado' },
  license: { en: 'License on record', es: 'Licencia en los registros' },
  city: { en: 'City on record', es: 'Ciudad en los registros' },
  documents: { en: 'Documents to collect', es: 'Documentos que debe pedir' },
  eventDay: { en: 'Event day', es: 'Día del evento' },
  checked: { en: 'Checked', es: 'Consultado' },
  receipt: { en: 'Receipt', es: 'Recibo' },
  link: { en: 'Receipt link', es: 'Enlace al recibo' },
  notChecked: { en: 'Not checked', es: 'Sin consultar' },
  sheet: { en: 'Checked vendors', es: 'Vendedores consultados' },
});

/** Explains why there is no decision for a line, and what to ask the vendor for. */
export const OPEN_LINES = defineNames<OpenReason>({
  not_on_record: {
    en: 'Not on record. Ask for the license number.',
    es: 'No está en los registros. Pida el número de licencia.',
  },
  none_of_these: {
    en: 'You said it isn’t any of the vendors we found. Ask for the license number.',
    es: 'Usted indicó que no es ninguno de los vendedores que encontramos. Pida el número de licencia.',
  },
  not_chosen: {
    en: 'Several vendors could match, and you didn’t choose one.',
    es: 'Varios vendedores podrían coincidir y usted no eligió ninguno.',
  },
});

/** Wording for a line whose license type is not in the records. */
export const OTHER_LINES = defineMessages({
  openOther: {
    en: '{kind}: not in our records.',
    es: '{kind}: no está en nuestros registros.',
  },
  collect: { en: 'Documents to collect: {documents}.', es: 'Documentos que debe pedir: {documents}.' },
  more: { en: 'About this license', es: 'Sobre esta licencia' },
});

/**
 * Wording for a line with a license number that belongs to no vendor. Asking for the number again would not
 * help.
 */
export const OPEN_NUMBERS = defineNames<OpenReason>({
  not_on_record: {
    en: 'We can’t find this license number in our records. That doesn’t mean the vendor isn’t licensed. Compare it with the license itself.',
    es: 'No encontramos este número de licencia en nuestros registros. Eso no significa que el vendedor no tenga licencia. Compárelo con el de la propia licencia.',
  },
  none_of_these: {
    en: 'No vendor on record has this exact license number, and you said it isn’t one of the close ones. Compare it with the license itself.',
    es: 'Ningún vendedor en los registros tiene exactamente este número de licencia, y usted indicó que no es ninguno de los parecidos. Compárelo con el de la propia licencia.',
  },
  not_chosen: {
    en: 'No vendor on record has this exact license number. Some are close, but you didn’t choose one. Compare it with the license itself.',
    es: 'Ningún vendedor en los registros tiene exactamente este número de licencia. Algunos son parecidos, pero usted no eligió ninguno. Compárelo con el de la propia licencia.',
  },
});

/** Wording for a line with a license number that several vendors share. */
export const OPEN_SHARED = defineNames<OpenReason>({
  not_on_record: OPEN_NUMBERS.names.not_on_record,
  none_of_these: {
    en: 'Several licenses have this number, and you said it isn’t any of them. Ask for the letters.',
    es: 'Varias licencias tienen este número y usted indicó que no es ninguna de ellas. Pida las letras del número.',
  },
  not_chosen: {
    en: 'Several licenses have this number, and you didn’t choose one. Ask for the letters.',
    es: 'Varias licencias tienen este número y usted no eligió ninguna. Pida las letras del número.',
  },
});

/** Wording for the checked list as a PDF. */
export const LIST_PACK = defineMessages({
  title: { en: 'Event file', es: 'Expediente del evento' },
  line: { en: 'Line {line} of the list', es: 'Línea {line} de la lista' },
  lineTyped: { en: 'Line {line} of the list: {text}', es: 'Línea {line} de la lista: {text}' },
});

/** Wording in the license column for a line without a decision. */
export const LICENSES_OPEN = defineNames<OpenReason>({
  not_on_record: { en: 'Not on record', es: 'No figura' },
  not_chosen: { en: 'Not chosen', es: 'No se eligió' },
  none_of_these: { en: 'Not decided', es: 'Sin resultado' },
});
