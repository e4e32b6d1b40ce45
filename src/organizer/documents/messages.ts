import { defineMessages, defineNames } from '../../lib/language/define-messages.ts';

type StatementName = 'propane_declaration' | 'generator_details' | 'hood_suppression_certificate';

/** Sentences about a document's state. Organizers always see the English ones. */
export const DOCUMENT_WORDS = defineMessages({
  notReceived: { en: 'Not received yet.', es: 'Todavía no se ha recibido.' },
  received: {
    en: 'Received on {day}; {reader, select, organizer {you haven’t} other {the organizer hasn’t}} reviewed it yet.',
    es: 'Recibido el {day}; {reader, select, organizer {usted} other {el organizador}} todavía no lo ha revisado.',
  },
  confirmed: { en: 'Confirmed on {day}.', es: 'Confirmado el {day}.' },
  rejected: { en: 'Rejected on {day}: {reason}', es: 'Rechazado el {day}: {reason}' },
  waived: { en: 'Waived on {day}: {reason}', es: 'Se dejó de pedir el {day}: {reason}' },
  expires: { en: 'It expires on {day}.', es: 'Vence el {day}.' },
  saidToExpire: {
    en: '{reader, select, applicant {You said} other {The applicant said}} that it expires on {day}.',
    es: '{reader, select, applicant {Usted indicó} other {El solicitante indicó}} que vence el {day}.',
  },
  expiresEarly: {
    en: 'It expires on {day}, before the event’s last day, {last}.',
    es: 'Vence el {day}, antes del último día del evento, que es el {last}.',
  },
  saidToExpireEarly: {
    en: '{reader, select, applicant {You said} other {The applicant said}} that it expires on {day}, before the event’s last day, {last}.',
    es: '{reader, select, applicant {Usted indicó} other {El solicitante indicó}} que vence el {day}, antes del último día del evento, que es el {last}.',
  },
  accepted: {
    en: '{reader, select, organizer {You accepted it} other {The organizer accepted it}}: {reason}',
    es: '{reader, select, organizer {Usted lo aceptó} other {El organizador lo aceptó}}: {reason}',
  },
  earlierKept: {
    en: 'An earlier one was confirmed on {day}; we’ll keep it until this one is confirmed.',
    es: 'Uno anterior se confirmó el {day}; lo conservaremos hasta que se confirme este.',
  },
  newerRejected: {
    en: 'A newer one was rejected on {day}: {reason}',
    es: 'Uno más reciente fue rechazado el {day}: {reason}',
  },
  deleted: {
    en: 'The file was deleted on {day}, after the event.',
    es: 'El archivo se borró el {day}, después del evento.',
  },
  blocksApplicant: {
    en: 'Your certificate of insurance expires on {day}, before the event’s last day, {last}. Send one that covers the whole event, or ask the organizer to accept it.',
    es: 'Su certificado de seguro vence el {day}, antes del último día del evento, que es el {last}. Envíe uno que cubra todo el evento o pídale al organizador que acepte este.',
  },
  coverWhole: {
    en: 'Send one that covers the whole event, or ask the organizer to accept it.',
    es: 'Envíe uno que cubra todo el evento o pídale al organizador que acepte este.',
  },
  blocksOrganizer: {
    en: 'The certificate of insurance expires on {day}, before the event’s last day, {last}. Ask for one that covers the whole event. Or accept this one under “Documents” and say why; then confirm the spot.',
    es: 'El certificado de seguro vence el {day}, antes del último día del evento, que es el {last}. Pida uno que cubra todo el evento. O acepte este en “Documentos” y diga por qué; después confirme el puesto.',
  },
});

