import { defineMessages, defineNames } from '../../lib/messages.ts';

type Decided =
  | ('under_review' | 'waitlisted' | 'approved' | 'confirmed' | 'declined' | 'cancelled')
  | 'other';

/** What the organizer decided, as a subject. */
export const DECISION_SUBJECTS = defineNames<Decided>({
  under_review: { en: 'Your application is under review', es: 'Su solicitud está en revisión' },
  waitlisted: {
    en: 'Your application is on the waitlist',
    es: 'Su solicitud está en la lista de espera',
  },
  approved: { en: 'Your application is approved', es: 'Su solicitud fue aprobada' },
  confirmed: { en: 'Your spot is confirmed', es: 'Su puesto está confirmado' },
  declined: { en: 'Your application is declined', es: 'Su solicitud fue rechazada' },
  cancelled: { en: 'Your application is canceled', es: 'Su solicitud fue cancelada' },
  other: { en: 'Your application has changed', es: 'Su solicitud cambió' },
});

export const DECISION_TEXTS = defineNames<Decided>({
  under_review: {
    en: 'The organizer is looking at your application. You need do nothing now: you get a mail with the answer.',
    es: 'El organizador está revisando su solicitud. Por ahora no tiene que hacer nada: le llegará un correo con la respuesta.',
  },
  waitlisted: {
    en: 'The organizer has put your application on the waitlist. You have no spot so far. If you get one, we send you a mail; if you no longer want one, please withdraw.',
    es: 'El organizador puso su solicitud en la lista de espera. Por ahora usted no tiene un puesto. Si le dan uno, le enviaremos un correo; si ya no lo quiere, retire su solicitud.',
  },
  approved: {
    en: 'The organizer has approved your application and keeps a spot for you.',
    es: 'El organizador aprobó su solicitud y le reserva un puesto.',
  },
  confirmed: { en: 'The organizer has confirmed your spot.', es: 'El organizador confirmó su puesto.' },
  declined: {
    en: 'The organizer has declined your application. You have no spot at this event.',
    es: 'El organizador rechazó su solicitud. Usted no tiene un puesto en este evento.',
  },
  cancelled: {
    en: 'The organizer has canceled your application. You no longer have a spot.',
    es: 'El organizador canceló su solicitud. Usted ya no tiene un puesto.',
  },
  other: {
    en: 'The organizer has changed the status of your application.',
    es: 'El organizador cambió el estado de su solicitud.',
  },
});

