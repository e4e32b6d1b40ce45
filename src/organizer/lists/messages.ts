import { defineMessages, defineNames } from '../../lib/language/define-messages.ts';
import { type ColumnRole, ROWS_MAX } from './list-bounds.ts';

/** Sentences about something unusual in a line that did not prevent a match. */
export const LINE_NOTES = defineMessages({
  cut: {
    en: 'A cell in this line is longer than 200 characters; only the beginning was read.',
    es: 'Una celda de esta línea tiene más de 200 caracteres; solo se leyó el comienzo.',
  },
  noNumber: { en: '“{cell}” isn’t a license number.', es: '“{cell}” no es un número de licencia.' },
  noName: { en: '“{cell}” isn’t a name.', es: '“{cell}” no es un nombre.' },
  noCity: { en: '“{cell}” isn’t a city.', es: '“{cell}” no es una ciudad.' },
  otherLicense: {
    en: '“{cell}” is a license number for a restaurant or shop, not a food truck or caterer.',
    es: '“{cell}” es el número de licencia de un restaurante o una tienda, no de un food truck ni de una empresa de catering.',
  },
  otherKind: {
    en: '“{cell}” is a different kind of license: {kind}.',
    es: '“{cell}” es otro tipo de licencia: {kind}.',
  },
  shortened: {
    en: 'A spreadsheet shortened “{cell}.” Format the column as text to see the license number.',
    es: 'La hoja de cálculo abrevió “{cell}”. Dé a la columna formato de texto para ver el número de licencia.',
  },
  unlikeNumber: {
    en: '“{cell}” doesn’t look like a license number.',
    es: '“{cell}” no parece un número de licencia.',
  },
});

/** Sentences that explain why a line cannot be used to find a vendor. */
export const LINE_PROBLEMS = defineMessages({
  empty: { en: 'This line is empty.', es: 'Esta línea está vacía.' },
  aboveTitles: {
    en: 'It’s above the column titles.',
    es: 'Está por encima de los títulos de las columnas.',
  },
  repeatsTitles: {
    en: 'It repeats the column titles.',
    es: 'Repite los títulos de las columnas.',
  },
  total: { en: 'This is a total, not a vendor.', es: 'Es un total, no un vendedor.' },
  nothingRead: {
    en: 'The columns we read are empty.',
    es: 'Las columnas que leemos están vacías.',
  },
  twoNumbers: {
    en: 'There are two license numbers in one cell: “{cell}.” Put each vendor on its own line.',
    es: 'Hay dos números de licencia en una celda: “{cell}”. Ponga a cada vendedor en su propia línea.',
  },
  nobody: {
    en: 'There is no name or license number.',
    es: 'No hay ni nombre ni número de licencia.',
  },
  sameLine: {
    en: 'This is the same as line {line}, so we counted it once.',
    es: 'Es igual a la línea {line}, así que la contamos una sola vez.',
  },
  sameVendor: {
    en: 'This is {name}, the same vendor as line {line}, so we counted it once.',
    es: 'Es {name}, el mismo vendedor de la línea {line}, así que lo contamos una sola vez.',
  },
});

/** Sentences about the result of an earlier line that a line duplicates. */
export const EARLIER_LINES = defineMessages({
  decided: { en: 'Line {line}: {verdict}.', es: 'Línea {line}: {verdict}.' },
  open: { en: 'Line {line} has no decision.', es: 'La línea {line} no tiene resultado.' },
});

/** Sentences that explain why a list could not be parsed at all. */
export const LIST_PROBLEMS = defineNames({
  nothing: { en: 'There are no vendors in this list.', es: 'En esta lista no hay ningún vendedor.' },
  tooManyRows: {
    en: `This list has more than ${ROWS_MAX} rows. You can check at most ${ROWS_MAX} at once. Split the list, and check one part at a time.`,
    es: `Esta lista tiene más de ${ROWS_MAX} filas. Puede consultar ${ROWS_MAX} a la vez como máximo. Divídala y consulte las partes una por una.`,
  },
  tooMuchText: {
    en: 'There is too much text in this list. Keep only the columns for license number, business name and city.',
    es: 'Esta lista tiene demasiado texto. Deje solo las columnas del número de licencia, el nombre del negocio y la ciudad.',
  },
  tooMuchPasted: {
    en: `This is more than 1 MB of text. You can check at most ${ROWS_MAX} rows at once.`,
    es: `Son más de 1 MB de texto. Puede consultar ${ROWS_MAX} filas a la vez como máximo.`,
  },
  tooLargeFile: {
    en: 'This file is larger than 1 MB. Keep only the columns for license number, business name and city.',
    es: 'Este archivo pesa más de 1 MB. Deje solo las columnas del número de licencia, el nombre del negocio y la ciudad.',
  },
  oldWorkbook: {
    en: 'This is an old .xls workbook. Save it as .xlsx or as CSV, then choose it again.',
    es: 'Este es un libro .xls antiguo. Guárdelo como .xlsx o como CSV y vuelva a elegirlo.',
  },
  webPage: {
    en: 'This file is a web page. Save the list as .xlsx or as CSV, then choose it again.',
    es: 'Este archivo es una página web. Guarde la lista como .xlsx o como CSV y vuelva a elegirla.',
  },
  emptyFile: { en: 'This file is empty.', es: 'Este archivo está vacío.' },
  noText: {
    en: 'This file isn’t text or a workbook. Choose an .xlsx or CSV file.',
    es: 'Este archivo no es de texto ni es un libro de Excel. Elija un archivo .xlsx o CSV.',
  },
  unpacksToMore: {
    en: `When unpacked, this file is larger than a list of ${ROWS_MAX} rows should ever be. Copy the list into a new workbook.`,
    es: `Al descomprimirse, este archivo ocupa más de lo que necesita una lista de ${ROWS_MAX} filas. Copie la lista en un libro nuevo.`,
  },
  damaged: {
    en: 'We can’t read this workbook. Open it in your spreadsheet program, save it as CSV, and choose that file.',
    es: 'No podemos leer este libro. Ábralo en su programa de hojas de cálculo, guárdelo como CSV y elija ese archivo.',
  },
  several: {
    en: 'Choose one file. If you have several, check them one at a time.',
    es: 'Elija un solo archivo. Si tiene varios, consúltelos uno por uno.',
  },
  lost: {
    en: 'We didn’t receive your list. Paste it, or choose the file again.',
    es: 'No recibimos su lista. Péguela o elija el archivo de nuevo.',
  },
  missing: { en: 'Paste your list, or choose a file.', es: 'Pegue su lista o elija un archivo.' },
});

export const LIST_ERRORS = defineMessages({
  noRoom: {
    en: 'This site has no room for another checked list right now. Try again tomorrow, or check the vendors one at a time.',
    es: 'En este momento el sitio no tiene espacio para otra lista. Inténtelo mañana o consulte a los vendedores de uno en uno.',
  },
  noSuchList: {
    en: 'There is no such list. We keep checked lists for {days} days.',
    es: 'Esa lista no existe. Las listas consultadas se guardan {days} días.',
  },
});

export const ROLES_NAMED = defineNames<ColumnRole>({
  name: { en: 'Business name', es: 'Nombre del negocio' },
  dba: { en: 'Trade name (DBA)', es: 'Nombre comercial (DBA)' },
  number: { en: 'License number', es: 'Número de licencia' },
  city: { en: 'City', es: 'Ciudad' },
  ignored: { en: 'Leave out', es: 'No leer' },
});
