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
  title: { en: 'Download the data', es: 'Descargar los datos' },
  description: {
    en: 'Licenses, inspections, grades and statistics for {state} food trucks and caterers as NDJSON, CSV and Parquet, updated daily.',
    es: 'Licencias, inspecciones, calificaciones y estadísticas de los food trucks y las empresas de catering de {state} en NDJSON, CSV y Parquet, todos los días.',
  },
  lead: {
    en: 'Download everything, based on records as of {day}: {covers}.',
    es: 'Descárguelo todo, con los registros al {day}: {covers}.',
  },
  none: {
    en: 'There are no files yet. They’ll be ready within minutes of the first records.',
    es: 'Todavía no hay archivos. Estarán listos minutos después de los primeros registros.',
  },
  files: { en: 'The files', es: 'Los archivos' },
  caption: { en: 'Files by table and format', es: 'Archivos por tabla y formato' },
  table: { en: 'Table', es: 'Tabla' },
  rows: { en: 'Rows', es: 'Filas' },
  made: {
    en: 'Published on {moment}. NDJSON and CSV files are compressed with gzip. Names and text in the files are in English.',
    es: 'Publicados el {moment}. NDJSON y CSV están comprimidos con gzip. Los nombres y los textos de los archivos están en inglés.',
  },
  read: { en: 'Before you use them', es: 'Antes de usarlos' },
  unknown: {
    en: '<strong>Empty means unknown or none, never good.</strong> If counts are unknown, the column next to them says so. Not having a letter doesn’t mean that a vendor’s record is clean.',
    es: '<strong>Vacío quiere decir que no se sabe o que no hay; nunca que todo está bien.</strong> Donde no se conocen las cifras, lo dice una columna al lado. Que un vendedor no tenga letra no significa que su historial esté limpio.',
  },
  owners: {
    en: 'Some inspections were, or may have been, under a former owner. The <code>owner</code> column shows which. Only the current owner’s inspections count.',
    es: 'Algunas inspecciones fueron, o pudieron ser, de un dueño anterior. La columna <code>owner</code> lo indica; solo se cuentan las del dueño actual.',
  },
  disputes: {
    en: 'If a vendor disputes an entry, we mark it on the vendor’s page and in the API, but not in these files.',
    es: 'Si un vendedor impugna un dato, lo marcamos en su página y en la API, pero no en estos archivos.',
  },
  privacy: {
    en: 'They don’t include street addresses, phone numbers or mailing addresses. We cross out people’s names that we recognize in an inspector’s comments.',
    es: 'No contienen direcciones, números de teléfono ni direcciones postales. Los nombres de personas que reconocemos en el texto de un inspector se tachan.',
  },
  csv: {
    en: 'In CSV, text that a spreadsheet would run as a formula begins with an apostrophe.',
    es: 'En CSV, el texto que una hoja de cálculo ejecutaría como fórmula empieza con un apóstrofo.',
  },
  dictionary: {
    en: 'See <dictionary>what each column means</dictionary> and where it comes from, and <coverage>which of the regulator’s files we used</coverage>.',
    es: 'Vea <dictionary>qué significa cada columna (en inglés)</dictionary> y de dónde viene, y <coverage>qué archivos de la agencia reguladora usamos</coverage>.',
  },
  rights: { en: 'What you may do with them', es: 'Qué puede hacer con ellos' },
  records: { en: 'The regulator’s records', es: 'Los registros de la agencia' },
  recordsText: {
    en: 'Facts and wording come from public records of the {office}. We don’t add a license to them or claim any rights in them. The regulator doesn’t run this service.',
    es: 'Hechos y palabras de los registros públicos del {office}. No les agregamos ninguna licencia ni reclamamos derechos sobre ellos. La agencia no administra este servicio.',
  },
  judgment: { en: 'Our judgment', es: 'Nuestra valoración' },
  judgmentText: {
    en: 'Grades, scores, verdicts and counts are ours and follow <method>a published method</method>. You may use and share them under our <terms>terms</terms>: give the date, link to the source, and don’t present them as the regulator’s. The software’s license doesn’t cover the data.',
    es: 'Las calificaciones, las puntuaciones, los resultados y los conteos son nuestros y siguen <method>un método público (en inglés)</method>. Puede usarlos y compartirlos según nuestras <terms>condiciones</terms>: diga de qué fecha son, ponga un enlace a la fuente y no los presente como si fueran de la agencia. La licencia del programa no abarca los datos.',
  },
  cite: { en: 'How to cite', es: 'Texto para citar, en inglés' },
  invented: {
    en: 'These records are fictional. Don’t cite them as fact.',
    es: 'Estos registros son inventados: no los cite como hechos.',
  },
  programs: { en: 'For programs', es: 'Para programas' },
  manifest: {
    en: 'The <manifest>manifest</manifest> lists each file’s SHA-256, rows and columns. For portals: <dcat>DCAT</dcat> and <schema>schema.org</schema>.',
    es: 'El <manifest>manifiesto</manifest> enumera los archivos con SHA-256, filas y columnas. Para portales: <dcat>DCAT</dcat> y <schema>schema.org</schema>.',
  },
  resume: {
    en: 'The hash is also the file’s ETag. Resume an interrupted download with Range and If-Range. The last publication of a day replaces that day’s files.',
    es: 'El SHA-256 es también el ETag del archivo. Una descarga interrumpida continúa con Range e If-Range. La última publicación del día reemplaza los archivos de ese día.',
  },
  example: { en: 'With DuckDB:', es: 'Con DuckDB:' },
  days: { en: 'Earlier days', es: 'Días que se guardan' },
});
