import { defineMessages } from '../../lib/language/define-messages.ts';

/** Wording for the home page. */
export const HOME = defineMessages({
  title: {
    en: 'Check a {state} food truck or caterer',
    es: 'Revise un food truck o una empresa de catering de {state}',
  },
  description: {
    en: 'License, inspections and grade of {state} food trucks and caterers, from public records.',
    es: 'Licencia, inspecciones y calificación de los food trucks y las empresas de catering de {state}, según los registros públicos.',
  },
  heading: {
    en: 'Can you book this food truck?',
    es: '¿Puede contratar este food truck para su evento?',
  },
  lead: {
    en: 'Check the license, inspections and grade of any {state} food truck, cart or caterer. Straight from state records.',
    es: 'Revise la licencia, las inspecciones y la calificación de cualquier food truck, carrito o empresa de catering de {state}. Directo de los registros del estado.',
  },
  field: { en: 'Name or license number', es: 'Nombre o número de licencia' },
  fieldHint: {
    en: 'Part of the name is fine.',
    es: 'Basta una parte del nombre.',
  },
  day: { en: 'Event date', es: 'Fecha del evento' },
  dayHint: { en: 'Blank means today.', es: 'En blanco: hoy.' },
  check: { en: 'Check', es: 'Revisar' },
  also: {
    en: '<list>Check a whole list</list> · <verify>Verify a receipt</verify>',
    es: '<list>Revisar una lista completa</list> · <verify>Verificar un recibo</verify>',
  },
  samples: { en: 'Sample results', es: 'Ejemplos de resultados' },
  organizers: { en: 'For organizers', es: 'Para organizadores' },
  organizersCan: {
    en: 'Check one vendor or a whole list. Take applications. Collect insurance. Keep the proof.',
    es: 'Revise un vendedor o una lista completa. Reciba solicitudes. Pida los seguros. Guarde las pruebas.',
  },
  vendors: { en: 'For vendors', es: 'Para vendedores' },
  vendorsCan: {
    en: 'See your record as organizers see it, and what would raise your grade. Reply, dispute errors, and apply to events.',
    es: 'Vea su historial como lo ven los organizadores y qué subiría su calificación. Responda, impugne errores, solicite puestos.',
  },
  vendorsShort: {
    en: 'see your record and what would raise your grade.',
    es: 'vea su historial y cómo subir su calificación.',
  },
  allRecords: {
    en: 'All districts, {count, plural, one {# vendor} other {# vendors}}. Records through {day}. <link>Data coverage</link>.',
    es: 'Todos los distritos, {count, plural, one {# vendedor} other {# vendedores}}. Registros hasta el {day}. <link>Qué abarcan los datos</link>.',
  },
  someRecords: {
    en: '{count, plural, one {# vendor} other {# vendors}}: {covers}. Records through {day}. <link>Data coverage</link>.',
    es: '{count, plural, one {# vendedor} other {# vendedores}}: {covers}. Registros hasta el {day}. <link>Qué abarcan los datos</link>.',
  },
});
