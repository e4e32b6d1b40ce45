import { defineMessages } from '../../../../lib/language/define-messages.ts';

/** Wording for the final orders on a vendor's page. */
export const ORDERS = defineMessages({
  title: { en: 'Final orders', es: 'Órdenes finales' },
  violation: { en: 'The violation was on {day}.', es: 'La infracción fue el {day}.' },
  former: {
    en: 'It concerns a former holder of this license.',
    es: 'Se refiere a un titular anterior de esta licencia.',
  },
  unknown: {
    en: 'The files don’t show whether it concerns the current holder.',
    es: 'Los archivos no muestran si se refiere al titular actual.',
  },
  source: {
    en: 'Source: {regulator}’s disciplinary activity file, through {day}.',
    es: 'Fuente: archivo de actividad disciplinaria del {regulator}, hasta el {day}.',
  },
  about: {
    en: 'Orders and amounts are the regulator’s. They don’t change our grade or score. <link>{page}</link>',
    es: 'Las órdenes y los importes son de la agencia reguladora. No cambian nuestra calificación ni nuestra puntuación. <link>{page}</link>',
  },
});
