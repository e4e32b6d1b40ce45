import { defineMessages, defineNames } from '../../../lib/language/define-messages.ts';

/** Wording for the list of events that are open for applications. */
export const EVENT_LIST = defineMessages({
  title: { en: 'Events looking for food vendors', es: 'Eventos que buscan vendedores de comida' },
  lead: {
    en: 'Food trucks, hot dog carts and caterers can apply to any of these events now, without an account.',
    es: 'Los food trucks, los carritos de hot dogs y las empresas de catering ya pueden presentar una solicitud a cualquiera de estos eventos, sin crear una cuenta.',
  },
  calendar: {
    en: 'Subscribe to all public events in your calendar',
    es: 'Suscribirse a todos los eventos públicos en su calendario',
  },
  spotsLeft: {
    en: '{left, number} of {capacity, number} spots left',
    es: '{left, plural, one {Queda # puesto} other {Quedan # puestos}} de {capacity, number}',
  },
  apply: { en: 'Apply<hidden> to {name}</hidden>', es: 'Solicitar<hidden> un puesto en {name}</hidden>' },
  range: { en: 'Events: {range}', es: 'Eventos: {range}' },
  organizers: {
    en: 'Do you run an event? <link>Publish it here.</link>',
    es: '¿Organiza un evento? <link>Publíquelo aquí</link> (en inglés).',
  },
  city: { en: 'City', es: 'Ciudad' },
  allCities: { en: 'All cities', es: 'Todas las ciudades' },
  show: { en: 'Show', es: 'Mostrar' },
  none: {
    en: 'No events are taking applications right now. Please check back in a few days.',
    es: 'En este momento ningún evento recibe solicitudes. Vuelva a consultar en unos días.',
  },
  noneIn: {
    en: 'No events in {city} are taking applications right now. <all>See all cities</all>',
    es: 'En este momento ningún evento en {city} recibe solicitudes. <all>Ver todas las ciudades</all>',
  },
  deposit: { en: '{amount} deposit', es: 'depósito de {amount}' },
  applyBy: { en: 'apply by {moment}', es: 'solicitudes hasta el {moment}' },
});

/** Labels for the public facts about an event. */
export const EVENT_FACTS = defineMessages({
  when: { en: 'When', es: 'Cuándo' },
  where: { en: 'Where', es: 'Dónde' },
  place: { en: '{city}, {county} County', es: '{city}, condado de {county}' },
  map: { en: 'Map', es: 'Mapa' },
  kind: { en: 'Kind', es: 'Tipo' },
  spots: { en: 'Vendor spots', es: 'Puestos para vendedores' },
  deposit: { en: 'Deposit', es: 'Depósito' },
  noDeposit: { en: 'None', es: 'Ninguno' },
  applications: { en: 'Applications', es: 'Solicitudes' },
  anyNumber: { en: 'Any number', es: 'Sin límite' },
  left: {
    en: '{left, number} of {capacity, number} left',
    es: '{left, plural, one {Queda #} other {Quedan #}} de {capacity, number}',
  },
  organizer: { en: 'Organizer', es: 'Organizador' },
  notNamed: { en: 'Not named', es: 'No se indica el nombre' },
  fromUntil: { en: 'From {open} until {close}', es: 'Desde el {open} hasta el {close}' },
  fromUntilStart: {
    en: 'From {open} until the event starts',
    es: 'Desde el {open} hasta que empiece el evento',
  },
  until: { en: 'Until {close}', es: 'Hasta el {close}' },
  untilStart: { en: 'Until the event starts', es: 'Hasta que empiece el evento' },
});

