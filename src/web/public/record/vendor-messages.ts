import { defineMessages } from '../../../lib/language/define-messages.ts';

/** Wording for a vendor's public page. */
export const VENDOR = defineMessages({
  description: {
    en: 'License and inspection record of {name}, {kind}, from public records of the {regulator}.',
    es: 'Historial de licencia e inspecciones de {name}, {kind}, según los registros públicos del {regulator}.',
  },
  descriptionIn: {
    en: 'License and inspection record of {name}, {kind}, {place}, from public records of the {regulator}.',
    es: 'Historial de licencia e inspecciones de {name}, {kind}, {place}, según los registros públicos del {regulator}.',
  },
  kicker: { en: 'Public record', es: 'Historial público' },
  map: { en: 'Map', es: 'Mapa' },
  onFileAs: { en: 'On file as “{name}”', es: 'En los registros: “{name}”' },
  fictional: {
    en: 'Fictional vendor: demo data. No such business exists.',
    es: 'Vendedor ficticio: datos de demostración. Este negocio no existe.',
  },
  check: { en: 'Check this vendor for an event', es: 'Revisar este vendedor para un evento' },
  inspections: { en: 'Inspections', es: 'Inspecciones' },
  badge: { en: 'Badge', es: 'Insignia' },
  forVendor: { en: 'For the vendor', es: 'Para el vendedor' },
  inShort: { en: 'In short', es: 'En breve' },
  ourWords: {
    en: 'Summary written by software.',
    es: 'Resumen automático.',
  },
  onFile: { en: 'On file', es: 'En los registros' },
  overTime: { en: 'Over time', es: 'Con el tiempo' },
  allClean: {
    en: 'No inspection under the {owner} cited any violations.',
    es: 'Ninguna inspección con el {owner} señaló una infracción.',
  },
  oneAtMost: {
    en: 'No inspection under the {owner} cited more than one violation.',
    es: 'Ninguna inspección con el {owner} señaló más de una infracción.',
  },
  chart: { en: 'Violations at each inspection', es: 'Infracciones en cada inspección' },
  chartShows: {
    en: 'A column for each inspection of {name} under the {owner}, oldest first, split by severity.',
    es: 'Una columna por cada inspección de {name} con el {owner}, de la más antigua a la más reciente, dividida por gravedad.',
  },
  reply: {
    en: 'The vendor’s own words, not verified by us',
    es: 'En palabras del vendedor, que no hemos verificado',
  },
  about: { en: 'About this page', es: 'Acerca de esta página' },
  selfCheck: {
    en: '<link>Self-check</link>: what’s holding the grade back, and what to do about it.',
    es: '<link>Revisión para el vendedor</link>: qué pesa en contra de la calificación y qué hacer al respecto.',
  },
  windowCard: {
    en: '<link>Window card</link>: a printable card with the grade, its date and a QR code.',
    es: '<link>Tarjeta para la ventana</link>: una tarjeta para imprimir con la calificación, su fecha y un código QR.',
  },
  claim: {
    en: '<link>Claim this license</link> for free to reply on this page, dispute an error, and keep track of where you stand.',
    es: '<link>Reclame esta licencia</link> gratis para responder en esta página, impugnar un error y seguir su situación.',
  },
  verify: {
    en: '<link>Verify a receipt</link> that someone showed you.',
    es: '<link>Verifique un recibo</link> que le hayan mostrado.',
  },
  whoseWords: {
    en: 'Words in “quotation marks” come straight from the regulator’s files. Everything else is ours, including the names of violation categories, which the files only number.',
    es: 'Las palabras “entre comillas” son de la agencia reguladora, en inglés, tal como están en sus archivos. Todo lo demás es nuestro, también la explicación entre paréntesis que las sigue y los nombres de las categorías de infracciones, que en los archivos son solo números.',
  },
  method: { en: 'How we grade', es: 'Cómo calificamos' },
  asJson: { en: 'This record as JSON', es: 'Este historial en JSON' },
});

/** Wording about the badge and the HTML that embeds it. */
export const BADGE = defineMessages({
  alternative: { en: 'Badge with the vendor’s grade', es: 'Insignia con la calificación del vendedor' },
  shows: {
    en: 'Put your grade on your website, with a link to this page. It updates itself.',
    es: 'Ponga su calificación en su sitio web, con un enlace a esta página. Está en inglés y se actualiza sola.',
  },
  code: { en: 'Code to copy', es: 'Código para copiar' },
  toCopy: { en: '{name}, to copy', es: '{name}, para copiar' },
  card: { en: 'Card', es: 'Tarjeta' },
  orCard: {
    en: 'Or use a card with the name, the grade and the date of the records: <link>see the card</link>. If your grade changes, so does the card.',
    es: 'O use una tarjeta, también en inglés, con el nombre, la calificación y la fecha de los registros: <link>vea la tarjeta</link>. Si su calificación cambia, la tarjeta también.',
  },
});
