import { defineMessages } from '../../lib/language/define-messages.ts';

/** The first page. */
export const HOME = defineMessages({
  title: {
    en: 'Check a {state} food truck or caterer',
    es: 'Consulte un camión de comida (food truck) o una empresa de catering de {state}',
  },
  description: {
    en: 'License, inspections and grade of {state} food trucks and caterers, from public records.',
    es: 'Licencia, inspecciones y calificación de los camiones de comida (food trucks) y las empresas de catering de {state}, según los registros públicos.',
  },
  heading: {
    en: 'May this food truck stand in front of your guests?',
    es: '¿Puede este camión de comida atender al público de su evento?',
  },
  lead: {
    en: 'License, inspections and grade of {state} food trucks, hot dog carts and caterers, from the state’s own records, with the method in the open.',
    es: 'Licencia, inspecciones y calificación de los camiones de comida (food trucks), carritos de hot dogs y empresas de catering de {state}, según los registros del propio estado y con el método a la vista.',
  },
  knowNumber: {
    en: 'You know the license number and your event? <link>Check the vendor for it</link>.',
    es: '¿Ya tiene el número de licencia y sabe para qué evento es? <link>Consulte al vendedor</link>.',
  },
  firstRecords: {
    en: 'There are no records yet. They appear here as soon as the first files are read; come back in some minutes.',
    es: 'Todavía no hay registros. Aparecerán aquí en cuanto se lean los primeros archivos; vuelva en unos minutos.',
  },
  askApi: { en: 'Ask the API', es: 'Pregúntele a la API' },
  noKey: {
    en: 'No account and no key is needed. <docs>Every endpoint, to try in the browser</docs>; <openapi>the same as OpenAPI 3.1</openapi>; <statistics>statewide statistics</statistics>; <coverage>which files the records rest on</coverage>.',
    es: 'No hace falta cuenta ni clave. <docs>Todos los puntos de acceso, para probarlos en el navegador</docs> (en inglés); <openapi>lo mismo en OpenAPI 3.1</openapi>; <statistics>estadísticas del estado</statistics>; <coverage>en qué archivos se basan los registros</coverage>.',
  },
  example: { en: 'Example of an answer', es: 'Ejemplo de respuesta' },
  noSuchBusiness: {
    en: 'Example: no such business exists',
    es: 'Ejemplo: este negocio no existe',
  },
  exampleName: {
    en: '<strong>Example Tacos</strong>, food truck, grade A',
    es: '<strong>Tacos Ejemplo</strong>, camión de comida (food truck), calificación A',
  },
  exampleLicense: {
    en: 'License current, expires June 1 of next year',
    es: 'Licencia vigente, vence el 1 de junio del próximo año',
  },
  exampleVisit: {
    en: 'Last visit three weeks ago: {quote}',
    es: 'Última visita, hace tres semanas: {quote}',
  },
  exampleDocuments: {
    en: '{count} documents to collect for a festival',
    es: '{count} documentos que pedir para un festival',
  },
  everyAnswer: {
    en: 'Every answer names the day of its records and has a signed receipt that anyone can verify.',
    es: 'Cada respuesta dice de qué día son los registros y trae un recibo firmado que cualquiera puede verificar.',
  },
  organizers: { en: 'For organizers', es: 'Para organizadores' },
  organizersCan: {
    en: 'Check one vendor or your whole list, take applications, collect papers, keep the proof.',
    es: 'Consulte a un vendedor o toda su lista, reciba solicitudes, pida documentos y guarde las pruebas.',
  },
  vendors: { en: 'For vendors', es: 'Para vendedores' },
  vendorsCan: {
    en: 'See your record as organizers see it, learn what holds it back, reply, dispute, apply to events.',
    es: 'Vea su historial como lo ven los organizadores y sepa qué pesa en contra; responda, impugne, presente solicitudes para eventos.',
  },
  everybody: { en: 'For everybody', es: 'Para todos' },
  everybodyCan: {
    en: '<search>Look up a truck</search>, <verify>verify a receipt</verify>, read <statistics>the statistics</statistics> and <method>the method</method>.',
    es: '<search>Busque un camión</search>, <verify>verifique un recibo</verify>, lea <statistics>las estadísticas</statistics> y <method>el método</method>.',
  },
  onRecord: { en: 'Vendors on record', es: 'Vendedores en los registros' },
  withLetter: { en: 'With a letter grade', es: 'Con calificación' },
  onHold: { en: 'On hold by the regulator', es: 'Con impedimento de la agencia' },
  reach: { en: 'All records reach to', es: 'Todos los registros llegan hasta el' },
  readReach: { en: 'The files read here reach to', es: 'Los archivos que se leen aquí llegan hasta el' },
  filesRead: {
    en: 'On the files read here: {covers}.',
    es: 'En los archivos que se leen aquí: {covers}.',
  },
  further: {
    en: 'Some reach further, at most to {day}.',
    es: 'Algunos llegan más adelante, como máximo hasta el {day}.',
  },
  coverage: { en: 'What the files cover', es: 'Qué abarcan los archivos' },
});