/** Wording for an event's public page, and for the page shown after the form is submitted. */
export const EVENT_PAGE = defineMessages({
  all: { en: 'Events', es: 'Eventos' },
  jump: { en: 'Apply', es: 'Solicitar un puesto' },
  addToCalendar: { en: 'Add to your calendar', es: 'Agregar a su calendario' },
  applications: { en: 'Applications', es: 'Solicitudes' },
  apply: {
    en: 'Apply with your truck or catering business',
    es: 'Presente una solicitud con su food truck o su empresa de catering',
  },
  description: {
    en: '{name}: when, where, and how to apply as a food vendor.',
    es: '{name}: cuándo, dónde y cómo presentar una solicitud como vendedor de comida.',
  },
  notTaken: {
    en: 'We couldn’t take your application. {reason}',
    es: 'No pudimos recibir su solicitud. {reason}',
  },
  thanks: { en: 'Thank you for applying', es: 'Gracias por su solicitud' },
  first: {
    en: 'If this is your first application to this event with this license and email address, we’ve emailed you a private link.',
    es: 'Si esta es su primera solicitud para este evento con esta licencia y este correo electrónico, le llegará un correo con un enlace privado.',
  },
  again: {
    en: 'If you’ve already applied, that application hasn’t changed and we won’t send another email. Use the link in the first email, or ask the organizer.',
    es: 'Si ya había presentado una, esa solicitud no cambió y no enviaremos otro correo. Use el enlace del primer correo o pregúntele al organizador.',
  },
  keep: {
    en: 'Keep that link private. Use it to follow your application, confirm your spot or withdraw. We’ll email you the organizer’s answer, too.',
    es: 'No comparta ese enlace. Úselo para ver cómo va su solicitud, confirmar su puesto o retirar la solicitud. También le enviaremos por correo la respuesta del organizador.',
  },
  noMail: {
    en: 'No email within the hour? Check your spam folder, or send the form again with the right address.',
    es: '¿No le llegó nada en una hora? Busque en la carpeta de correo no deseado o envíe otra vez el formulario con la dirección correcta.',
  },
  back: { en: 'Back to the event', es: 'Volver al evento' },
});

/** Wording for the application form. */
export const APPLY_FORM = defineMessages({
  questions: { en: 'Questions from the organizer', es: 'Preguntas del organizador' },
  send: { en: 'Send application', es: 'Enviar la solicitud' },
  whoSees: {
    en: 'The organizer will see what you send here and the license’s public state records. We’ll email you a private link to follow your application.',
    es: 'El organizador verá lo que usted envíe aquí y los registros públicos del estado sobre la licencia. Le enviaremos por correo un enlace privado para ver cómo va su solicitud.',
  },
  license: { en: 'State license number', es: 'Número de licencia del estado' },
  licenseHint: {
    en: 'Such as {example}; the digits are enough. Home kitchens don’t have one, so leave this blank.',
    es: 'Por ejemplo, {example}; bastan los dígitos. Las cocinas de casa no tienen: déjelo vacío.',
  },
  otherLicense: {
    en: 'Each kind has its own <link>documents to send</link>.',
    es: 'Cada tipo tiene sus propios <link>documentos</link>.',
  },
  licenseKind: { en: 'What kind of license do you have?', es: '¿Qué tipo de licencia tiene?' },
  mobileLicense: {
    en: 'Food truck, cart or caterer',
    es: 'Camión, carrito o catering',
  },
  licenseKindHint: {
    en: 'We look up food trucks, carts and caterers. The organizer checks the other kinds.',
    es: 'Consultamos food trucks, carritos y catering. Los demás tipos los revisa el organizador.',
  },
  business: { en: 'Business name', es: 'Nombre del negocio' },
  name: { en: 'Your name', es: 'Su nombre' },
  email: { en: 'Email', es: 'Correo electrónico' },
  emailHint: {
    en: 'We’ll send your private link and the organizer’s answer here.',
    es: 'Aquí le enviaremos su enlace privado y la respuesta del organizador.',
  },
  phone: { en: 'Phone', es: 'Teléfono' },
});

/** Wording for the page where a recipient stops invitations by email. */
export const STOP_INVITATIONS = defineMessages({
  title: { en: 'Stop invitations?', es: '¿Dejar de recibir invitaciones?' },
  lead: {
    en: 'Organizers here won’t be able to invite this address to events. You’ll still get emails about your own applications.',
    es: 'Los organizadores de este sitio ya no podrán invitar a esta dirección. Seguirá recibiendo los correos sobre sus propias solicitudes.',
  },
  stop: { en: 'Stop invitations', es: 'No recibir más invitaciones' },
  done: { en: 'No more invitations', es: 'No habrá más invitaciones' },
  doneLead: {
    en: 'Done. You can still apply to any event.',
    es: 'Listo. Puede seguir solicitando puestos en cualquier evento.',
  },
});

/**
 * Wording for the lookup while a number is typed. The English page shows the record's own sentences instead.
 */
export const LOOK_UP = defineNames<'unknown' | 'ambiguous' | 'not_a_number'>({
  unknown: {
    en: 'We can’t find this number in our records. That doesn’t mean you don’t have a license. Check the number and its letters.',
    es: 'No encontramos este número en nuestros registros. Eso no significa que usted no tenga licencia. Revise el número y sus letras.',
  },
  ambiguous: {
    en: 'Two licenses share these digits. Add the letters in front of the number.',
    es: 'Estos dígitos son de dos licencias. Escriba el número con sus letras.',
  },
  not_a_number: {
    en: 'Type only the license number.',
    es: 'Escriba solo el número de licencia.',
  },
});
