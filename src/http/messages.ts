import { defineMessages } from '../lib/messages.ts';

/** What readers of pages are told by the HTTP layer. */
export const HTTP = defineMessages({
  noPage: {
    en: 'There is no page at {path}. Check the address, or go on from a page below.',
    es: 'No hay ninguna página en {path}. Revise la dirección o continúe desde una de las páginas de abajo.',
  },
});