/** Sentences that explain why a document is not accepted. */
export const UPLOAD_ERRORS = defineMessages({
  choose: { en: 'Choose a file.', es: 'Elija un archivo.' },
  insurerControl: {
    en: 'The insurer’s name contains a character that can’t be stored. Please type it again.',
    es: 'El nombre de la aseguradora contiene un carácter que no se puede guardar. Escríbalo de nuevo.',
  },
  insurerLong: {
    en: 'Please use at most {max} characters for the insurer’s name.',
    es: 'Use como máximo {max} caracteres para el nombre de la aseguradora.',
  },
  noDay: {
    en: 'Type the date this document expires.',
    es: 'Escriba la fecha en que vence este documento.',
  },
  notADay: {
    en: 'Type a real date, such as 2027-03-31.',
    es: 'Escriba una fecha que exista, por ejemplo 2027-03-31.',
  },
  past: {
    en: '{day} is in the past. We can’t accept an expired document.',
    es: 'El {day} ya pasó. No podemos aceptar un documento vencido.',
  },
  farAhead: {
    en: 'Check the year: the date must be within the next {max} years.',
    es: 'Revise el año: la fecha debe estar dentro de los próximos {max} años.',
  },
  applicationFull: {
    en: 'The files for one application can total at most {max} MB. Send a smaller one: a lower-quality photo will do.',
    es: 'Los archivos de una solicitud pueden sumar como máximo {max} MB. Envíe uno más pequeño: basta una foto de menor calidad.',
  },
  organizerFull: {
    en: 'The organizer has no room for more files. Ask them how else to hand in this document.',
    es: 'El organizador no tiene espacio para más archivos. Pregúntele de qué otra forma puede entregar este documento.',
  },
  serviceFull: {
    en: 'This site has no room for more files right now. Ask the organizer how else to hand in this document.',
    es: 'En este momento, este sitio no tiene espacio para más archivos. Pregúntele al organizador de qué otra forma puede entregar este documento.',
  },
  tooManyChanges: {
    en: 'The documents of this application have been changed {max} times, which is the limit. They can no longer be changed.',
    es: 'Los documentos de esta solicitud se cambiaron {max} veces, que es el máximo. Ya no se pueden cambiar.',
  },
  waived: {
    en: 'The organizer doesn’t need this document from you, so there is nothing to send.',
    es: 'El organizador no le pide este documento, así que no hay nada que enviar.',
  },
  rejectedBefore: {
    en: 'The organizer already rejected this file. Send a different one.',
    es: 'El organizador ya rechazó este archivo. Envíe otro.',
  },
  noSuchDocument: {
    en: 'This event doesn’t ask for that document.',
    es: 'Este evento no pide ese documento.',
  },
  closed: {
    en: 'This application is closed, so no documents are needed for it.',
    es: 'Esta solicitud está cerrada, así que no hacen falta documentos.',
  },
  over: {
    en: 'The event is over, so you don’t need to send documents.',
    es: 'El evento ya terminó, así que ya no hacen falta documentos.',
  },
  noSuchFile: { en: 'There is no such file.', es: 'Ese archivo no existe.' },
});

/** Checkbox labels for statements that replace a document. */
export const STATEMENT_SWITCHES = defineNames<StatementName>({
  propane_declaration: { en: 'I don’t use propane', es: 'No uso gas propano' },
  generator_details: { en: 'I’m not bringing a generator', es: 'No llevo generador' },
  hood_suppression_certificate: {
    en: 'I don’t cook with grease or oil',
    es: 'No cocino con grasa ni aceite',
  },
});

/** The statement that the vendor signs. */
export const STATEMENT_SENTENCES = defineMessages({
  propane_declaration: {
    en: 'We won’t use or carry any propane at this event.',
    es: 'No usaremos ni llevaremos gas propano en este evento.',
  },
  generator_details: {
    en: 'We won’t bring a generator to this event. We’ll need this power instead: {power}',
    es: 'No llevaremos generador a este evento. En su lugar necesitaremos esta electricidad: {power}',
  },
  hood_suppression_certificate: {
    en: 'We won’t cook with grease or oil at this event.',
    es: 'No cocinaremos con grasa ni aceite en este evento.',
  },
});

