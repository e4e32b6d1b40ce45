import { defineMessages, defineNames } from '../../lib/language/define-messages.ts';

/** Wording about the source files that the records come from. */
export const COVERAGE = defineMessages({
  title: { en: 'Data coverage', es: 'Qué abarcan los archivos' },
  description: {
    en: 'The {regulator} files that the records come from, the dates they cover, and how old they are.',
    es: 'En qué archivos del {regulator} se basan los registros, qué fechas abarcan y qué tan antiguos son.',
  },
  lead: {
    en: 'As of {day}: {covers}. Published {published}.',
    es: 'Al {day}: {covers}. Publicado el {published}.',
  },
  byDistrict: { en: 'By district', es: 'Por distrito' },
  inUse: { en: 'Files in use', es: 'Archivos en uso' },
  missing: { en: 'What is missing', es: 'Qué falta' },
  doubts: { en: 'What looks unusual', es: 'Qué parece raro' },
  doubtsText: {
    en: 'We publish what the {regulator} publishes. These files have something unusual in some rows.',
    es: 'Publicamos lo que publica el {regulator}. Estos archivos tienen algo inusual en algunas filas.',
  },
  complete: {
    en: '<strong>Complete.</strong> All {count} districts, records through {day}.',
    es: '<strong>Completos.</strong> Los {count} distritos, registros hasta el {day}.',
  },
  notComplete: {
    en: '<strong>Not complete.</strong> <link>See what is missing</link>. Records through {day}.',
    es: '<strong>Incompletos.</strong> <link>Vea qué falta</link>. Registros hasta el {day}.',
  },
  age: { en: 'What the age means', es: 'Qué significa la antigüedad' },
  ageText: {
    en: 'A district’s records run through the earliest of three dates: the end of its license file, the end of its inspection files, and the day of the records. A file we haven’t loaded doesn’t count. If the records are more than {old} days old, every verdict says so. If they’re more than {tooOld} days old, no verdict is better than “Review first.”',
    es: 'Los registros de un distrito llegan hasta la primera de tres fechas: aquella hasta la que llega su archivo de licencias, aquella hasta la que llegan sus archivos de inspecciones y la fecha de los registros; un archivo que no se leyó no cuenta. Si tienen más de {old} días, todos los resultados lo indican. Si tienen más de {tooOld} días, ningún resultado es mejor que “Revisar primero”.',
  },
  links: {
    en: '<data>Get this as data</data> · <statistics>Statistics</statistics> · <method>How we grade</method>',
    es: '<data>Obtener estos datos (en inglés)</data> · <statistics>Estadísticas</statistics> · <method>Cómo calificamos</method>',
  },
  noDistrict: {
    en: 'We don’t have a license or inspection file for any district.',
    es: 'No tenemos archivos de licencias ni de inspecciones de ningún distrito.',
  },
  districtCaption: {
    en: 'Files for each district',
    es: 'Archivos de cada distrito',
  },
  district: { en: 'District', es: 'Distrito' },
  districtNumber: { en: 'District {district}', es: 'Distrito {district}' },
  vendors: { en: 'Vendors', es: 'Vendedores' },
  licenses: { en: 'Licenses', es: 'Licencias' },
  inspections: { en: 'Inspections', es: 'Inspecciones' },
  lastYear: { en: 'Last twelve months', es: 'Últimos doce meses' },
  reach: { en: 'Records through (earlier of both)', es: 'Registros hasta (la primera de ambas)' },
  licensesOnly: { en: '{day}, licenses only', es: '{day}, solo licencias' },
  inspectionsOnly: { en: '{day}, inspections only', es: '{day}, solo inspecciones' },
  none: { en: 'none', es: 'ninguno' },
  to: { en: 'to {day}', es: 'hasta el {day}' },
  fromTo: { en: '{from} to {to}', es: 'del {from} al {to}' },
  whole: { en: 'Complete', es: 'Completos' },
  notWhole: { en: 'Incomplete', es: 'Incompletos' },
  old: {
    en: '{day}, {count, plural, one {# day} other {# days}} ago',
    es: '{day}, hace {count, plural, one {# día} other {# días}}',
  },
  showFiles: {
    en: '{count, plural, one {Show the # file} other {Show the # files}}',
    es: '{count, plural, one {Mostrar el archivo} other {Mostrar los # archivos}}',
  },
  filesCaption: {
    en: 'The newest file of each kind',
    es: 'El archivo más reciente de cada tipo',
  },
  file: { en: 'File', es: 'Archivo' },
  kind: { en: 'Kind', es: 'Tipo' },
  reaches: { en: 'Goes through', es: 'Llega hasta el' },
  kept: { en: 'Rows accepted', es: 'Filas aceptadas' },
  refused: { en: 'Rows rejected', es: 'Filas rechazadas' },
  read: { en: 'Read', es: 'Leído el' },
  all: { en: 'all', es: 'todos' },
  firstFile: {
    en: 'This is the first file, so there was nothing to compare it with. We may not have noticed missing rows.',
    es: 'Es el primer archivo, así que no había con qué compararlo. Es posible que no hayamos notado filas que faltan.',
  },
  notDated: { en: 'not dated', es: 'sin fecha' },
  unknownDistrict: {
    en: 'We have no records for District {district}: {counties}.',
    es: 'No tenemos registros del distrito {district}: {counties}.',
  },
  neverRead: { en: 'Never loaded: {slot}.', es: 'Nunca se cargó: {slot}.' },
  outOfDate: {
    en: 'Out of date: {slot}. The newest file goes through {day}, {count, plural, one {# day} other {# days}} before {asOf}.',
    es: 'Desactualizado: {slot}. El archivo más reciente llega hasta el {day}, {count, plural, one {# día} other {# días}} antes del {asOf}.',
  },
  loadingFiles: {
    en: 'Still loading: {kind}, {count, plural, one {# file} other {# files}}.',
    es: 'Todavía se están cargando: {kind}, {count, plural, one {# archivo} other {# archivos}}.',
  },
  notPublished: {
    en: 'Not on the regulator’s site: {kind}, {list}.',
    es: 'No está en el sitio de la agencia reguladora: {kind}, {list}.',
  },
  heldBack: { en: 'Rejected: {name}. {reason}', es: 'Rechazado: {name}. {reason}' },
  ordersUntested: {
    en: 'We read final orders based on the regulator’s description of the file. We haven’t had a real file to test with.',
    es: 'Leemos las órdenes finales según la descripción que la agencia reguladora da del archivo. No hemos tenido un archivo real con el cual hacer pruebas.',
  },
  nothing: {
    en: 'Nothing is missing.',
    es: 'No falta nada.',
  },
});

/** The subjects of files, by kind or by the first part of the slot. */
export const FILE_KINDS = defineNames<
  | 'licenses'
  | 'inspections'
  | 'new_licenses'
  | 'ownership_changes'
  | 'closures'
  | 'final_orders'
  | 'observations'
  | 'unknown'
>({
  licenses: { en: 'licenses', es: 'licencias' },
  inspections: { en: 'inspections', es: 'inspecciones' },
  new_licenses: { en: 'new licenses', es: 'licencias nuevas' },
  ownership_changes: { en: 'ownership changes', es: 'cambios de dueño' },
  closures: { en: 'closures', es: 'cierres' },
  final_orders: { en: 'final orders', es: 'órdenes finales' },
  observations: { en: 'observations', es: 'observaciones' },
  unknown: { en: 'unknown', es: 'tipo desconocido' },
});

/** Names for the parts of a slot, such as `inspections:district-6:2017-18`. */
export const SLOT = defineMessages({
  district: { en: 'district {number}', es: 'distrito {number}' },
  statewide: { en: 'statewide', es: 'todo el estado' },
});
