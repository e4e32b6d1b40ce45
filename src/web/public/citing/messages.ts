import { defineMessages, defineNames } from '../../../lib/language/define-messages.ts';

/** The reasons for a missing grade, as labels for bars. A chart has room for 46 characters. */
export const NO_LETTERS = defineNames<'withheld' | 'insufficient_record' | 'hold'>({
  withheld: { en: 'Withheld: license not confirmed', es: 'No se muestra: licencia no confirmada' },
  insufficient_record: {
    en: 'None: too few recent inspections',
    es: 'Ninguna: pocas inspecciones recientes',
  },
  hold: { en: 'None: on hold by the regulator', es: 'Ninguna: impedimento de la agencia' },
});

/** Wording for citing numbers about the state or a county. */
export const CITE = defineMessages({
  title: { en: 'Cite this', es: 'Cómo citar estas cifras' },
  line: { en: 'Line to copy', es: 'Texto para copiar, en inglés' },
  free: {
    en: 'Free to cite with this line.',
    es: 'Puede citar estas cifras libremente si incluye este texto.',
  },
  invented: {
    en: 'These records are fictional. Don’t cite them as fact.',
    es: 'Estos registros son inventados: no los cite como hechos.',
  },
  grade: { en: 'Grade', es: 'Calificación' },
  graded: {
    en: 'Only currently licensed vendors get a letter: {count, plural, one {# has} other {# have}} one. Percentages are of these.',
    es: 'Solo los vendedores con licencia vigente reciben una letra: {count, plural, one {# la tiene} other {# la tienen}}. Los porcentajes son de estos.',
  },
  vendors: { en: 'Vendors', es: 'Vendedores' },
});