/** Mails to applicants. */
export const APPLICANT_MAIL = defineMessages({
  receivedSubject: { en: 'We have your application', es: 'Recibimos su solicitud' },
  received: {
    en: 'Your application has been handed to the organizer. You get a mail with the answer.',
    es: 'Su solicitud ya está en manos del organizador. Le llegará un correo con la respuesta.',
  },
  documentsNow: {
    en: 'The organizer needs documents from every vendor, such as the certificate of insurance. You can send them now, here:\n{link}',
    es: 'El organizador necesita documentos de todos los vendedores, como el certificado de seguro. Puede enviarlos desde ahora, aquí:\n{link}',
  },
  documentsNowBehind: {
    en: 'The organizer needs documents from every vendor, such as the certificate of insurance. You can send them now, under “Documents” behind your private link.',
    es: 'El organizador necesita documentos de todos los vendedores, como el certificado de seguro. Puede enviarlos desde ahora: abra su enlace privado y vaya a “Documentos”.',
  },
  notYou: {
    en: 'If you have not applied, somebody gave your address by mistake: you need do nothing.',
    es: 'Si usted no presentó ninguna solicitud, alguien dio su dirección por error: no tiene que hacer nada.',
  },
  writes: { en: 'The organizer writes:\n{quote}', es: 'El organizador escribe:\n{quote}' },
  movedUpSubject: {
    en: 'You have moved up from the waitlist',
    es: 'Salió de la lista de espera: tiene un puesto',
  },
  movedUp: {
    en: 'A spot at the event has become free, and it is yours: your application is approved. The organizer has set the event so that the waitlist moves up by itself.',
    es: 'Se liberó un puesto en el evento y es para usted: su solicitud está aprobada. El organizador configuró el evento para que la lista de espera avance automáticamente.',
  },
  messageSubject: { en: 'A message about your application', es: 'Un mensaje sobre su solicitud' },
  message: {
    en: 'The organizer has written to you. The status of your application is as it was.',
    es: 'El organizador le escribió. El estado de su solicitud sigue igual.',
  },
  confirmBy: {
    en: 'Please open your private link and confirm by {day} that you will come, or withdraw. After that day the organizer may give the spot to somebody else.',
    es: 'Abra su enlace privado y confirme a más tardar el {day} que va a asistir, o retire su solicitud. Después de ese día, el organizador puede darle el puesto a otra persona.',
  },
  sendHere: {
    en: 'Send these documents to the organizer here:\n{link}',
    es: 'Envíele estos documentos al organizador aquí:\n{link}',
  },
  sendBehind: {
    en: 'Open your private link and send these documents to the organizer under “Documents”:',
    es: 'Abra su enlace privado y envíele estos documentos al organizador en “Documentos”:',
  },
  mustShow: { en: 'What each must show:\n{link}', es: 'Qué debe mostrar cada uno:\n{link}' },
  eventCancelledSubject: {
    en: 'An event you applied to is canceled',
    es: 'Se canceló un evento para el que presentó una solicitud',
  },
  eventCancelled: {
    en: 'The organizer has canceled the event, and your application with it. Please do not come.',
    es: 'El organizador canceló el evento, y con él su solicitud. Por favor, no se presente.',
  },
  organizerGone: {
    en: 'The organizer’s account here was deleted. With it go the event and your application, with all that you sent. Please do not come.',
    es: 'Se eliminó la cuenta que el organizador tenía aquí. Con ella desaparecen el evento y su solicitud, con todo lo que usted envió. Por favor, no se presente.',
  },
  nothingLeads: {
    en: 'Your private link leads nowhere any more, and a reply to this mail does not reach the organizer.',
    es: 'Su enlace privado ya no lleva a ninguna parte, y si responde a este correo, su respuesta no le llega al organizador.',
  },
  eventChangedSubject: {
    en: 'An event you applied to has changed',
    es: 'Cambió un evento para el que presentó una solicitud',
  },
  eventChanged: {
    en: 'The organizer has changed the time or the place of the event. If you cannot come any more, please withdraw.',
    es: 'El organizador cambió la fecha, la hora o el lugar del evento. Si ya no puede asistir, retire su solicitud.',
  },
  now: { en: 'Now:\n{lines}', es: 'Ahora:\n{lines}' },
  before: { en: 'Before:\n{lines}', es: 'Antes:\n{lines}' },
  documentsHere: { en: 'Documents are sent here:\n{link}', es: 'Los documentos se envían aquí:\n{link}' },
  documentsBehind: {
    en: 'Documents are sent under “Documents” behind your private link.',
    es: 'Los documentos se envían en “Documentos”, en la página de su enlace privado.',
  },
  organizer: { en: 'The organizer:\n{lines}', es: 'El organizador:\n{lines}' },
  replyReaches: {
    en: 'If you reply to this mail, your reply goes to the organizer.',
    es: 'Si responde a este correo, su respuesta le llega al organizador.',
  },
  noAddress: {
    en: 'The organizer has given no address here, and a reply to this mail does not reach the organizer.',
    es: 'El organizador no dio aquí ninguna dirección, y si responde a este correo, su respuesta no le llega al organizador.',
  },
  writeThere: {
    en: 'To ask something, write to that address: a reply to this mail does not reach the organizer.',
    es: 'Si tiene preguntas, escriba a esa dirección: si responde a este correo, su respuesta no le llega al organizador.',
  },
  link: {
    en: 'Your private link shows where your application stands. Keep it to yourself:\n{link}',
    es: 'Su enlace privado muestra cómo está su solicitud. No lo comparta:\n{link}',
  },
  linkBehind: {
    en: 'The private link in our first mail shows where your application stands.',
    es: 'El enlace privado de nuestro primer correo muestra cómo está su solicitud.',
  },
});

/** What every mail about an application has. */
export const ABOUT = defineMessages({
  signature: {
    en: '--\nSent by {site}. Lines that begin with {mark} were written by the organizer or the applicant, not by us.',
    es: '--\nEnviado por {site}. Las líneas que empiezan con {mark} las escribió el organizador o el solicitante, no nosotros.',
  },
  event: { en: 'The event:\n{lines}', es: 'El evento:\n{lines}' },
  from: { en: 'From {moment}', es: 'Desde el {moment}' },
  to: { en: 'to {moment}', es: 'hasta el {moment}' },
  county: { en: '{county} County', es: 'condado de {county}' },
  application: { en: 'The application:\n{lines}', es: 'La solicitud:\n{lines}' },
  license: { en: 'License {number}', es: 'Licencia {number}' },
});
