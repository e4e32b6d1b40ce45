import { defineMessages } from '../../../lib/messages.ts';

/** The checklists of documents, to print. */
export const CHECKLIST = defineMessages({
  kicker: { en: 'Vendor document checklist', es: 'Lista de documentos del vendedor' },
  title: { en: 'Checklist: {kind}', es: 'Lista: {kind}' },
  description: {
    en: 'Documents to collect from every food vendor at a {kind}.',
    es: 'Documentos que debe pedir a cada vendedor de comida: {kind}.',
  },
  how: {
    en: 'One sheet for each vendor: print it, tick the boxes as papers arrive, keep it in the event’s file. <link>Check the vendor</link> first.',
    es: 'Una hoja por vendedor: imprímala, marque las casillas conforme lleguen los papeles y guárdela con los del evento. Primero <link>consulte al vendedor</link>.',
  },
  vendor: { en: 'Vendor', es: 'Vendedor' },
  number: { en: 'License number', es: 'Número de licencia' },
  event: { en: 'Event', es: 'Evento' },
  date: { en: 'Date of event', es: 'Fecha del evento' },
  collectedBy: { en: 'Collected by', es: 'Recibido por' },
  usual: {
    en: 'What organizers, insurers and cities usually ask for; not legal advice. Requirements vary: ask your insurer, your city and the local fire authority.',
    es: 'Lo que suelen pedir los organizadores, las aseguradoras y las ciudades; no es asesoría legal. Los requisitos varían: pregunte a su aseguradora, a su ciudad y a la autoridad local de bomberos.',
  },
  others: { en: 'Other checklists', es: 'Otras listas' },
});
