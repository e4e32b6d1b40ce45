import { defineMessages, defineNames } from '../../../lib/language/define-messages.ts';
import type { TableName } from '../../../open-data/files/open-tables.ts';

/** Names of the tables, as shown on the page. */
export const TABLE_TITLES = defineNames<TableName>({
  vendors: { en: 'Vendors', es: 'Vendedores' },
  scorecards: { en: 'Scorecards', es: 'Fichas con calificación' },
  inspections: { en: 'Inspections', es: 'Inspecciones' },
  violations: { en: 'Violations', es: 'Infracciones' },
  statistics: { en: 'Statistics', es: 'Estadísticas' },
});

/** Wording for the page about the data files. */
export const DATA_FILES = defineMessages({
  title: { en: 'Files for download', es: 'Archivos para descargar' },
  description: {
    en: 'Licenses, inspections, grades and statistics of {state} food trucks and caterers as NDJSON, CSV and Parquet, each day.',
    es: 'Licencias, inspecciones, calificaciones y estadísticas de los camiones de comida (food trucks) y las empresas de catering de {state} en NDJSON, CSV y Parquet, cada día.',
  },
  lead: {
    en: 'Download everything. Made from the records as of {day}: {covers}.',
    es: 'Todo lo que aquí es público, en archivos. Se hicieron con los registros al {day}: {covers}.',
  },
  none: {
    en: 'No files have been made yet. They follow within minutes of the first records.',
    es: 'Todavía no se ha hecho ningún archivo. Los primeros estarán listos minutos después de los primeros registros.',
  },
  files: { en: 'The files', es: 'Los archivos' },
  caption: { en: 'Files by table and format', es: 'Archivos por tabla y formato' },
  table: { en: 'Table', es: 'Tabla' },
  rows: { en: 'Rows', es: 'Filas' },
  made: {
    en: 'Published on {moment}. NDJSON and CSV are compressed with gzip. Names and texts in the files are English.',
    es: 'Publicados el {moment}. NDJSON y CSV están comprimidos con gzip. Los nombres y los textos de los archivos están en inglés.',
  },
  read: { en: 'Before you use them', es: 'Antes de usarlos' },
  unknown: {
    en: '<strong>Empty means unknown or none, never good.</strong> If counts are unknown, the column next to them says so. A vendor without a letter does not have a clean record for that reason.',
    es: '<strong>Vacío quiere decir que no se sabe o que no hay; nunca que todo está bien.</strong> Donde no se conocen las cifras, lo dice una columna al lado. Que un vendedor no tenga letra no significa que su historial esté limpio.',
  },
  owners: {
    en: 'Some inspections were under a former owner, or may have been. The column <code>owner</code> says which. Only the current owner’s inspections count.',
    es: 'Algunas inspecciones fueron, o pudieron ser, de un dueño anterior. La columna <code>owner</code> lo indica; solo se cuentan las del dueño actual.',
  },
  disputes: {
    en: 'A row that its vendor disputes is marked on the vendor’s page and in the API, not in these files.',
    es: 'Un dato que el vendedor impugna se marca en la página del vendedor y en la API, no en estos archivos.',
  },
  privacy: {
    en: 'They have no street addresses, phone numbers or mailing addresses. We strike out the names of people that we recognize in an inspector’s text.',
    es: 'No contienen direcciones, números de teléfono ni direcciones postales. Los nombres de personas que reconocemos en el texto de un inspector se tachan.',
  },
  csv: {
    en: 'In CSV, text that a spreadsheet would run as a formula begins with an apostrophe.',
    es: 'En CSV, el texto que una hoja de cálculo ejecutaría como fórmula empieza con un apóstrofo.',
  },
  dictionary: {
    en: '<dictionary>What each column means</dictionary>, and who says so. <coverage>Which of the regulator’s files were read</coverage>.',
    es: '<dictionary>Qué significa cada columna (en inglés)</dictionary> y quién lo dice. <coverage>Qué archivos de la agencia reguladora se leyeron</coverage>.',
  },
  rights: { en: 'What you may do with them', es: 'Qué puede hacer con ellos' },
  records: { en: 'The regulator’s records', es: 'Los registros de la agencia' },
  recordsText: {
    en: 'Facts and words from public records of the {office}. We add no license to them and claim no right in them. The regulator does not run this service.',
    es: 'Hechos y palabras de los registros públicos del {office}. No les agregamos ninguna licencia ni reclamamos derechos sobre ellos. La agencia no administra este servicio.',
  },
  judgment: { en: 'Our judgment', es: 'Nuestra valoración' },
  judgmentText: {
    en: 'Grades, scores, verdicts and counts are ours, made by <method>a published method</method>. Use them and pass them on under our <terms>terms</terms>: name the day, link to the source, and do not present them as the regulator’s. The license of the software is not a license of data.',
    es: 'Las calificaciones, las puntuaciones, los dictámenes y los conteos son nuestros y se hacen con <method>un método público (en inglés)</method>. Puede usarlos y compartirlos según nuestras <terms>condiciones</terms>: diga de qué fecha son, ponga un enlace a la fuente y no los presente como si fueran de la agencia. La licencia del programa no es una licencia de los datos.',
  },
  cite: { en: 'How to cite', es: 'Texto para citar, en inglés' },
  invented: {
    en: 'These records are fictional. Don’t cite them as fact.',
    es: 'Estos registros son inventados: no los cite como hechos.',
  },
  programs: { en: 'For programs', es: 'Para programas' },
  manifest: {
    en: 'The <manifest>manifest</manifest> lists the files with SHA-256, rows and columns. For portals: <dcat>DCAT</dcat> and <schema>schema.org</schema>.',
    es: 'El <manifest>manifiesto</manifest> enumera los archivos con SHA-256, filas y columnas. Para portales: <dcat>DCAT</dcat> y <schema>schema.org</schema>.',
  },
  resume: {
    en: 'The hash is also the file’s ETag. Resume a broken download with Range and If-Range. The last publication of a day replaces that day’s files.',
    es: 'El SHA-256 es también el ETag del archivo. Una descarga interrumpida continúa con Range e If-Range. La última publicación del día reemplaza los archivos de ese día.',
  },
  example: { en: 'With DuckDB:', es: 'Con DuckDB:' },
  days: { en: 'Earlier days', es: 'Días que se guardan' },
});
