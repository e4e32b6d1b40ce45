import { defineMessages, defineNames } from '../../../lib/language/define-messages.ts';
import type { FilterName } from '../../../registry/vendors/filters.ts';

/** The form that finds a vendor. */
export const SEARCH_FORM = defineMessages({
  name: { en: 'Name', es: 'Nombre' },
  nameHint: {
    en: 'Part of it is enough, and so is a spelling that comes close; a former name or a license number works too.',
    es: 'Basta una parte, o algo que se escriba parecido; también sirve un nombre anterior o el número de licencia.',
  },
  city: { en: 'City', es: 'Ciudad' },
  optional: { en: '(optional)', es: '(opcional)' },
  submit: { en: 'Search vendors', es: 'Buscar vendedores' },
  tooLong: { en: 'Type at most {max} characters.', es: 'Escriba como máximo {max} caracteres.' },
  filters: {
    en: 'Filters: county, license, grade, verdict',
    es: 'Filtros: condado, licencia, calificación, dictamen',
  },
});

export const FILTERS_NAMED = defineNames<FilterName>({
  county: { en: 'County', es: 'Condado' },
  kind: { en: 'Kind of license', es: 'Tipo de licencia' },
  grade: { en: 'Grade', es: 'Calificación' },
  verdict: { en: 'Verdict today', es: 'Dictamen de hoy' },
});

/** The choice that narrows nothing. */
export const FILTERS_OPEN = defineNames<FilterName>({
  county: { en: 'Any county', es: 'Cualquier condado' },
  kind: { en: 'Any kind', es: 'Cualquier tipo' },
  grade: { en: 'Any grade, or none', es: 'Cualquier calificación, o ninguna' },
  verdict: { en: 'Any verdict', es: 'Cualquier dictamen' },
});

export const FILTER = defineMessages({
  city: { en: 'the city “{city}”', es: 'la ciudad “{city}”' },
  county: { en: 'the filter “{name} County”', es: 'el filtro “condado de {name}”' },
  other: { en: 'the filter “{label}: {value}”', es: 'el filtro “{label}: {value}”' },
  noChoiceCounty: {
    en: '“{text}” is not a choice of the filter “{label}”. Choose a county of the list, such as Orange.',
    es: '“{text}” no es una opción del filtro “{label}”. Elija un condado de la lista, por ejemplo Orange.',
  },
  noChoice: {
    en: '“{text}” is not a choice of the filter “{label}”. Choose one of: {choices}.',
    es: '“{text}” no es una opción del filtro “{label}”. Elija una de estas: {choices}.',
  },
});

/** The page with what was found. */
export const SEARCH = defineMessages({
  title: { en: 'Search vendors', es: 'Buscar vendedores' },
  errorTitle: { en: 'Error: Search vendors', es: 'Error: buscar vendedores' },
  askedTitle: { en: '{asked}: search vendors', es: '{asked}: buscar vendedores' },
  pageTitle: { en: '{title}, page {page}', es: '{title}, página {page}' },
  description: {
    en: 'Find a {state} food truck, hot dog cart or caterer by name, license number or city.',
    es: 'Encuentre un camión de comida (food truck), un carrito de hot dogs o una empresa de catering de {state} por nombre, número de licencia o ciudad.',
  },
  onThisPage: {
    en: '{first, number} to {last, number} of {count, plural, one {# vendor} other {# vendors}} are on this page.',
    es: 'En esta página: del {first, number} al {last, number} de {count, plural, one {# vendedor} other {# vendedores}}.',
  },
  asOfToday: {
    en: 'The verdict of each vendor is as of today, for no particular event. <link>Check a vendor</link> for your event to see the reasons.',
    es: 'El dictamen de cada vendedor es el de hoy, sin un evento determinado. <link>Consulte a un vendedor</link> para su evento y vea las razones.',
  },
  alike: { en: 'Names that are alike', es: 'Nombres parecidos' },
  found: {
    en: '{count, plural, one {# vendor} other {# vendors}}',
    es: '{count, plural, one {# vendedor} other {# vendedores}}',
  },
  noSuchName: {
    en: 'No vendor has exactly this name. Did you mean:',
    es: 'Ningún vendedor tiene exactamente este nombre. ¿Quiso decir uno de estos?',
  },
  noSuchNumber: {
    en: 'No vendor has exactly this number. Did you mean:',
    es: 'Ningún vendedor tiene exactamente este número. ¿Quiso decir uno de estos?',
  },
  noSuchNameFiltered: {
    en: 'No vendor that fits the filters has exactly this name. Did you mean:',
    es: 'Ningún vendedor que coincida con los filtros tiene exactamente este nombre. ¿Quiso decir uno de estos?',
  },
  noSuchNumberFiltered: {
    en: 'No vendor that fits the filters has exactly this number. Did you mean:',
    es: 'Ningún vendedor que coincida con los filtros tiene exactamente este número. ¿Quiso decir uno de estos?',
  },
  formerly: { en: 'formerly {name}', es: 'antes {name}' },
  grade: { en: 'Grade', es: 'Calificación' },
  noneWholeYear: {
    en: 'No inspection is counted in the twelve months to the day of the records.',
    es: 'No cuenta ninguna inspección en los doce meses hasta la fecha de los registros.',
  },
  yearNotRead: {
    en: 'No inspection file in use covers the last twelve months.',
    es: 'Ningún archivo de inspecciones en uso abarca los últimos doce meses.',
  },
  nonePartOfYear: {
    en: 'No inspection is counted in what the files cover of the last twelve months.',
    es: 'No cuenta ninguna inspección en lo que los archivos abarcan de los últimos doce meses.',
  },
  wholeYear: {
    en: '{count, plural, one {# inspection} other {# inspections}} in the twelve months to the day of the records: {found}.',
    es: '{count, plural, one {# inspección} other {# inspecciones}} en los doce meses hasta la fecha de los registros: {found}.',
  },
  partOfYear: {
    en: '{count, plural, one {# inspection} other {# inspections}} in what the files cover of the last twelve months: {found}.',
    es: '{count, plural, one {# inspección} other {# inspecciones}} en lo que los archivos abarcan de los últimos doce meses: {found}.',
  },
  countsUnknown: {
    en: 'their counts not fully on file',
    es: 'las cifras no constan por completo',
  },
  noViolation: { en: 'no violation', es: 'ninguna infracción' },
  violations: {
    en: '{count, plural, one {# violation} other {# violations}}, {high, plural, =0 {none} one {#} other {#}} high priority',
    es: '{count, plural, one {# infracción} other {# infracciones}}, {high, plural, =0 {ninguna} one {#} other {#}} de alta prioridad',
  },
});

