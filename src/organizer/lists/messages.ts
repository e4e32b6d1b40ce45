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
    en: '“{cell}” is the number of a restaurant or shop, not of a food truck or caterer.',
    es: '“{cell}” es el número de un restaurante o una tienda, no el de un camión de comida ni el de una empresa de catering.',
  },
  otherKind: {
    en: '“{cell}” is another kind of license: {kind}.',
    es: '“{cell}” es otro tipo de licencia: {kind}.',
  },
  shortened: {
    en: '“{cell}” was shortened by a spreadsheet: show the column as text to see the license number.',
    es: 'La hoja de cálculo abrevió “{cell}”: dé a la columna formato de texto para ver el número de licencia.',
  },
  unlikeNumber: {
    en: '“{cell}” does not look like a license number.',
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
    es: 'No hay nada en las columnas que se leen.',
  },
  twoNumbers: {
    en: 'There are two license numbers in one cell: “{cell}”. Put each vendor on a line of its own.',
    es: 'Hay dos números de licencia en una celda: “{cell}”. Ponga a cada vendedor en su propia línea.',
  },
  nobody: {
    en: 'There is neither a name nor a license number.',
    es: 'No hay ni nombre ni número de licencia.',
  },
  sameLine: {
    en: 'Same as line {line}; counted once.',
    es: 'Es igual a la línea {line}: cuenta una sola vez.',
  },
  sameVendor: {
    en: 'It means {name}, as line {line} does: it counts once.',
    es: 'Se refiere a {name}, igual que la línea {line}: cuenta una sola vez.',
  },
});

/** Sentences about the result of an earlier line that a line duplicates. */
export const EARLIER_LINES = defineMessages({
  decided: { en: 'Line {line}: {verdict}.', es: 'Línea {line}: {verdict}.' },
  open: { en: 'No decision was made for line {line}.', es: 'La línea {line} quedó sin dictamen.' },
});

/** Sentences that explain why a list could not be parsed at all. */
export const LIST_PROBLEMS = defineNames({
  nothing: { en: 'There is no vendor in this list.', es: 'En esta lista no hay ningún vendedor.' },
  tooManyRows: {
    en: `This list has more than ${ROWS_MAX} rows. At most ${ROWS_MAX} can be checked at once: split it, and check the parts one after the other.`,
    es: `Esta lista tiene más de ${ROWS_MAX} filas. Se pueden consultar ${ROWS_MAX} a la vez como máximo: divídala y consulte las partes una por una.`,
  },
  tooMuchText: {
    en: 'There is too much text in this list. Leave only the columns with license number, business name and city.',
    es: 'Esta lista tiene demasiado texto. Deje solo las columnas del número de licencia, el nombre del negocio y la ciudad.',
  },
  tooMuchPasted: {
    en: `This is more than 1 MB of text. At most ${ROWS_MAX} rows can be checked at once.`,
    es: `Son más de 1 MB de texto. Se pueden consultar ${ROWS_MAX} filas a la vez como máximo.`,
  },
  tooLargeFile: {
    en: 'This file is larger than 1 MB. Leave only the columns with license number, business name and city.',
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
    en: 'This file is neither text nor a workbook. Choose an .xlsx or CSV file.',
    es: 'Este archivo no es de texto ni es un libro de Excel. Elija un archivo .xlsx o CSV.',
  },
  unpacksToMore: {
    en: `This file unpacks to more than a list of ${ROWS_MAX} rows can need. Copy the list into a new workbook.`,
    es: `Al descomprimirse, este archivo ocupa más de lo que necesita una lista de ${ROWS_MAX} filas. Copie la lista en un libro nuevo.`,
  },
  damaged: {
    en: 'This workbook cannot be read. Open it in your spreadsheet program, save it as CSV, and choose that file.',
    es: 'Este libro no se puede leer. Ábralo en su programa de hojas de cálculo, guárdelo como CSV y elija ese archivo.',
  },
  several: {
    en: 'Choose one file. Several can be checked one after the other.',
    es: 'Elija un solo archivo. Si tiene varios, consúltelos uno por uno.',
  },
  lost: {
    en: 'The list was not in what was sent. Paste it or choose its file again.',
    es: 'La lista no venía en lo que se envió. Péguela o elija el archivo de nuevo.',
  },
  missing: { en: 'Paste your list, or choose a file.', es: 'Pegue su lista o elija un archivo.' },
});

export const LIST_ERRORS = defineMessages({
  noRoom: {
    en: 'This site has no room for another checked list right now. Try again tomorrow, or check the vendors one at a time.',
    es: 'En este momento el sitio no tiene espacio para otra lista. Inténtelo mañana o consulte a los vendedores de uno en uno.',
  },
  noSuchList: {
    en: 'There is no such list. A checked list is kept for {days} days.',
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
