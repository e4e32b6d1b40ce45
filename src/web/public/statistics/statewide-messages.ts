import { defineMessages } from '../../../lib/language/define-messages.ts';

/** Wording for the statewide statistics. */
export const STATEWIDE = defineMessages({
  title: {
    en: '{state}’s food trucks and caterers in numbers',
    es: 'Los food trucks y las empresas de catering de {state}, en cifras',
  },
  description: {
    en: 'Statewide statistics for {state} food trucks, hot dog carts and caterers: grades, violations and closures, by month and county.',
    es: 'Estadísticas de los food trucks, carritos de hot dogs y empresas de catering de {state}: calificaciones, infracciones y cierres, por mes y por condado.',
  },
  finding: {
    en: '{share} of the {count, number} vendors inspected in the last 12 months had a high-priority violation.',
    es: 'De los {count, number} vendedores inspeccionados en los últimos 12 meses, el {share} tuvo una infracción de alta prioridad.',
  },
  lead: {
    en: '{trucks, plural, one {# food truck} other {# food trucks}}, {carts, plural, one {# hot dog cart} other {# hot dog carts}} and {caterers, plural, one {# caterer} other {# caterers}} on record as of {day}: {covers}. Newest file: {newest}. <coverage>Data coverage</coverage>.',
    es: 'Al {day} constan {trucks, plural, one {# camión de comida (food truck)} other {# camiones de comida (food trucks)}}, {carts, plural, one {# carrito de hot dogs} other {# carritos de hot dogs}} y {caterers, plural, one {# empresa de catering} other {# empresas de catering}}: {covers}. Archivo más reciente: {newest}. <coverage>Qué abarcan los archivos</coverage>.',
  },
  onRecord: { en: 'On record', es: 'En los registros' },
  current: { en: 'Currently licensed', es: 'Con licencia vigente' },
  confirmed: {
    en: '{count, plural, one {# current license is} other {# current licenses are}} confirmed by the newest license file.',
    es: 'El archivo de licencias más reciente confirma {count, plural, one {# licencia vigente} other {# licencias vigentes}}.',
  },
  states: {
    en: 'All vendors on record by license status',
    es: 'Todos los vendedores en los registros según el estado de su licencia',
  },
  state: { en: 'License', es: 'Licencia' },
  allStates: { en: 'All', es: 'Todos' },
  delinquent: { en: 'Not renewed', es: 'Sin renovar' },
  notOnFile: { en: 'No longer on file', es: 'Ya no están en los archivos' },
  givenUp: { en: 'Given up', es: 'Entregadas' },
  changing: { en: 'Changing owner', es: 'En cambio de dueño' },
  unknown: { en: 'License unknown', es: 'Licencia desconocida' },
  noFile: {
    en: '{count, plural, one {# of the unknown licenses is} other {# of the unknown licenses are}} in a district whose license file we don’t have.',
    es: 'De las desconocidas, {count, plural, one {# es} other {# son}} de un distrito cuyo archivo de licencias no tenemos.',
  },
  grades: { en: 'Grades', es: 'Calificaciones' },
  violations: { en: 'Violations', es: 'Infracciones' },
  partOfYear: {
    en: 'The files don’t cover all twelve months for every district. Shares of the last 12 months are based on what they cover.',
    es: 'Los archivos no abarcan los doce meses completos de todos los distritos: los porcentajes de los últimos 12 meses son de lo que sí abarcan.',
  },
  noneOfYear: {
    en: 'None of our inspection files covers the last 12 months.',
    es: 'Ninguno de nuestros archivos de inspecciones abarca los últimos 12 meses.',
  },
  byMonth: { en: 'By month', es: 'Por mes' },
  byCounty: { en: 'By county', es: 'Por condado' },
  notCovered: { en: 'Not covered', es: 'Qué no se incluye' },
  districts: {
    en: 'Districts whose files we don’t have: {list}.',
    es: 'Los distritos cuyos archivos no tenemos: {list}.',
  },
  restaurants: {
    en: 'Restaurants, vending machines and temporary event vendors.',
    es: 'Los restaurantes, las máquinas expendedoras y los vendedores temporales de eventos.',
  },
  otherAgency: {
    en: 'Vendors licensed by another agency: {agency}.',
    es: 'Los vendedores con licencia de otra agencia: {agency}.',
  },
  illness: {
    en: 'Illness. A violation shows what an inspector saw on one day, not that anyone got sick.',
    es: 'Las enfermedades. Una infracción dice lo que un inspector vio un día, no que alguien se haya enfermado.',
  },
  noCounty: {
    en: 'In the table by county, vendors without a county on file.',
    es: 'En la tabla por condado, los vendedores sin condado en los archivos.',
  },
  ours: {
    en: 'The grades are ours. <method>How we grade</method>. <coverage>Data coverage</coverage>.',
    es: 'Las calificaciones son nuestras; la agencia reguladora no califica a nadie. <method>Cómo calificamos</method>. <coverage>Qué abarcan los archivos</coverage>.',
  },
  tables: {
    en: 'Tables: <counties>counties (CSV)</counties>, <months>months (CSV)</months>, <all>everything (JSON)</all>',
    es: 'Tablas, en inglés: <counties>condados (CSV)</counties>, <months>meses (CSV)</months>, <all>todo (JSON)</all>',
  },
  gradesForPrint: {
    en: 'Grades for print: <svg>SVG</svg>, <png>PNG</png>',
    es: 'Calificaciones para publicar impresas, en inglés: <svg>SVG</svg>, <png>PNG</png>',
  },
  monthsForPrint: {
    en: 'Inspections by month for print: <svg>SVG</svg>, <png>PNG</png>',
    es: 'Inspecciones por mes para publicar impresas, en inglés: <svg>SVG</svg>, <png>PNG</png>',
  },
  nameDay: {
    en: 'When you cite these, give the date and what the files cover. Don’t compare counties with few vendors.',
    es: 'Cuando cite estas cifras, indique la fecha y qué abarcan los archivos. No compare condados con pocos vendedores.',
  },
});

