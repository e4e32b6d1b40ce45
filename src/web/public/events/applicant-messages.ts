import { defineMessages, defineNames } from '../../../lib/language/define-messages.ts';
import type { ApplicationOutcome, ApplicationStatus } from '../../../organizer/applications/schemas.ts';

/** Headings for an application's statuses, as shown to the applicant. */
export const STATUS_TITLES = defineNames<ApplicationStatus>({
  submitted: { en: 'We received your application', es: 'Recibimos su solicitud' },
  under_review: {
    en: 'The organizer is reviewing your application',
    es: 'El organizador está revisando su solicitud',
  },
  waitlisted: { en: 'You’re on the waitlist', es: 'Usted está en la lista de espera' },
  approved: { en: 'You have a spot', es: 'Usted tiene un puesto' },
  confirmed: { en: 'Your spot is confirmed', es: 'Su asistencia está confirmada' },
  declined: { en: 'No spot this time', es: 'Esta vez no hay puesto' },
  withdrawn: { en: 'You withdrew your application', es: 'Usted retiró su solicitud' },
  cancelled: { en: 'This application was canceled', es: 'Esta solicitud está cancelada' },
});

/** The next step for each status, as shown to the applicant. */
export const STATUS_STEPS = defineNames<ApplicationStatus>({
  submitted: {
    en: 'The organizer hasn’t reviewed it yet. We’ll email you when that changes.',
    es: 'El organizador todavía no la ha revisado. Le llegará un correo cuando eso cambie.',
  },
  under_review: {
    en: 'They may write to you or call you. We’ll email you their answer.',
    es: 'Es posible que le escriba o le llame. Le llegará un correo con la respuesta.',
  },
  waitlisted: {
    en: 'There isn’t a spot for you yet. We’ll email you if you get one.',
    es: 'Todavía no hay un puesto para usted. Si le dan uno, le llegará un correo.',
  },
  approved: {
    en: 'Please confirm that you’re coming, so the organizer can count on you.',
    es: 'Confirme que va a asistir, para que el organizador pueda contar con usted.',
  },
  confirmed: {
    en: 'Your spot is confirmed. If anything changes, tell the organizer as soon as you can.',
    es: 'Su puesto está confirmado. Si algo cambia, avísele al organizador lo antes posible.',
  },
  declined: {
    en: 'The organizer turned down this application. You don’t need to do anything else.',
    es: 'El organizador no aceptó esta solicitud. No tiene que hacer nada más.',
  },
  withdrawn: {
    en: 'The organizer will no longer consider this application.',
    es: 'El organizador ya no tendrá en cuenta esta solicitud.',
  },
  cancelled: { en: 'The organizer withdrew your spot.', es: 'El organizador le quitó el puesto.' },
});

/** The outcome that the organizer recorded after the event for a vendor with a spot. */
export const RECORDED_OUTCOMES = defineNames<ApplicationOutcome | 'nothing'>({
  nothing: {
    en: 'You had a spot. The organizer hasn’t recorded how it went.',
    es: 'Usted tenía un puesto. El organizador no ha anotado cómo le fue.',
  },
  attended: {
    en: 'You had a spot. The organizer recorded that you came.',
    es: 'Usted tenía un puesto. El organizador anotó que usted asistió.',
  },
  late: {
    en: 'You had a spot. The organizer recorded that you came late.',
    es: 'Usted tenía un puesto. El organizador anotó que usted llegó tarde.',
  },
  left_early: {
    en: 'You had a spot. The organizer recorded that you left early.',
    es: 'Usted tenía un puesto. El organizador anotó que usted se fue antes de tiempo.',
  },
  no_show: {
    en: 'You had a spot. The organizer recorded that you didn’t show up.',
    es: 'Usted tenía un puesto. El organizador anotó que usted no se presentó.',
  },
  cancelled_by_vendor: {
    en: 'You had a spot. The organizer recorded that you canceled.',
    es: 'Usted tenía un puesto. El organizador anotó que usted canceló.',
  },
  cancelled_by_organizer: {
    en: 'You had a spot. The organizer recorded that they canceled.',
    es: 'Usted tenía un puesto. El organizador anotó que fue él quien canceló.',
  },
});

