import { defineMessages } from '../../../lib/language/define-messages.ts';

/** Wording used on every page: the page frame and the components in `kit/`. */
export const FRAME = defineMessages({
  skip: { en: 'Skip to the content', es: 'Saltar al contenido' },
  navigation: { en: 'Main', es: 'Principal' },
  search: { en: 'Search', es: 'Buscar' },
  check: { en: 'Check', es: 'Consultar' },
  verify: { en: 'Verify', es: 'Verificar' },
  events: { en: 'Events', es: 'Eventos' },
  forOrganizers: { en: 'For organizers', es: 'Organizadores' },
  forVendors: { en: 'For vendors', es: 'Vendedores' },
  menu: { en: 'Menu', es: 'Menú' },
  account: { en: 'Account', es: 'Cuenta' },
  signIn: { en: 'Sign in', es: 'Iniciar sesión' },
  footer: { en: 'Footer', es: 'Pie de página' },
  records: { en: 'The records', es: 'Los registros' },
  method: { en: 'How grades work', es: 'Cómo se califica' },
  proof: { en: 'Proof', es: 'Prueba' },
  statistics: { en: 'Statistics', es: 'Estadísticas' },
  closures: { en: 'Closed this week', es: 'Cerrados esta semana' },
  dataFiles: { en: 'Downloads', es: 'Descargas' },
  programs: { en: 'For developers', es: 'Para desarrolladores' },
  api: { en: 'API', es: 'API (en inglés)' },
  openapi: { en: 'OpenAPI document', es: 'Documento OpenAPI' },
  service: { en: 'This service', es: 'Este servicio' },
  contact: { en: 'Contact', es: 'Contacto' },
  privacy: { en: 'Privacy', es: 'Privacidad' },
  terms: { en: 'Terms', es: 'Condiciones' },
  accessibility: { en: 'Accessibility', es: 'Accesibilidad' },
  runBy: { en: 'Run by {name}.', es: 'A cargo de {name}.' },
  version: { en: 'Version {version}.', es: 'Versión {version}.' },
  license: {
    en: 'Open source under the Apache License 2.0.',
    es: 'Código abierto bajo la licencia Apache 2.0.',
  },
  yourEvents: { en: 'Your events', es: 'Sus eventos (en inglés)' },
  yourBusiness: { en: 'Your business', es: 'Su negocio' },
  settings: { en: 'Settings', es: 'Ajustes' },
  operator: { en: 'Operator', es: 'Operador' },
  signOut: { en: 'Sign out', es: 'Cerrar sesión' },
  notice: { en: 'Notice', es: 'Aviso' },
  demo: {
    en: '<strong>Demo data.</strong> Every business on this site is fictional.',
    es: '<strong>Datos de demostración.</strong> Todos los negocios de este sitio son ficticios.',
  },
  independent: {
    en: 'Built from public records of the {regulator}. We’re independent; the grades are ours. Each inspection is a snapshot of one day.',
    es: 'Con datos públicos del {regulator}. Las calificaciones son nuestras. Cada inspección refleja un solo día.',
  },
  coverage: { en: 'Data coverage', es: 'Qué abarcan los archivos' },
  language: { en: 'Language', es: 'Idioma' },
  hint: {
    en: 'This page is available in English.',
    es: 'Esta página está disponible en español.',
  },
});

/** Wording for the notice about old records at the top of every page. */
export const AGE = defineMessages({
  label: { en: 'Age of the records', es: 'Antigüedad de los registros' },
  old: { en: 'Old records.', es: 'Registros antiguos.' },
  earlier: { en: 'Records from an earlier day.', es: 'Registros de una fecha anterior.' },
  chosen: {
    en: 'They are as of {day}, a date the operator chose.',
    es: 'Corresponden al {day}, fecha que eligió el operador.',
  },
  reach: {
    en: 'The records go only through {day}, {count, plural, one {# day} other {# days}} ago.',
    es: 'Los registros llegan solo hasta el {day}, hace {count, plural, one {# día} other {# días}}.',
  },
  reachWhereOldest: {
    en: 'The oldest records go only through {day}, {count, plural, one {# day} other {# days}} ago.',
    es: 'Los registros más antiguos llegan solo hasta el {day}, hace {count, plural, one {# día} other {# días}}.',
  },
  reachOf: {
    en: 'The records for {districts} go only through {day}, {count, plural, one {# day} other {# days}} ago.',
    es: 'Los registros {districts} llegan solo hasta el {day}, hace {count, plural, one {# día} other {# días}}.',
  },
  reachOfWhereOldest: {
    en: 'The oldest records for {districts} go only through {day}, {count, plural, one {# day} other {# days}} ago.',
    es: 'Los registros más antiguos {districts} llegan solo hasta el {day}, hace {count, plural, one {# día} other {# días}}.',
  },
  districts: {
    en: '{count, plural, one {District {list}} other {Districts {list}}}',
    es: '{count, plural, one {del distrito {list}} other {de los distritos {list}}}',
  },
});
