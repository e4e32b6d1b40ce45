import { defineMessages } from '../lib/language/define-messages.ts';

/** The HTTP layer's text for pages. */
export const HTTP = defineMessages({
  unstorable: {
    en: 'What you sent contains a character that can’t be stored (U+0000). You may have pasted it from somewhere else. Type the text again and send it.',
    es: 'Lo que usted envió contiene un carácter que no se puede guardar (U+0000). Quizás venía en un texto copiado. Escriba el texto de nuevo y vuelva a enviarlo.',
  },
  addressTooLong: {
    en: 'This address is longer than {max, number} characters, so we couldn’t read it. Shorten your search, or choose a page below.',
    es: 'Esta dirección tiene más de {max, number} caracteres y por eso no pudimos leerla. Acorte su búsqueda o elija una de las páginas de abajo.',
  },
  wrongHost: {
    en: 'This service has a different address. Use the address you were given. If this is that address, let the operator know.',
    es: 'La dirección de este servicio es otra. Use la dirección que le dieron; si es esta misma, avise a quien administra el servicio.',
  },
  noPage: {
    en: 'There is no page at {path}. Check the address, or choose a page below.',
    es: 'No hay ninguna página en {path}. Revise la dirección o elija una de las páginas de abajo.',
  },
});
