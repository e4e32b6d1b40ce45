import { defineMessages, defineNames } from '../../../lib/language/define-messages.ts';
import type { FilterName } from '../../../records/record/filters.ts';

/** Wording for the form that finds a vendor. */
export const SEARCH_FORM = defineMessages({
  name: { en: 'Name', es: 'Nombre' },
  nameHint: {
    en: 'Part of the name is fine. A license number works, too.',
    es: 'Escriba parte del nombre o el número de licencia.',
  },
  city: { en: 'City', es: 'Ciudad' },
  optional: { en: '(optional)', es: '(opcional)' },
  submit: { en: 'Search', es: 'Buscar' },
  tooLong: { en: 'Type at most {max} characters.', es: 'Escriba como máximo {max} caracteres.' },
  filters: { en: 'Filters', es: 'Filtros' },
  cityAndFilters: { en: 'City and filters', es: 'Ciudad y filtros' },
});

export const FILTERS_NAMED = defineNames<FilterName>({
  county: { en: 'County', es: 'Condado' },
  kind: { en: 'Kind of license', es: 'Tipo de licencia' },
  cuisine: { en: 'Food, based on the name', es: 'Comida, según el nombre' },
  grade: { en: 'Grade', es: 'Calificación' },
  verdict: { en: 'Verdict today', es: 'Resultado de hoy' },
});

/** Names for the options that do not set a filter. */
export const FILTERS_OPEN = defineNames<FilterName>({
  county: { en: 'Any county', es: 'Cualquier condado' },
  kind: { en: 'Any kind', es: 'Cualquier tipo' },
  cuisine: { en: 'Any food', es: 'Cualquier comida' },
  grade: { en: 'Any grade, or none', es: 'Cualquier calificación, o ninguna' },
  verdict: { en: 'Any verdict', es: 'Cualquier resultado' },
});

export const FILTER = defineMessages({
  city: { en: 'the city “{city}”', es: 'la ciudad “{city}”' },
  county: { en: 'the filter “{name} County”', es: 'el filtro “condado de {name}”' },
  other: { en: 'the filter “{label}: {value}”', es: 'el filtro “{label}: {value}”' },
  noChoiceCounty: {
    en: '“{text}” isn’t an option for the filter “{label}.” Choose a county from the list, such as Orange.',
    es: '“{text}” no es una opción del filtro “{label}”. Elija un condado de la lista, por ejemplo Orange.',
  },
  noChoice: {
    en: '“{text}” isn’t an option for the filter “{label}.” Choose one of these: {choices}.',
    es: '“{text}” no es una opción del filtro “{label}”. Elija una de estas: {choices}.',
  },
});

