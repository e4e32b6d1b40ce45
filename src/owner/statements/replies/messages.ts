import { defineMessages, defineNames } from '../../../lib/language/define-messages.ts';
import type { ReplyDecision } from './states.ts';

/** Why a vendor's reply is not taken. */
export const REPLY_ERRORS = defineMessages({
  empty: { en: 'Please write your reply.', es: 'Escriba su respuesta.' },
  long: {
    en: 'Please use at most {max, number} characters; this has {count, number}.',
    es: 'Use como máximo {max, number} caracteres; este texto tiene {count, number}.',
  },
  tooMany: {
    en: 'You have written {count} replies about this license, which is the most there can be. The reply that is published stays as it is.',
    es: 'Ha escrito {count} respuestas sobre esta licencia, que es el máximo posible. La respuesta publicada se queda como está.',
  },
  meanwhile: {
    en: 'Another reply was sent just now. Look at it, then send yours again.',
    es: 'Se acaba de enviar otra respuesta. Léala y vuelva a enviar la suya.',
  },
  noLicense: { en: 'You have no such license here.', es: 'Usted no tiene esa licencia aquí.' },
  noReply: { en: 'There is no reply here.', es: 'Aquí no hay ninguna respuesta.' },
});

type Told = Exclude<ReplyDecision, 'keep'>;

export const REPLY_SUBJECTS = defineNames<Told>({
  publish: { en: 'Your reply is published', es: 'Se publicó su respuesta' },
  reject: { en: 'Your reply is not published', es: 'No se publicó su respuesta' },
  take_down: { en: 'Your reply is taken down', es: 'Se quitó su respuesta' },
});

export const REPLY_TEXTS = defineNames<Told>({
  publish: {
    en: 'Your reply now stands beside your record, as your own words.',
    es: 'Su respuesta aparece ahora junto a su historial, como palabras suyas.',
  },
  reject: {
    en: 'We have not published your reply. You can change it and send it again.',
    es: 'No publicamos su respuesta. Puede cambiarla y enviarla de nuevo.',
  },
  take_down: {
    en: 'We have taken your reply down. You can change it and send it again.',
    es: 'Quitamos su respuesta. Puede cambiarla y enviarla de nuevo.',
  },
});

/** What mails about statements have in common. */
export const STATEMENT_MAIL = defineMessages({
  note: { en: 'Our note:\n{quote}', es: 'Nuestra nota:\n{quote}' },
  licenses: { en: 'Your licenses: {link}', es: 'Sus licencias: {link}' },
  signature: { en: '--\nSent by {site}.', es: '--\nEnviado por {site}.' },
});
