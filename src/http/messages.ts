import { defineMessages } from '../lib/messages.ts';

/** What readers of pages are told by the HTTP layer. */
export const HTTP = defineMessages({
  unstorable: {
    en: 'What was sent holds a character that cannot be stored (U+0000). No keyboard types it: it may have come with a copied text. Type the text anew and send it again.',
    es: 'Lo que se envió contiene un carácter que no se puede guardar (U+0000). Ningún teclado lo escribe: quizás venía con un texto copiado. Escriba el texto de nuevo y vuelva a enviarlo.',
  },
  noPage: {
    en: 'There is no page at {path}. Check the address, or go on from a page below.',
    es: 'No hay ninguna página en {path}. Revise la dirección o continúe desde una de las páginas de abajo.',
  },
});
