import { defineMessages, defineNames } from '../../../lib/language/define-messages.ts';

/** The table of counties. */
export const COUNTIES = defineMessages({
  legend: {
    en: 'A to F: vendors with that letter. Inspected: vendors with an inspection in the last 12 months. High priority: the share of these with such a violation. “–” is not known.',
    es: 'De A a F: vendedores con esa letra. Inspeccionados: vendedores con alguna inspección en los últimos 12 meses. Alta prioridad: el porcentaje de estos con una infracción de alta prioridad. “–” es que no se sabe.',
  },
  label: { en: 'By county', es: 'Por condado' },
  caption: {
    en: 'Vendors by county, sorted by {head}; choose a head to sort by it',
    es: 'Vendedores por condado, ordenados por {head}; elija un encabezado para ordenar por él',
  },
});

/** The heads that are words; the others are letters of grades. */
export const COUNTY_HEADS = defineNames<'county' | 'vendors' | 'inspected' | 'high_priority'>({
  county: { en: 'County', es: 'Condado' },
  vendors: { en: 'Vendors', es: 'Vendedores' },
  inspected: { en: 'Inspected', es: 'Inspeccionados' },
  high_priority: { en: 'High priority', es: 'Alta prioridad' },
});