/** Wording for the applicant's private page. */
export const APPLICANT = defineMessages({
  eventCancelled: { en: 'The event was canceled', es: 'El evento se canceló' },
  calledOff: {
    en: 'The organizer canceled it, so your application was canceled, too. Please don’t come.',
    es: 'El organizador lo canceló, así que su solicitud también se canceló. Por favor, no se presente.',
  },
  eventOver: { en: 'The event is over', es: 'El evento ya terminó' },
  hadNoSpot: {
    en: 'You didn’t have a spot. You don’t need to do anything else.',
    es: 'Usted no tenía puesto. No tiene que hacer nada más.',
  },
  event: { en: 'The event', es: 'El evento' },
  publicPage: { en: 'Public page of the event', es: 'Página pública del evento' },
  addEvent: { en: 'Add the event to your calendar', es: 'Agregar el evento a su calendario' },
  soFar: { en: 'History', es: 'Historial' },
  organizer: { en: 'The organizer', es: 'El organizador' },
  you: { en: 'You', es: 'Usted' },
  waitlist: { en: 'Automatically, from the waitlist', es: 'La lista de espera, automáticamente' },
  service: { en: 'The operator', es: 'Quien administra este servicio' },
  whatYouSent: { en: 'What you sent', es: 'Lo que usted envió' },
  yours: {
    en: 'Keep this link private. Anyone who has it can act on your behalf. Save the email with the link.',
    es: 'No comparta este enlace. Quien lo tenga puede actuar en su nombre. Guarde el correo con el enlace.',
  },
  withdrawTitle: { en: 'Withdraw your application?', es: '¿Retirar su solicitud?' },
  withdrawSpot: {
    en: 'We’ll email the organizer that you’re not coming, and your spot will be open to others. You can’t undo this.',
    es: 'Le avisaremos por correo al organizador que usted no va a asistir, y su puesto quedará libre. No podrá deshacerlo.',
  },
  withdrawNoSpot: {
    en: 'The organizer will see on their list that you withdrew, but we won’t email them. You can’t undo this.',
    es: 'El organizador verá en su lista que usted retiró la solicitud, pero no le enviaremos ningún correo. No podrá deshacerlo.',
  },
  yesWithdraw: { en: 'Yes, withdraw', es: 'Sí, retirarla' },
  noKeep: { en: 'No, keep it', es: 'No, conservarla' },
  asItIsNow: {
    en: 'The private link in your email shows your application as it is now.',
    es: 'El enlace privado de su correo muestra cómo está ahora su solicitud.',
  },
  documentsAreNext: {
    en: 'The organizer may still need documents from you. The private link in your email shows which ones, and your application as it is now.',
    es: 'Es posible que el organizador todavía necesite documentos de usted. El enlace privado de su correo muestra cuáles, y cómo está ahora su solicitud.',
  },
  otherEvents: { en: 'Events taking applications', es: 'Eventos que reciben solicitudes' },
  confirmBy: {
    en: 'Please confirm by <strong>{day}</strong> that you’re coming, or withdraw. After that, the organizer may give the spot to someone else.',
    es: 'Confirme a más tardar el <strong>{day}</strong> que va a asistir, o retire su solicitud. Después de ese día, el organizador puede darle el puesto a otra persona.',
  },
  onlyWithSpot: { en: 'Only if you get a spot', es: 'Solo si obtiene un puesto' },
  notDue: { en: 'Not due: you don’t have a spot', es: 'No hay que pagarlo: usted no tiene puesto' },
  sent: { en: 'Sent', es: 'Enviada' },
  business: { en: 'Business', es: 'Negocio' },
  license: { en: 'License number', es: 'Número de licencia' },
  email: { en: 'Email', es: 'Correo electrónico' },
  deposit: { en: 'Deposit', es: 'Depósito' },
  payDeposit: { en: 'Pay at {host}', es: 'Pagar en {host}' },
  documents: { en: 'Documents', es: 'Documentos' },
  documentsOver: {
    en: 'The event is over, so you don’t need to send documents.',
    es: 'El evento ya terminó, así que ya no hacen falta documentos.',
  },
  seeSent: { en: 'See what you sent', es: 'Ver lo que envió' },
  endsEarly: {
    en: '{state}, but it expires before the event is over',
    es: '{state}, pero vence antes de que termine el evento',
  },
  sendDocuments: {
    en: 'Send documents or see their status',
    es: 'Enviar documentos o ver cómo están',
  },
  keptForYou: {
    en: 'The organizer is holding a spot for you. You need to fix one document before you can confirm.',
    es: 'El organizador le guarda un puesto. Antes de confirmarlo, tiene que corregir un documento.',
  },
  blocked: {
    en: '<strong>You can’t confirm your spot yet.</strong> {block} <another>Send another certificate</another>',
    es: '<strong>Todavía no puede confirmar su puesto.</strong> {block} <another>Enviar otro certificado</another>',
  },
  confirm: { en: 'Confirm that I’m coming', es: 'Confirmo que voy a asistir' },
  withdraw: { en: 'Withdraw my application', es: 'Retirar mi solicitud' },
  description: { en: 'Your application', es: 'Su solicitud' },
});

