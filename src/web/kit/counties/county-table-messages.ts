import { defineMessages, defineNames } from '../../../lib/language/define-messages.ts';

export const COUNTIES = defineMessages({
  legendLetters: {
    en: 'A to F: vendors with that letter. Inspected: vendors with an inspection in the last 12 months.',
    es: 'De A a F: vendedores con esa letra. Inspeccionados: vendedores con alguna inspección en los últimos 12 meses.',
  },
  legend: {
    en: 'High priority: the share of vendors inspected in the last 12 months with such a violation. “–”: not known, or fewer than 20 inspected.',
    es: 'Alta prioridad: el porcentaje de los vendedores inspeccionados en los últimos 12 meses con una infracción de alta prioridad. “–”: no se sabe, o hay menos de 20 inspeccionados.',
  },
  map: {
    en: 'Share of inspected vendors with a high-priority violation in the last 12 months. Darker means a higher share. See the table below for the numbers.',
    es: 'Porcentaje de vendedores inspeccionados con una infracción de alta prioridad en los últimos 12 meses. Más oscuro significa un porcentaje mayor. Vea las cifras en la tabla de abajo.',
  },
  below: { en: 'Under {share}%', es: 'Menos de {share}%' },
  between: { en: '{from}–{to}%', es: '{from}–{to}%' },
  above: { en: '{share}% or more', es: '{share}% o más' },
  unknown: {
    en: 'Unknown, or fewer than 20 inspected',
    es: 'No se sabe, o hay menos de 20 inspeccionados',
  },
  label: { en: 'By county', es: 'Por condado' },
  caption: {
    en: 'Vendors by county, sorted by {head}. Click a column to sort.',
    es: 'Vendedores por condado, ordenados por {head}. Elija una columna para ordenar.',
  },
});

/** Column headings that are words. All other headings are grade letters. */
export const COUNTY_HEADS = defineNames<'county' | 'vendors' | 'inspected' | 'high_priority'>({
  county: { en: 'County', es: 'Condado' },
  vendors: { en: 'Vendors', es: 'Vendedores' },
  inspected: { en: 'Inspected', es: 'Inspeccionados' },
  high_priority: { en: 'High priority', es: 'Alta prioridad' },
});