/** Wording for the statewide charts and for the tables that list the same values. */
export const STATE_CHARTS = defineMessages({
  byGrade: { en: 'Vendors by grade', es: 'Vendedores por calificación' },
  byGradeShows: {
    en: 'Number of vendors with each letter, or without one and why: {list}.',
    es: 'Cuántos vendedores tienen cada letra, o ninguna y por qué: {list}.',
  },
  rates: {
    en: 'Share of inspected vendors with at least one.',
    es: 'Porcentaje de vendedores inspeccionados con al menos uno.',
  },
  year: {
    en: 'The last 12 months: {count} vendors with an inspection on file',
    es: 'Los últimos 12 meses: {count} vendedores con alguna inspección en los archivos',
  },
  threeYears: {
    en: 'The last 36 months: {count} vendors with an inspection on file',
    es: 'Los últimos 36 meses: {count} vendedores con alguna inspección en los archivos',
  },
  any: { en: 'Any violation', es: 'Alguna infracción' },
  high: { en: 'A high-priority violation', es: 'Una infracción de alta prioridad' },
  closure: { en: 'An emergency closure', es: 'Un cierre de emergencia' },
  finding: { en: 'Finding', es: 'Hallazgo' },
  share: { en: 'Share', es: 'Porcentaje' },
  months: {
    en: 'Inspections in the last {count} months',
    es: 'Inspecciones de los últimos {count} meses',
  },
  monthsShow: {
    en: 'Inspections by the month they began. The newest month isn’t over.',
    es: 'Inspecciones según el mes en que comenzaron; el mes más reciente no ha terminado.',
  },
  month: { en: 'Month', es: 'Mes' },
  inspections: { en: 'Inspections', es: 'Inspecciones' },
  dash: {
    en: 'A dash means that none of our inspection files covers the month.',
    es: 'Un guion significa que ninguno de nuestros archivos de inspecciones abarca el mes.',
  },
  allMonthsShow: {
    en: 'All {count} months, with high-priority violations and closures',
    es: 'Los {count} meses, con infracciones de alta prioridad y cierres',
  },
  allMonths: { en: 'All months', es: 'Todos los meses' },
  newestFirst: {
    en: 'Inspections by the month they began, newest first',
    es: 'Inspecciones según el mes en que comenzaron, de la más reciente a la más antigua',
  },
  withHigh: {
    en: 'With a high-priority violation',
    es: 'Con una infracción de alta prioridad',
  },
  closures: { en: 'Emergency closures', es: 'Cierres de emergencia' },
});
