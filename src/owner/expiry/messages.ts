import { defineMessages } from '../../lib/language/define-messages.ts';

/** The emails about expiry dates, in the account's language. */
export const EXPIRY_MAIL = defineMessages({
  licenseSubject: {
    en: '{count, plural, one {License {number} expires} other {# licenses expire}} on {day}',
    es: '{count, plural, one {La licencia {number} vence} other {# licencias vencen}} el {day}',
  },
  license: {
    en: 'Your license {number}, {name}, expires on {day}.',
    es: 'Su licencia {number}, {name}, vence el {day}.',
  },
  licenses: {
    en: '{count} of your licenses expire on {day}:\n{lines}',
    es: 'El {day} vencen {count} licencias suyas:\n{lines}',
  },
  licenseLine: { en: '- {number}, {name}', es: '- {number}, {name}' },
  fileDay: {
    en: 'That date is in {regulator}’s license file from {day}, the latest one we have. If you have renewed since then, you don’t need to do anything.',
    es: 'Esa fecha figura en el archivo de licencias de {regulator} del {day}, el más reciente que tenemos. Si ya la renovó después, no tiene que hacer nada.',
  },
  renew: {
    en: 'To renew, go to the {regulator} site before that day: {url}',
    es: 'Para renovar, vaya al sitio de {regulator} antes de esa fecha: {url}',
  },
  documentSubject: {
    en: '{count, plural, one {A document expires} other {# documents expire}} on {day}',
    es: '{count, plural, one {Un documento vence} other {# documentos vencen}} el {day}',
  },
  document: {
    en: 'A document for your license {number} expires on {day}: {document}.',
    es: 'Un documento para su licencia {number} vence el {day}: {document}.',
  },
  documents: {
    en: '{count} of your documents expire on {day}:\n{lines}',
    es: 'El {day} vencen {count} documentos suyos:\n{lines}',
  },
  documentLine: {
    en: '- {document}, for license {number}',
    es: '- {document}, para la licencia {number}',
  },
  sentFor: {
    en: '{count, plural, one {It was sent for {events}, and no newer one is on file.} other {They were sent for {events}, and no newer ones are on file.}}',
    es: '{count, plural, one {Se envió para {events} y no hay ninguno más reciente.} other {Se enviaron para {events} y no hay ninguno más reciente.}}',
  },
  sendNow: {
    en: 'Send the new one with your application to {event}. If the organizer confirms it, you can use it again for other events.',
    es: 'Envíe el nuevo con su solicitud para {event}. Si el organizador lo confirma, podrá usarlo de nuevo en otros eventos.',
  },
  upload: { en: 'Send the new document:\n{link}', es: 'Enviar el documento nuevo:\n{link}' },
  sendLater: {
    en: 'Send the new one with your next application. No open application asks for it now.',
    es: 'Envíe el nuevo con su próxima solicitud. Ahora ninguna solicitud abierta lo pide.',
  },
  applications: { en: 'See your applications:\n{link}', es: 'Ver sus solicitudes:\n{link}' },
  comingUp: { en: 'See what expires next:\n{link}', es: 'Ver qué vence próximamente:\n{link}' },
  stop: { en: 'Turn off these reminders:\n{link}', es: 'Desactivar estos recordatorios:\n{link}' },
  demo: {
    en: 'Demo data: this business is fictional.',
    es: 'Datos de demostración: este negocio es ficticio.',
  },
});

export const EXPIRY_ERRORS = defineMessages({
  noLink: {
    en: 'This link is no longer valid. Turn the reminders off in your settings.',
    es: 'Este enlace ya no es válido. Desactive los recordatorios en sus ajustes.',
  },
});
