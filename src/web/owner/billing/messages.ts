import { defineMessages } from '../../../lib/language/define-messages.ts';

/**
 * Wording about paid daily monitoring of a license's record: the checkout, and how to change or cancel
 * monitoring.
 */
export const WATCH = defineMessages({
  licenses: { en: 'Your licenses', es: 'Sus licencias' },
  title: { en: 'Daily watch', es: 'Seguimiento diario' },
  description: {
    en: 'A paid daily watch for a license’s record.',
    es: 'El seguimiento diario, de pago, del historial de una licencia.',
  },
  test: {
    en: '<strong>No money: test checkout.</strong> This site shows demo data. You won’t be charged or asked for a card.',
    es: '<strong>Sin dinero: pago de prueba.</strong> Este sitio muestra datos de demostración. No le cobraremos nada ni le pediremos una tarjeta.',
  },
  notPaid: { en: 'No payment was made.', es: 'No se hizo ningún pago.' },
  lead: {
    en: 'Every day, we’ll check the regulator’s record of your license and email you when anything on it changes.',
    es: 'Todos los días revisaremos los registros de la agencia reguladora sobre su licencia y le escribiremos cuando algo cambie.',
  },
  price: { en: 'Price', es: 'Precio' },
  aMonth: { en: '{price} a month ({currency})', es: '{price} al mes ({currency})' },
  runs: { en: 'Term', es: 'Duración' },
  monthly: { en: 'Month by month, until you cancel', es: 'Mes a mes, hasta que usted cancele' },
  watched: { en: 'What we watch', es: 'Qué seguimos' },
  fields: {
    en: 'Status, expiry, holder and name, closures, inspections and how they ended, our grade',
    es: 'Estado, vencimiento, titular y nombre, cierres, inspecciones y cómo terminaron, nuestra calificación',
  },
  pay: { en: 'Pay {price} a month with Stripe', es: 'Pagar {price} al mes con Stripe' },
  payTest: { en: 'Pay (test, no money)', es: 'Pagar (prueba, sin dinero)' },
  declineTest: {
    en: 'Let the card be declined (test)',
    es: 'Simular que se rechaza la tarjeta (prueba)',
  },
  notNow: { en: 'Not now', es: 'Ahora no' },
  atStripe: {
    en: 'You’ll pay at Stripe. We never see your card.',
    es: 'Pagará en Stripe. Nosotros nunca vemos su tarjeta.',
  },
  notWorthIt: {
    en: 'This license can’t be watched',
    es: 'Esta licencia no admite seguimiento',
  },
  whyNot: {
    en: 'The regulator’s license file says the holder gave up this license. Its record no longer changes, so there is nothing to watch.',
    es: 'Según el archivo de licencias de la agencia reguladora, el titular entregó esta licencia. Su historial ya no cambia, así que no hay nada que seguir.',
  },
  ifNew: {
    en: 'If you have a new license, claim that one and watch it. If you didn’t give up this license, ask the regulator to correct its file. Once a newer file lists the license as current, you can start the watch here.',
    es: 'Si tiene una licencia nueva, reclámela y pida el seguimiento de esa. Si usted no entregó esta licencia, pídale a la agencia reguladora que corrija su archivo. Cuando un archivo más reciente la muestre como vigente, podrá empezar aquí el seguimiento.',
  },
  claimAnother: { en: 'Claim another license', es: 'Reclamar otra licencia' },
  back: { en: 'Back', es: 'Volver' },
  onText: {
    en: 'We’ll email you when something on its record changes.',
    es: 'Le escribiremos cuando algo cambie en su historial.',
  },
  underWayText: {
    en: 'Thank you. The watch will start as soon as Stripe confirms the payment, usually within a minute. You’ll get an email.',
    es: 'Gracias. En cuanto Stripe confirme el pago, por lo general en menos de un minuto, empezará el seguimiento y le llegará un correo.',
  },
  onTitle: { en: 'We’re watching this license', es: 'Ya seguimos esta licencia' },
  underWay: { en: 'Payment in progress', es: 'Pago en proceso' },
  lookAgain: { en: 'Check again', es: 'Revisar otra vez' },
  cancelTest: { en: 'Cancel the test subscription', es: 'Cancelar la suscripción de prueba' },
  changeAtStripe: {
    en: 'Change card or cancel at Stripe',
    es: 'Cambiar la tarjeta o cancelar en Stripe',
  },
  givenUp: {
    en: '<strong>The regulator’s license file says the holder gave up this license.</strong> Its record no longer changes. You can end the watch here.',
    es: '<strong>Según el archivo de licencias de la agencia reguladora, el titular entregó esta licencia.</strong> Su historial ya no cambia. Aquí puede terminar el seguimiento.',
  },
  start: { en: 'Start the watch', es: 'Empezar el seguimiento' },
  payment: { en: 'Payment for the watch', es: 'Pago del seguimiento' },
  unavailable: {
    en: 'The daily watch isn’t available here',
    es: 'El seguimiento diario no está disponible aquí',
  },
  unavailableText: {
    en: 'This site isn’t taking payments right now, so you can’t start a paid watch. Everything else works, and checking your own record is free.',
    es: 'Por ahora este sitio no recibe pagos, así que no puede empezar un seguimiento de pago. Todo lo demás funciona, y revisar su propio historial es gratis.',
  },
  checkVendor: { en: 'Check a vendor', es: 'Consultar a un vendedor' },
  watch: { en: 'Watch', es: 'Seguimiento' },
  off: { en: 'Off', es: 'Inactivo' },
  on: { en: 'On', es: 'Activo' },
  unpaid: { en: 'On, but a payment is missing', es: 'Activo, pero falta un pago' },
  goesOnUntil: { en: 'Runs until', es: 'Continúa hasta el' },
  ends: { en: 'Ends', es: 'Termina el' },
  paidUntil: { en: 'Paid until', es: 'Pagado hasta el' },
  license: { en: 'License', es: 'Licencia' },
  noneNamed: {
    en: 'This link doesn’t say which license to watch. Choose one under “Your licenses.”',
    es: 'Esta dirección no indica qué licencia seguir. Elija una de las suyas en “Sus licencias”.',
  },
  notYours: { en: 'That license isn’t in your account.', es: 'Esa licencia no está en su cuenta.' },
});
