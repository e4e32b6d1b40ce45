import { defineMessages, defineNames } from '../../../lib/language/define-messages.ts';

type Decided =
  | ('under_review' | 'waitlisted' | 'approved' | 'confirmed' | 'declined' | 'cancelled')
  | 'other';

/** The beginning of the email subject for each decision. The event's name follows. */
export const DECISION_SUBJECTS = defineNames<Decided>({
  under_review: { en: 'Your application is being reviewed', es: 'Están revisando su solicitud' },
  waitlisted: { en: 'You’re on the waitlist', es: 'Está en la lista de espera' },
  approved: { en: 'You’re approved', es: 'Aprobaron su solicitud' },
  confirmed: { en: 'Your spot is confirmed', es: 'Su puesto está confirmado' },
  declined: { en: 'Your application was turned down', es: 'No aceptaron su solicitud' },
  cancelled: { en: 'Your application was canceled', es: 'Cancelaron su solicitud' },
  other: { en: 'Your application has changed', es: 'Su solicitud cambió' },
});

export const DECISION_TEXTS = defineNames<Decided>({
  under_review: {
    en: 'The organizer is reviewing your application. You don’t need to do anything now. We’ll email you their answer.',
    es: 'El organizador está revisando su solicitud. Por ahora no tiene que hacer nada. Le enviaremos la respuesta por correo.',
  },
  waitlisted: {
    en: 'The organizer put you on the waitlist, so you don’t have a spot yet. We’ll email you if you get one. If you no longer want one, withdraw your application.',
    es: 'El organizador lo puso en la lista de espera, así que todavía no tiene un puesto. Si le dan uno, le avisaremos por correo. Si ya no lo quiere, retire su solicitud.',
  },
  approved: {
    en: 'The organizer approved your application and is holding a spot for you.',
    es: 'El organizador aprobó su solicitud y le reserva un puesto.',
  },
  confirmed: { en: 'The organizer confirmed your spot.', es: 'El organizador confirmó su puesto.' },
  declined: {
    en: 'The organizer turned down your application, so you don’t have a spot at this event.',
    es: 'El organizador no aceptó su solicitud, así que no tiene un puesto en este evento.',
  },
  cancelled: {
    en: 'The organizer canceled your application, so you no longer have a spot.',
    es: 'El organizador canceló su solicitud, así que ya no tiene un puesto.',
  },
  other: {
    en: 'The organizer changed the status of your application.',
    es: 'El organizador cambió el estado de su solicitud.',
  },
});

/**
 * Text of emails to applicants. A short line that ends with a colon becomes a button if a URL is on the next
 * line.
 */
