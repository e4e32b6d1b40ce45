import { defineMessages } from '../../lib/language/define-messages.ts';

/** Sentences that explain why an event does not take applications now. */
export const TAKING = defineMessages({
  draft: {
    en: 'This event isn’t taking applications because it isn’t published.',
    es: 'Este evento no recibe solicitudes porque no está publicado.',
  },
  completed: {
    en: 'This event isn’t taking applications because it’s over.',
    es: 'Este evento no recibe solicitudes porque ya terminó.',
  },
  cancelled: {
    en: 'This event isn’t taking applications because it was canceled.',
    es: 'Este evento no recibe solicitudes porque fue cancelado.',
  },
  over: { en: 'This event is over.', es: 'Este evento ya terminó.' },
  started: {
    en: 'This event has started, so applications are closed.',
    es: 'Este evento ya empezó, así que ya no se reciben solicitudes.',
  },
  closed: {
    en: 'Applications closed on {moment}.',
    es: 'El plazo para presentar solicitudes cerró el {moment}.',
  },
  opens: {
    en: 'Applications open on {moment}.',
    es: 'Se reciben solicitudes a partir del {moment}.',
  },
  full: { en: 'All spots are taken.', es: 'Todos los puestos están ocupados.' },
  ceiling: {
    en: 'This event has received {max, number} applications, which is the most one event can take.',
    es: 'Este evento ya recibió {max, number} solicitudes, que es el máximo para un evento.',
  },
});

export const EVENT_ERRORS = defineMessages({
  noSuchEvent: { en: 'There is no such event.', es: 'Ese evento no existe.' },
});
