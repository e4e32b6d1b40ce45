import { defineMessages } from '../lib/language/define-messages.ts';

/** What readers of pages are told by the HTTP layer. */
export const HTTP = defineMessages({
  unstorable: {
    en: 'What was sent holds a character that cannot be stored (U+0000). No keyboard types it: it may have come with a copied text. Type the text anew and send it again.',
    es: 'Lo que se envió contiene un carácter que no se puede guardar (U+0000). Ningún teclado lo escribe: quizás venía con un texto copiado. Escriba el texto de nuevo y vuelva a enviarlo.',
  },
  addressTooLong: {
    en: 'This address is longer than {max, number} characters, so it was not read. Shorten what you searched for, or go on from a page below.',
    es: 'Esta dirección tiene más de {max, number} caracteres y por eso no se leyó. Acorte lo que buscó o continúe desde una de las páginas de abajo.',
  },
  wrongHost: {
    en: 'This service has another address than the one that was asked for. Use the address that you were given, and tell whoever runs the service if that is this one.',
    es: 'La dirección de este servicio es otra. Use la dirección que le dieron; si es esta misma, avise a quien administra el servicio.',
  },
  noPage: {
    en: 'There is no page at {path}. Check the address, or go on from a page below.',
    es: 'No hay ninguna página en {path}. Revise la dirección o continúe desde una de las páginas de abajo.',
  },
});