/** Text for the PDF of a signed statement. Organizers see it in English. */
export const STATEMENT_SHEET = defineMessages({
  title: { en: 'Signed statement', es: 'Declaración firmada' },
  asRead: { en: 'As the vendor read it: {text}', es: 'Como la leyó el vendedor: {text}' },
  signed: {
    en: 'Signed on {day} by typing this name at the application’s private link: {name}',
    es: 'Firmada el {day} escribiendo este nombre en el enlace privado de la solicitud: {name}',
  },
  license: { en: 'License', es: 'Licencia' },
  business: { en: 'Business', es: 'Negocio' },
  event: { en: 'Event', es: 'Evento' },
});

export const STATEMENT_ERRORS = defineMessages({
  sign: {
    en: 'Type your name to sign the statements you turned on.',
    es: 'Escriba su nombre para firmar las declaraciones que marcó.',
  },
  power: {
    en: 'Say what power you need, such as one 20 A outlet. If you don’t need any, type “none.”',
    es: 'Indique qué electricidad necesita, por ejemplo un tomacorriente de 20 A. Si no necesita, escriba “ninguna”.',
  },
  control: {
    en: 'This contains a character that can’t be stored. Please type it again.',
    es: 'Contiene un carácter que no se puede guardar. Escríbalo de nuevo.',
  },
  long: { en: 'Please use at most {max} characters.', es: 'Use como máximo {max} caracteres.' },
});

/** Text of emails to applicants about documents. */
export const DOCUMENT_MAIL = defineMessages({
  rejectedSubject: {
    en: 'Please send a new document ({name})',
    es: 'Envíe un documento nuevo ({name})',
  },
  rejected: {
    en: 'The organizer can’t accept your document “{name}.” They wrote:\n{reason}',
    es: 'El organizador no puede aceptar su documento “{name}”. Escribió:\n{reason}',
  },
  confirmedCounts: {
    en: 'The document they confirmed before still counts. To replace it, send a new one.',
    es: 'El documento que el organizador confirmó antes sigue valiendo. Para reemplazarlo, envíe otro.',
  },
  lookBefore: {
    en: 'Send a new one soon: the organizer has to check it before the event starts on {day}.',
    es: 'Envíe uno nuevo pronto: el organizador tiene que revisarlo antes de que empiece el evento, el {day}.',
  },
  missing: {
    en: 'The event starts on {day}. The organizer still needs {count, plural, one {this document} other {these documents}}:\n{lines}',
    es: 'El evento empieza el {day}. El organizador todavía necesita {count, plural, one {este documento} other {estos documentos}}:\n{lines}',
  },
  expiring: {
    en: '{count, plural, one {This document doesn’t} other {These documents don’t}} cover the whole event:\n{lines}\nPlease send {count, plural, one {a new one that does} other {new ones that do}}.',
    es: '{count, plural, one {Este documento no cubre} other {Estos documentos no cubren}} todo el evento:\n{lines}\nEnvíe {count, plural, one {uno que sí lo cubra} other {otros que sí lo cubran}}.',
  },
  expired: { en: '- {name}: expired on {day}', es: '- {name}: venció el {day}' },
  expires: { en: '- {name}: expires on {day}', es: '- {name}: vence el {day}' },
  wasRejected: {
    en: '- {name} (a new one: the organizer couldn’t accept the last one)',
    es: '- {name} (uno nuevo: el organizador no pudo aceptar el anterior)',
  },
  missingSubject: { en: 'Documents still needed', es: 'Faltan documentos' },
  expiringSubject: {
    en: 'A document expires before the event is over',
    es: 'Un documento vence antes de que termine el evento',
  },
  sendHere: {
    en: 'Send documents:\n{link}\n\nA photo, a scan or a PDF will do. This link is private. Don’t share it.',
    es: 'Enviar documentos:\n{link}\n\nSirve una foto, un escaneo o un PDF. Este enlace es privado. No lo comparta.',
  },
  sendBehind: {
    en: 'Open the private link in our first email and choose “Documents”. A photo, a scan or a PDF will do.',
    es: 'Abra el enlace privado de nuestro primer correo y vaya a “Documentos”. Sirve una foto, un escaneo o un PDF.',
  },
});