/** Wording for the page with search results. */
export const SEARCH = defineMessages({
  title: { en: 'Search vendors', es: 'Buscar vendedores' },
  errorTitle: { en: 'Error: Search vendors', es: 'Error: buscar vendedores' },
  askedTitle: { en: '{asked}: search vendors', es: '{asked}: buscar vendedores' },
  pageTitle: { en: '{title}, page {page}', es: '{title}, página {page}' },
  description: {
    en: 'Find a {state} food truck, hot dog cart or caterer by name, license number or city.',
    es: 'Encuentre un food truck, un carrito de hot dogs o una empresa de catering de {state} por nombre, número de licencia o ciudad.',
  },
  onThisPage: {
    en: 'Showing {first, number}–{last, number}.',
    es: 'Del {first, number} al {last, number}.',
  },
  asOfToday: {
    en: 'Results are as of today. Choose a vendor to see the reasons.',
    es: 'Resultados de hoy. Elija un vendedor para ver las razones.',
  },
  forDay: {
    en: 'Results are as of today. Choose a vendor to check it for {day}.',
    es: 'Resultados de hoy. Elija un vendedor para revisarlo para el {day}.',
  },
  byName: {
    en: 'These are the vendors whose name says what they serve. Most names don’t, and the regulator’s files don’t either.',
    es: 'Estos son los vendedores cuyo nombre dice qué sirven. La mayoría de los nombres no lo dice, y los archivos de la agencia reguladora tampoco.',
  },
  alike: { en: 'Similar names', es: 'Nombres parecidos' },
  found: {
    en: '{count, plural, one {# vendor} other {# vendors}}',
    es: '{count, plural, one {# vendedor} other {# vendedores}}',
  },
  foundFor: {
    en: '{count, plural, one {# vendor} other {# vendors}} for “{asked}”',
    es: '{count, plural, one {# vendedor} other {# vendedores}} para “{asked}”',
  },
  noSuchName: {
    en: 'No vendor has this exact name. Did you mean:',
    es: 'Ningún vendedor tiene exactamente este nombre. ¿Quiso decir uno de estos?',
  },
  noSuchNumber: {
    en: 'No vendor has this exact number. Did you mean:',
    es: 'Ningún vendedor tiene exactamente este número. ¿Quiso decir uno de estos?',
  },
  noSuchNameFiltered: {
    en: 'No vendor that matches the filters has this exact name. Did you mean:',
    es: 'Ningún vendedor que coincida con los filtros tiene exactamente este nombre. ¿Quiso decir uno de estos?',
  },
  noSuchNumberFiltered: {
    en: 'No vendor that matches the filters has this exact number. Did you mean:',
    es: 'Ningún vendedor que coincida con los filtros tiene exactamente este número. ¿Quiso decir uno de estos?',
  },
  formerly: { en: 'formerly {name}', es: 'antes {name}' },
  grade: { en: 'Grade', es: 'Calificación' },
  noGrade: { en: 'No grade', es: 'Sin letra' },
  noneWholeYear: {
    en: 'No inspections in the past year',
    es: 'Sin inspecciones en el último año',
  },
  yearNotRead: {
    en: 'Inspections from the past year not loaded',
    es: 'Las inspecciones del último año no se han cargado',
  },
  nonePartOfYear: {
    en: 'No inspections in the part of the past year we’ve loaded',
    es: 'Sin inspecciones en la parte del último año que hemos cargado',
  },
  wholeYear: {
    en: '{count, plural, one {# inspection} other {# inspections}} in the past year, {found}',
    es: '{count, plural, one {# inspección} other {# inspecciones}} en el último año, {found}',
  },
  partOfYear: {
    en: '{count, plural, one {# inspection} other {# inspections}} in the part of the past year we’ve loaded, {found}',
    es: '{count, plural, one {# inspección} other {# inspecciones}} en la parte del último año que hemos cargado, {found}',
  },
  countsUnknown: {
    en: 'violations not fully counted',
    es: 'infracciones sin cifras completas',
  },
  noViolation: { en: 'no violations', es: 'ninguna infracción' },
  violations: {
    en: '{count, plural, one {# violation} other {# violations}}, {high, plural, =0 {none} one {#} other {#}} high-priority',
    es: '{count, plural, one {# infracción} other {# infracciones}}, {high, plural, =0 {ninguna grave} one {# grave (high priority)} other {# graves (high priority)}}',
  },
});

/** Wording for the sentence about a vendor's newest inspection and past year. */
export const LAST_INSPECTION = defineMessages({
  met: { en: 'Last visit {day}; {year}', es: 'Última visita el {day}; {year}' },
  followUp: {
    en: 'Last visit {day}, follow-up required; {year}',
    es: 'Última visita el {day}, requiere seguimiento; {year}',
  },
  closed: { en: 'Last visit {day}, closed; {year}', es: 'Última visita el {day}, cerrado; {year}' },
  unknown: {
    en: 'Last visit {day}, result unknown; {year}',
    es: 'Última visita el {day}, resultado desconocido; {year}',
  },
  unlicensed: {
    en: 'Last visit {day}, found without a license; {year}',
    es: 'Última visita el {day}, operaba sin licencia; {year}',
  },
});