/** Wording for a county's page. */
export const COUNTY = defineMessages({
  title: {
    en: '{name} County’s food trucks and caterers in numbers',
    es: 'Los camiones de comida y las empresas de catering del condado de {name}, en cifras',
  },
  description: {
    en: 'Food trucks, hot dog carts and caterers of {name} County, {state}: grades and violations on the files read here.',
    es: 'Camiones de comida (food trucks), carritos de hot dogs y empresas de catering del condado de {name}, {state}: calificaciones e infracciones según los archivos que se leen aquí.',
  },
  restsOn: { en: 'What this rests on', es: 'En qué se basa esto' },
  next: { en: 'Next', es: 'Siguiente' },
  vendors: {
    en: '<search>The vendors of {name} County</search>, each with its record',
    es: '<search>Los vendedores del condado de {name}</search>, cada uno con su historial',
  },
  all: { en: 'All counties', es: 'Todos los condados' },
  method: {
    en: '<method>How a grade is made</method>, and what it cannot say',
    es: '<method>Cómo se calcula una calificación</method> y qué no puede decir',
  },
  lead: {
    en: '{count, plural, one {# vendor is} other {# vendors are}} on record in {name} County as of {day}.',
    es: 'Al {day}, {count, plural, one {consta # vendedor} other {constan # vendedores}} en el condado de {name}.',
  },
  onRecord: { en: 'On record', es: 'En los registros' },
  withLetter: { en: 'With a letter grade', es: 'Con calificación' },
  onHold: { en: 'On hold by the regulator', es: 'Con impedimento de la agencia' },
  inspected: {
    en: 'Inspected in the last 12 months',
    es: 'Inspeccionados en los últimos 12 meses',
  },
  grades: { en: 'Grades', es: 'Calificaciones' },
  byGrade: {
    en: 'Vendors of {name} County by grade',
    es: 'Vendedores del condado de {name} por calificación',
  },
  highPriority: { en: 'High-priority violations', es: 'Infracciones de alta prioridad' },
  noneInspected: {
    en: 'Unknown: no vendor in the county has an inspection on file in the last 12 months.',
    es: 'No se sabe: en los archivos no consta ninguna inspección de un vendedor del condado en los últimos 12 meses.',
  },
  tooFew: {
    en: '{count, plural, one {# vendor was} other {# vendors were}} inspected in the last 12 months. We give no share of fewer than 20.',
    es: 'En los últimos 12 meses se {count, plural, one {inspeccionó a # vendedor} other {inspeccionó a # vendedores}}. No damos porcentajes de menos de 20.',
  },
  quote: {
    en: '{share} of the {count, number} food trucks, carts and caterers inspected in {name} County in the year to {day} had a high-priority violation.',
    es: 'De los {count, number} food trucks, carritos y empresas de catering del condado de {name} inspeccionados en el año hasta el {day}, el {share} tuvo una infracción de alta prioridad.',
  },
  quoteBefore: {
    en: 'In the year before, it was {share} of {count, number}.',
    es: 'De los {count, number} inspeccionados en el año anterior, el {share}.',
  },
  bothYears: {
    en: 'Both years cover the vendors on record now, as far as their counts are known. A business that has closed since is in neither.',
    es: 'Ambos años son de los vendedores que están ahora en los registros, hasta donde constan sus cifras. Un negocio que cerró desde entonces no está en ninguno.',
  },
  asKnown: {
    en: 'As far as the counts of these inspections are on file.',
    es: 'Hasta donde constan las cifras de estas inspecciones.',
  },
  closures: { en: 'Closed this week', es: 'Cerrados esta semana' },
  noCounts: {
    en: 'Unknown: the counts of these inspections are not on file.',
    es: 'No se sabe: las cifras de estas inspecciones no constan en los archivos.',
  },
  share: {
    en: '<strong>{share}</strong> of the {count, plural, one {# vendor} other {# vendors}} with an inspection in the last 12 months had at least one high-priority violation, as far as their counts are on file.',
    es: 'El <strong>{share}</strong> {count, plural, one {del único vendedor} other {de los # vendedores}} con alguna inspección en los últimos 12 meses tuvo al menos una infracción de alta prioridad, hasta donde constan sus cifras.',
  },
  small: {
    en: '<strong>A small number.</strong> One vendor more or less changes this share by {points} points. {count, plural, one {Do not rank a county by it.} other {Do not rank counties by it.}}',
    es: '<strong>Son pocos vendedores.</strong> Uno más o uno menos cambia este porcentaje en {points} puntos. {count, plural, one {No lo use para clasificar a un condado.} other {No lo use para clasificar condados.}}',
  },
  noVendor: {
    en: 'There is no vendor from {name} County in our records.',
    es: 'Ningún vendedor del condado de {name} consta en los archivos que se leen aquí.',
  },
  unknown: {
    en: 'Unknown: no file of District {district}, which {name} County belongs to, was read here. That does not mean that there are no vendors.',
    es: 'No se sabe: aquí no se leyó ningún archivo del distrito {district}, al que pertenece el condado de {name}. Eso no quiere decir que no haya vendedores.',
  },
  notes: {
    en: 'Vendors count in the county of their license. A truck may work in other counties, and trucks from elsewhere in this one. The grades are ours. <coverage>Which files were read</coverage>.',
    es: 'Cada vendedor cuenta en el condado de su licencia. Un camión puede trabajar en otros condados, y en este pueden trabajar camiones de otros. Las calificaciones son nuestras; la agencia reguladora no califica a nadie. <coverage>Qué archivos se leyeron</coverage>.',
  },
  noFiles: {
    en: 'No license or inspection file of District {district} is in use.',
    es: 'No se usa ningún archivo de licencias ni de inspecciones del distrito {district}.',
  },
  notAll: {
    en: 'The numbers above cover only the {name} County vendors that other files happen to name.',
    es: 'Las cifras de arriba son de los vendedores que otros archivos mencionan por casualidad; no son todos los del condado de {name}.',
  },
  district: {
    en: '{name} County is in the regulator’s District {district}.',
    es: 'El condado de {name} está en el distrito {district} de la agencia reguladora.',
  },
  noLicenses: {
    en: 'No license file of it was read, so no license is confirmed.',
    es: 'No se leyó su archivo de licencias, así que ninguna licencia está confirmada.',
  },
  licenses: {
    en: 'Its license file reaches to {day}.',
    es: 'Su archivo de licencias llega hasta el {day}.',
  },
  noInspections: {
    en: 'No inspection file of it was read.',
    es: 'No se leyó ningún archivo de inspecciones suyo.',
  },
  inspections: {
    en: 'Its inspection files run from {from} to {to}.',
    es: 'Sus archivos de inspecciones van del {from} al {to}.',
  },
  partOfYear: {
    en: '<strong>Not the whole year.</strong> The inspection files do not cover all of the last twelve months, so the share above is of what they cover.',
    es: '<strong>No es todo el año.</strong> Los archivos de inspecciones no abarcan por completo los últimos doce meses, así que el porcentaje de arriba es de lo que sí abarcan.',
  },
  newest: {
    en: 'The newest file of any district is dated {day}.',
    es: 'El archivo más reciente de todos los distritos es del {day}.',
  },
  files: {
    en: 'As a table: <csv>all counties (CSV)</csv>. For print: <svg>the chart of grades (SVG)</svg> or <png>PNG</png>.',
    es: 'En una tabla, en inglés: <csv>todos los condados (CSV)</csv>. Para publicar en papel, en inglés: <svg>la gráfica de calificaciones (SVG)</svg> o <png>en PNG</png>.',
  },
});

export const CITING_ERRORS = defineMessages({
  noCounty: {
    en: 'No county has this address. The list of all counties is at /florida.',
    es: 'Ningún condado tiene esta dirección. La lista de todos los condados está en /es/florida.',
  },
});
