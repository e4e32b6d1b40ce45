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
    en: 'Only currently licensed vendors get a letter, and {count, plural, one {# has} other {# have}} one. Percentages are based on those.',
    es: 'Solo los vendedores con licencia vigente reciben una letra: {count, plural, one {# la tiene} other {# la tienen}}. Los porcentajes se basan en esos.',
  },
  vendors: { en: 'Vendors', es: 'Vendedores' },
});

/** Wording for a county's page. */
export const COUNTY = defineMessages({
  title: {
    en: '{name} County’s food trucks and caterers in numbers',
    es: 'Los food trucks y las empresas de catering del condado de {name}, en cifras',
  },
  description: {
    en: 'Food trucks, hot dog carts and caterers in {name} County, {state}: grades and violations from state files.',
    es: 'Food trucks, carritos de hot dogs y empresas de catering del condado de {name}, {state}: calificaciones e infracciones según los archivos del estado.',
  },
  restsOn: { en: 'What this is based on', es: 'En qué se basa esto' },
  next: { en: 'Next', es: 'Siguiente' },
  vendors: {
    en: '<search>Vendors in {name} County</search>, each with its record',
    es: '<search>Los vendedores del condado de {name}</search>, cada uno con su historial',
  },
  all: { en: 'All counties', es: 'Todos los condados' },
  method: {
    en: '<method>How we grade</method>, and what a grade can’t tell you',
    es: '<method>Cómo calificamos</method> y qué no puede decir una calificación',
  },
  lead: {
    en: '{count, plural, one {# vendor is} other {# vendors are}} on record in {name} County as of {day}.',
    es: 'Al {day}, {count, plural, one {hay # vendedor registrado} other {hay # vendedores registrados}} en el condado de {name}.',
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
    en: 'Vendors in {name} County by grade',
    es: 'Vendedores del condado de {name} por calificación',
  },
  highPriority: { en: 'High-priority violations', es: 'Infracciones de alta prioridad' },
  noneInspected: {
    en: 'Unknown: no vendor in the county has an inspection on file from the last 12 months.',
    es: 'No se sabe: ningún vendedor del condado tiene inspecciones registradas en los últimos 12 meses.',
  },
  tooFew: {
    en: '{count, plural, one {# vendor was} other {# vendors were}} inspected in the last 12 months. We don’t show a share for fewer than 20.',
    es: 'En los últimos 12 meses se {count, plural, one {inspeccionó a # vendedor} other {inspeccionó a # vendedores}}. No mostramos porcentajes de menos de 20.',
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
    en: 'Both years cover vendors on record now whose counts are known. A business that has since closed isn’t in either one.',
    es: 'Ambos años abarcan a los vendedores que están ahora en los registros y cuyas cifras se conocen. Un negocio que cerró desde entonces no está en ninguno.',
  },
  asKnown: {
    en: 'As far as the counts of these inspections are on file.',
    es: 'Hasta donde constan las cifras de estas inspecciones.',
  },
  closures: { en: 'Closed this week', es: 'Cerrados esta semana' },
  noCounts: {
    en: 'Unknown: the counts from these inspections aren’t on file.',
    es: 'No se sabe: las cifras de estas inspecciones no están en los archivos.',
  },
  share: {
    en: '<strong>{share}</strong> of the {count, plural, one {# vendor} other {# vendors}} inspected in the last 12 months had at least one high-priority violation, based on the counts on file.',
    es: 'El <strong>{share}</strong> {count, plural, one {del único vendedor} other {de los # vendedores}} con alguna inspección en los últimos 12 meses tuvo al menos una infracción de alta prioridad, según las cifras en los archivos.',
  },
  small: {
    en: '<strong>The sample is small.</strong> A single vendor changes this share by {points} points. {count, plural, one {Don’t rank a county by it.} other {Don’t rank counties by it.}}',
    es: '<strong>Son pocos vendedores.</strong> Un solo vendedor cambia este porcentaje en {points} puntos. {count, plural, one {No lo use para clasificar a un condado.} other {No lo use para clasificar condados.}}',
  },
  noVendor: {
    en: 'There are no vendors from {name} County in our records.',
    es: 'No hay vendedores del condado de {name} en nuestros registros.',
  },
  unknown: {
    en: 'Unknown: we haven’t loaded any files for District {district}, which {name} County belongs to. That doesn’t mean that there are no vendors.',
    es: 'No se sabe: no hemos cargado ningún archivo del distrito {district}, al que pertenece el condado de {name}. Eso no quiere decir que no haya vendedores.',
  },
  notes: {
    en: 'Vendors are counted in the county on their license. A truck may work in other counties, and trucks from elsewhere may work in this one. The grades are ours. <coverage>See which files we used</coverage>.',
    es: 'Cada vendedor cuenta en el condado de su licencia. Un food truck puede trabajar en otros condados, y en este pueden trabajar los de otros. Las calificaciones son nuestras; la agencia reguladora no califica a nadie. <coverage>Vea qué archivos usamos</coverage>.',
  },
  noFiles: {
    en: 'We don’t have a license or inspection file for District {district}.',
    es: 'No tenemos ningún archivo de licencias ni de inspecciones del distrito {district}.',
  },
  notAll: {
    en: 'The numbers above cover only the {name} County vendors that happen to appear in other files.',
    es: 'Las cifras de arriba son de los vendedores que otros archivos mencionan por casualidad; no son todos los del condado de {name}.',
  },
  district: {
    en: '{name} County is in the regulator’s District {district}.',
    es: 'El condado de {name} está en el distrito {district} de la agencia reguladora.',
  },
  noLicenses: {
    en: 'We haven’t loaded its license file, so no license is confirmed.',
    es: 'No hemos cargado su archivo de licencias, así que ninguna licencia está confirmada.',
  },
  licenses: {
    en: 'Its license file goes through {day}.',
    es: 'Su archivo de licencias llega hasta el {day}.',
  },
  noInspections: {
    en: 'We haven’t loaded an inspection file for it.',
    es: 'No hemos cargado ningún archivo de inspecciones suyo.',
  },
  inspections: {
    en: 'Its inspection files run from {from} to {to}.',
    es: 'Sus archivos de inspecciones van del {from} al {to}.',
  },
  partOfYear: {
    en: '<strong>Not the whole year.</strong> The inspection files don’t cover all of the last twelve months, so the share above is based on what they do cover.',
    es: '<strong>No es todo el año.</strong> Los archivos de inspecciones no abarcan por completo los últimos doce meses, así que el porcentaje de arriba se basa en lo que sí abarcan.',
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
    en: 'There is no county at this address. See all counties at /florida.',
    es: 'No hay ningún condado en esta dirección. Vea todos los condados en /es/florida.',
  },
});
