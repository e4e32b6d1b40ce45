import { defineMessages } from '../../../../lib/language/define-messages.ts';

/** Wording for a vendor's list of inspections. */
export const INSPECTIONS = defineMessages({
  none: { en: 'None on file under the {owner}.', es: 'Ninguna en los archivos con el {owner}.' },
  uncertain: { en: 'Owner uncertain', es: 'Dueño incierto' },
  prior: { en: 'Prior owner', es: 'Dueño anterior' },
  priorTold: {
    en: 'The license had a different owner before. What inspectors found then doesn’t count against the current owner.',
    es: 'La licencia tuvo antes otro dueño. Lo que los inspectores encontraron entonces no cuenta en contra del dueño actual.',
  },
  showPrior: {
    en: 'Show {count, plural, one {# inspection} other {# inspections}} under a prior owner',
    es: 'Ver {count, plural, one {# inspección} other {# inspecciones}} con un dueño anterior',
  },
  onlyCategories: {
    en: 'The regulator’s files list and count the categories. They don’t have the inspector’s notes.',
    es: 'Los archivos de la agencia reguladora indican las categorías y cuántas veces; lo que escribió el inspector no está en ellos.',
  },
  someCategories: {
    en: 'If a visit shows only categories, the regulator’s files don’t have the inspector’s notes.',
    es: 'Donde una visita muestra solo categorías, lo que escribió el inspector no está en los archivos de la agencia reguladora.',
  },
  countedByTier: {
    en: 'They say how many violations on a visit were high priority but not which ones.',
    es: 'Dicen cuántas infracciones de una visita eran de alta prioridad, pero no cuáles.',
  },
  fullReports: { en: 'Full reports: <link>{page}</link>.', es: 'Informes completos: <link>{page}</link>.' },
  callback: { en: 'Callback, {day}', es: 'Visita de seguimiento, {day}' },
  firstNotOnFile: {
    en: 'Callback; its first visit isn’t on file · {kind}',
    es: 'Visita de seguimiento; la primera visita no está en los archivos · {kind}',
  },
  countsUnknown: {
    en: 'The number of violations is unknown because the file leaves a count blank or its counts contradict each other.',
    es: 'No se sabe cuántas infracciones se señalaron: en el archivo falta una cifra o las cifras se contradicen.',
  },
  noneOnFile: {
    en: 'No violations on file for this visit.',
    es: 'Ninguna infracción en los archivos para esta visita.',
  },
  noneCited: { en: 'No violations cited.', es: 'No se señaló ninguna infracción.' },
  cited: {
    en: '{count, plural, one {# violation} other {# violations}}: {high, number} high priority, {intermediate, number} intermediate, {basic, number} basic.',
    es: '{count, plural, one {# infracción} other {# infracciones}}: {high, number} de alta prioridad, {intermediate, plural, one {# intermedia} other {# intermedias}}, {basic, plural, one {# básica} other {# básicas}}.',
  },
  times: { en: '{count} times', es: '{count} veces' },
  category: { en: 'category {category}', es: 'categoría {category}' },
  fireAuthority: {
    en: 'Reported to the fire authority; not included in the counts.',
    es: 'Se informó a la autoridad de bomberos; no se incluye en las cifras.',
  },
});