/** Wording for a search without results. */
export const NOTHING_FOUND = defineMessages({
  heading: { en: 'No vendor found', es: 'No se encontró ningún vendedor' },
  headingNumber: {
    en: 'No vendor found with this number',
    es: 'No se encontró ningún vendedor con este número',
  },
  compareDigits: {
    en: 'Compare each digit with the license itself, where a number looks like {example}. You can leave out the letters.',
    es: 'Compare cada dígito con la licencia misma, donde un número se ve como {example}. Puede omitir las letras.',
  },
  notInFiles: {
    en: 'The license may be too new for our files, or from a district whose files we don’t have: <link>see what we cover</link>. If we can’t find a vendor, that doesn’t mean it’s unlicensed.',
    es: 'La licencia puede ser demasiado reciente para nuestros archivos, o de un distrito cuyos archivos no tenemos: <link>vea qué abarcamos</link>. Que no aparezca no significa que no tenga licencia.',
  },
  byName: {
    en: 'Search by the name on the truck or license instead. One word is enough.',
    es: 'O busque por el nombre que lleva el food truck o la licencia. Basta una palabra.',
  },
  lift: {
    en: 'Remove {filter} to see {count, plural, one {# vendor} other {# vendors}}',
    es: 'Quite {filter} para ver {count, plural, one {# vendedor} other {# vendedores}}',
  },
  ownersCity: {
    en: 'A truck’s registered city is often its owner’s, not where it sells.',
    es: 'La ciudad registrada de un food truck suele ser la del dueño, no donde vende.',
  },
  allCities: {
    en: '<link>Search all cities</link>: a truck’s registered city is often its owner’s, not where it sells.',
    es: '<link>Busque en todas las ciudades</link>: la ciudad registrada de un food truck suele ser la del dueño, no donde vende.',
  },
  allCitiesUnfiltered: {
    en: '<link>Search all cities without filters</link>: a truck’s registered city is often its owner’s, not where it sells.',
    es: '<link>Busque en todas las ciudades, sin filtros</link>: la ciudad registrada de un food truck suele ser la del dueño, no donde vende.',
  },
  oneWord: {
    en: 'Try one word: “taco” finds “Tacos El Rey.”',
    es: 'Pruebe con una palabra: “taco” encuentra “Tacos El Rey”.',
  },
  otherName: {
    en: 'The license may be under a different name. <link>Use the license number</link>; it’s usually painted on the truck.',
    es: 'La licencia puede estar a otro nombre. <link>Use el número de licencia</link>: suele ir pintado en el camión.',
  },
  onlyVendors: {
    en: 'We cover food trucks, hot dog carts and caterers licensed in {state}. <link>Other licenses</link> have their own rules.',
    es: 'Cubrimos food trucks, carritos de hot dogs y empresas de catering con licencia de {state}. <link>Otras licencias</link> tienen sus propias reglas.',
  },
  noPage: { en: 'There is no page {page}', es: 'No existe la página {page}' },
  beyond: {
    en: '{count, plural, one {# vendor} other {# vendors}} found. <first>Go to the first page of results</first>',
    es: '{count, plural, one {Se encontró # vendedor} other {Se encontraron # vendedores}}. <first>Ir a la primera página de resultados</first>',
  },
});

/** Wording about license types that are not in the records. */
export const OTHER_LICENSES = defineMessages({
  title: { en: 'What kind of license is it?', es: '¿Qué tipo de licencia es?' },
  lead: {
    en: 'A vendor we can’t find may have a license that our records don’t include. Here’s what to ask for.',
    es: 'Un vendedor que no encontramos puede tener una licencia que no está en nuestros registros. Esto es lo que debe pedirle.',
  },
  covered: {
    en: 'Food truck, hot dog cart or caterer? <link>Check the number</link>.',
    es: '¿Es un food truck, un carrito de hot dogs o una empresa de catering? <link>Revise el número</link>.',
  },
  collect: { en: 'Documents to collect', es: 'Documentos que debe pedir' },
});

/** Wording for the page at a vendor address that does not belong to a vendor. */
export const UNKNOWN_VENDOR = defineMessages({
  title: { en: 'Vendor not found', es: 'No se encontró el vendedor' },
  description: { en: 'There is no vendor at this address.', es: 'No hay ningún vendedor en esta dirección.' },
  cutOff: {
    en: 'Part of the address may be missing. Find the vendor by name, or <link>check by license number</link>.',
    es: 'Quizá falte una parte de la dirección. Busque al vendedor por su nombre o <link>consulte por número de licencia</link>.',
  },
});