/** Wording for the page where applicants submit documents. */
export const APPLICANT_DOCUMENTS = defineMessages({
  yourApplication: { en: 'Your application', es: 'Su solicitud' },
  title: { en: 'Documents', es: 'Documentos' },
  description: { en: 'Documents for your application', es: 'Documentos de su solicitud' },
  whoOpens: {
    en: 'You, the organizer and their team can open these files while your application is open. No one else can, although the operator has access to the database. We delete them a day after the application is closed, and 90 days after the event.',
    es: 'Usted, el organizador y su equipo pueden abrir estos archivos mientras su solicitud esté abierta. Nadie más puede, aunque quien administra el servicio tiene acceso a la base de datos. Los borramos un día después de que se cierre la solicitud, y 90 días después del evento.',
  },
  nothingMissing: { en: 'Nothing is missing.', es: 'No falta nada.' },
  stillNeeded: {
    en: '{count, plural, one {# document} other {# documents}} still needed.',
    es: '{count, plural, one {Falta # documento.} other {Faltan # documentos.}}',
  },
  format: {
    en: 'A photo or PDF of each one is fine. Send what you have; you can add the rest later.',
    es: 'Basta una foto de cada uno, o un PDF. Envíe lo que tenga; puede agregar el resto después.',
  },
  useAgain: { en: 'Use again', es: 'Usar otra vez' },
  useAgainWhy: {
    en: 'You’re signed in as the verified owner of this license. Other organizers have confirmed these documents. This organizer still has to confirm them.',
    es: 'Usted inició sesión como dueño verificado de esta licencia. Otros organizadores ya confirmaron estos documentos. Este organizador todavía tiene que confirmarlos.',
  },
  goodUntil: { en: '{name}, good until {day}', es: '{name}, vigente hasta el {day}' },
  confirmedFor: { en: 'confirmed for {event}', es: 'se confirmó para {event}' },
  handIn: {
    en: 'Send {count, plural, one {this document} other {these # documents}}',
    es: 'Entregar {count, plural, one {este documento} other {estos # documentos}}',
  },
  download: { en: 'Download the file', es: 'Descargar el archivo' },
  downloadEarlier: { en: 'Download the earlier file', es: 'Descargar el archivo anterior' },
  mustShowTitle: { en: 'What it must show, and why', es: 'Qué debe mostrar y por qué' },
  expires: { en: 'Expires on', es: 'Vence el' },
  insurer: { en: 'Insurer', es: 'Aseguradora' },
  file: { en: 'Photo or PDF', es: 'Foto o PDF' },
  sendAll: { en: 'Send', es: 'Enviar' },
  sent: { en: 'Sent', es: 'Enviados' },
  shrinking: { en: 'Making the photo smaller…', es: 'Reduciendo la foto…' },
  power: {
    en: 'What power do you need instead?',
    es: '¿Qué electricidad necesita en su lugar?',
  },
  signature: { en: 'Signature', es: 'Firma' },
  signer: { en: 'Your name', es: 'Su nombre' },
  signerHint: {
    en: 'Typing your name signs the statements you turned on above. You don’t need to send a signed sheet for those.',
    es: 'Al escribir su nombre firma las declaraciones que marcó arriba. No tiene que enviar una hoja firmada para esas.',
  },
  nothingChosen: {
    en: 'Choose at least one file, or turn on a statement that applies to you.',
    es: 'Elija al menos un archivo o marque una declaración que corresponda a su caso.',
  },
  sendAnother: { en: 'Send a new one', es: 'Enviar otro' },
  another: { en: 'Please send a new one.', es: 'Hace falta otro.' },
  doneSent: {
    en: 'We received your documents. The organizer will check them next.',
    es: 'Recibimos sus documentos. Ahora el organizador los revisará.',
  },
  doneUsedAgain: {
    en: 'Sent. The organizer will review it next.',
    es: 'Enviado. Ahora el organizador lo revisará.',
  },
  doneNothing: {
    en: 'We didn’t send anything because none of your documents can be reused here right now.',
    es: 'No enviamos nada porque en este momento ningún documento suyo se puede volver a usar aquí.',
  },
});