export const APPLICANT_MAIL = defineMessages({
  aboutEvent: { en: '{subject}: {event}', es: '{subject}: {event}' },
  receivedSubject: { en: 'We have your application', es: 'Recibimos su solicitud' },
  received: {
    en: 'The organizer has your application. We’ll email you their answer.',
    es: 'El organizador ya tiene su solicitud. Le enviaremos la respuesta por correo.',
  },
  documentsNow: {
    en: 'The organizer needs documents from every vendor, such as a certificate of insurance. You can send them now, from the page of your application.',
    es: 'El organizador necesita documentos de todos los vendedores, como el certificado de seguro. Ya puede enviarlos desde la página de su solicitud.',
  },
  documentsNowBehind: {
    en: 'The organizer needs documents from every vendor, such as a certificate of insurance. You can send them now: open your private link and choose “Documents”.',
    es: 'El organizador necesita documentos de todos los vendedores, como el certificado de seguro. Ya puede enviarlos: abra su enlace privado y vaya a “Documentos”.',
  },
  notYou: {
    en: 'Didn’t apply? Ignore this email.',
    es: '¿No presentó ninguna solicitud? Ignore este correo.',
  },
  writes: { en: 'The organizer wrote:\n{quote}', es: 'El organizador escribió:\n{quote}' },
  movedUpSubject: { en: 'You have a spot now', es: 'Ya tiene un puesto' },
  movedUp: {
    en: 'A spot opened up and it’s yours: you moved up from the waitlist, and your application is approved.',
    es: 'Se liberó un puesto y es para usted: salió de la lista de espera y su solicitud está aprobada.',
  },
  messageSubject: { en: 'A message from the organizer', es: 'Un mensaje del organizador' },
  message: {
    en: 'The organizer sent you a message. The status of your application hasn’t changed.',
    es: 'El organizador le envió un mensaje. El estado de su solicitud no cambió.',
  },
  confirmBy: {
    en: 'Confirm by {day} that you’re coming, or withdraw. After that day the organizer may give your spot to another vendor.',
    es: 'Confirme a más tardar el {day} que va a asistir, o retire su solicitud. Después de ese día, el organizador puede darle el puesto a otro vendedor.',
  },
  confirmHere: {
    en: 'Confirm your spot:\n{link}\n\nThis link is private. Don’t share it.',
    es: 'Confirmar su puesto:\n{link}\n\nEste enlace es privado. No lo comparta.',
  },
  confirmBehind: {
    en: 'To confirm, open the private link in our first email.',
    es: 'Para confirmar, abra el enlace privado de nuestro primer correo.',
  },
  needed: {
    en: 'The organizer still needs {count, plural, one {this document} other {these documents}}. You can send {count, plural, one {it} other {them}} from the page of your application:',
    es: 'El organizador todavía necesita {count, plural, one {este documento. Puede enviarlo} other {estos documentos. Puede enviarlos}} desde la página de su solicitud:',
  },
  blocked: {
    en: 'You can’t confirm your spot yet, because your certificate of insurance expires before the event is over. Send one that covers the whole event, or ask the organizer to accept it.',
    es: 'Todavía no puede confirmar su puesto, porque su certificado de seguro vence antes de que termine el evento. Envíe uno que cubra todo el evento o pídale al organizador que acepte este.',
  },
  sendHere: {
    en: 'Send documents:\n{link}\n\nThis link is private. Don’t share it.',
    es: 'Enviar documentos:\n{link}\n\nEste enlace es privado. No lo comparta.',
  },
  sendBehind: {
    en: 'To send them, open your private link and choose “Documents”.',
    es: 'Para enviarlos, abra su enlace privado y vaya a “Documentos”.',
  },
  eventCancelledSubject: { en: 'Event canceled', es: 'Evento cancelado' },
  eventCancelled: {
    en: 'The organizer canceled the event, so your application was canceled, too. Please don’t come.',
    es: 'El organizador canceló el evento, así que su solicitud también se canceló. Por favor, no se presente.',
  },
  organizerGone: {
    en: 'The organizer deleted their account. The event, your application and everything you sent have been deleted, too. Please don’t come.',
    es: 'El organizador eliminó su cuenta en este sitio. También se eliminaron el evento, su solicitud y todo lo que usted envió. Por favor, no se presente.',
  },
  nothingLeads: {
    en: 'Your private link no longer works, and replies to this email won’t reach the organizer.',
    es: 'Su enlace privado ya no funciona, y las respuestas a este correo no le llegan al organizador.',
  },
  eventChangedSubject: { en: 'New time or place', es: 'Nueva fecha, hora o lugar' },
  eventChanged: {
    en: 'The organizer changed the time or place of the event. If you can’t come, please withdraw.',
    es: 'El organizador cambió la fecha, la hora o el lugar del evento. Si no puede asistir, retire su solicitud.',
  },
  now: { en: 'Now:', es: 'Ahora:' },
  before: { en: 'Before:', es: 'Antes:' },
  organizer: { en: 'Organizer: {name}', es: 'Organizador: {name}' },
  organizerEmail: { en: 'Email: {address}', es: 'Correo: {address}' },
  replyReaches: {
    en: 'Questions? Reply to this email. Your reply will go to the organizer.',
    es: '¿Tiene preguntas? Responda a este correo. Su respuesta le llega al organizador.',
  },
  noAddress: {
    en: 'The organizer didn’t give an address, and replies to this email won’t reach them.',
    es: 'El organizador no dio ninguna dirección, y las respuestas a este correo no le llegan.',
  },
  writeThere: {
    en: 'Questions? Write to that address. Replies to this email won’t reach the organizer.',
    es: '¿Tiene preguntas? Escriba a esa dirección. Las respuestas a este correo no le llegan al organizador.',
  },
  link: {
    en: 'See your application:\n{link}\n\nThis link is private. Don’t share it.',
    es: 'Ver su solicitud:\n{link}\n\nEste enlace es privado. No lo comparta.',
  },
  linkBehind: {
    en: 'To see your application, open the private link in our first email.',
    es: 'Para ver su solicitud, abra el enlace privado de nuestro primer correo.',
  },
  addToCalendar: {
    en: 'To put the event in your calendar, open {link}',
    es: 'Para agregar el evento a su calendario, abra {link}',
  },
});

/** Lines that every email about an application can contain. */
export const ABOUT = defineMessages({
  signature: {
    en: '--\nSent by {site}.',
    es: '--\nEnviado por {site}.',
  },
  /** The signature of an email that quotes another person. */
  signatureQuoting: {
    en: '--\nSent by {site}. Lines after {mark} are another person’s words.',
    es: '--\nEnviado por {site}. Las líneas tras {mark} son palabras de otra persona.',
  },
  deposit: { en: 'Deposit: {amount}, due', es: 'Depósito: {amount}, por pagar' },
  event: { en: 'Event: {name}', es: 'Evento: {name}' },
  when: { en: 'When: {span}', es: 'Fecha: {span}' },
  where: { en: 'Where: {place}', es: 'Lugar: {place}' },
  county: { en: '{county} County', es: 'condado de {county}' },
  vendor: { en: 'Vendor: {name}', es: 'Vendedor: {name}' },
  license: { en: 'License: {number}', es: 'Licencia: {number}' },
});