/** Where nothing was found. */
export const NOTHING_FOUND = defineMessages({
  heading: { en: 'No vendor found', es: 'No se encontró ningún vendedor' },
  headingNumber: {
    en: 'No vendor found with this number',
    es: 'No se encontró ningún vendedor con este número',
  },
  compareDigits: {
    en: 'Compare each digit with the license itself, where a number looks like {example}. The letters may be left out.',
    es: 'Compare cada dígito con la licencia misma, donde un número se ve como {example}. Puede omitir las letras.',
  },
  notInFiles: {
    en: 'A license may be too new for the files read here, or belong to a district whose files are not: <link>see what they cover</link>. Not found does not mean unlicensed.',
    es: 'La licencia puede ser demasiado reciente para los archivos que se leen aquí, o de un distrito cuyos archivos no se leen: <link>vea qué abarcan</link>. Que no aparezca no significa que no tenga licencia.',
  },
  byName: {
    en: 'Search by the name on the truck or on the license instead: one word of it is enough.',
    es: 'O busque por el nombre que lleva el camión o la licencia: basta una palabra.',
  },
  lift: {
    en: 'Remove {filter} to see {count, plural, one {# vendor} other {# vendors}}',
    es: 'Quite {filter} para ver {count, plural, one {# vendedor} other {# vendedores}}',
  },
  ownersCity: {
    en: 'A truck’s city on file is often the owner’s, not where it sells.',
    es: 'La ciudad que consta de un camión suele ser la del dueño, no donde vende.',
  },
  allCities: {
    en: '<link>Search all cities</link>: a truck’s city on file is often the owner’s, not where it sells.',
    es: '<link>Busque en todas las ciudades</link>: la ciudad que consta de un camión suele ser la del dueño, no donde vende.',
  },
  allCitiesUnfiltered: {
    en: '<link>Search all cities without filters</link>: a truck’s city on file is often the owner’s, not where it sells.',
    es: '<link>Busque en todas las ciudades, sin filtros</link>: la ciudad que consta de un camión suele ser la del dueño, no donde vende.',
  },
  oneWord: {
    en: 'Try one word of the name, the shortest that is sure: “taco” finds “Tacos El Rey”.',
    es: 'Pruebe con una sola palabra del nombre, la más corta de la que esté seguro: “taco” encuentra “Tacos El Rey”.',
  },
  otherName: {
    en: 'The name on the license may be another than the one on the truck. The license number, on the license and usually on the truck’s side, settles it: <link>check by number</link>.',
    es: 'El nombre de la licencia puede ser distinto del que lleva el camión. El número de licencia no deja dudas: está en la licencia y, por lo general, en un costado del camión. <link>Consulte por número</link>.',
  },
  onlyVendors: {
    en: 'Only food trucks, hot dog carts and caterers licensed in {state} are on record here: no restaurants.',
    es: 'Aquí solo constan camiones de comida (food trucks), carritos de hot dogs y empresas de catering con licencia de {state}; los restaurantes, no.',
  },
  noPage: { en: 'There is no page {page}', es: 'No existe la página {page}' },
  beyond: {
    en: '{count, plural, one {# vendor} other {# vendors}} found. <first>Go to the first page of results</first>',
    es: '{count, plural, one {Se encontró # vendedor} other {Se encontraron # vendedores}}. <first>Ir a la primera página de resultados</first>',
  },
});

/** In place of a vendor's page whose address nobody has. */
export const UNKNOWN_VENDOR = defineMessages({
  title: { en: 'No such vendor', es: 'Ese vendedor no existe aquí' },
  description: { en: 'No vendor has this address.', es: 'Ningún vendedor tiene esta dirección.' },
  cutOff: {
    en: 'The address may be cut off. Find the vendor by name, or <link>check by license number</link>.',
    es: 'Quizá falte una parte de la dirección. Busque al vendedor por su nombre o <link>consulte por número de licencia</link>.',
  },
});
