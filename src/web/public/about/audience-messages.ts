import { defineMessages } from '../../../lib/language/define-messages.ts';

export const FOR_ORGANIZERS = defineMessages({
  title: { en: 'For organizers', es: 'Para organizadores' },
  description: {
    en: 'Check {state} food vendors, take applications and keep the proof.',
    es: 'Consulte a los vendedores de comida de {state}, reciba solicitudes y guarde las pruebas.',
  },
  lead: {
    en: 'Know before you book: is the license current, what did inspectors find, and what proof do you keep?',
    es: 'Antes de contratar, sepa si la licencia está vigente, qué encontraron los inspectores y qué prueba le queda a usted.',
  },
  signIn: { en: 'Sign in', es: 'Iniciar sesión' },
  signUp: { en: 'Create an account', es: 'Crear una cuenta' },
  checkOne: {
    en: 'Check one vendor without an account',
    es: 'Consultar a un vendedor sin tener cuenta',
  },
  demo: { en: 'Try it with demo data', es: 'Pruébelo con datos de demostración' },
  demoText: {
    en: 'The records here are fictional, so two accounts are open to everyone, with events and applications in every state:',
    es: 'Los registros de este sitio son ficticios. Por eso hay dos cuentas abiertas a todos, con eventos y solicitudes en todas las etapas:',
  },
  demoAccount: {
    en: '<strong>{name}</strong>: email <code>{email}</code>, password <code>{password}</code>',
    es: '<strong>{name}</strong>: correo <code>{email}</code>, contraseña <code>{password}</code>',
  },
  check: { en: 'Check', es: 'Consulte' },
  checkText: {
    en: '<one>One vendor</one> or <list>your whole list</list>: a verdict with reasons, the documents to collect, and a signed receipt for your files. No account needed.',
    es: '<one>Un vendedor</one> o <list>toda su lista</list>: un dictamen con sus razones, los documentos que debe pedir y un recibo firmado para su archivo. No hace falta una cuenta.',
  },
  applications: { en: 'Take applications', es: 'Reciba solicitudes' },
  applicationsText: {
    en: 'Publish an event with your own questions. Each application comes with the vendor’s current record. Decide on one or many at a time; we email the applicants.',
    es: 'Publique un evento con sus propias preguntas. Cada solicitud llega junto con el historial actual del vendedor. Decida sobre una o sobre varias a la vez; a los solicitantes les avisamos por correo.',
  },
  papers: { en: 'Collect documents', es: 'Pida los documentos' },
  papersText: {
    en: 'Vendors send insurance and the other documents over a private link. You confirm or reject each, and reminders go out before a document is due.',
    es: 'Los vendedores envían el seguro y los demás documentos por un enlace privado. Usted acepta o rechaza cada uno, y antes de la fecha límite se les envía un recordatorio.',
  },
  informed: { en: 'Stay informed', es: 'Manténgase al tanto' },
  informedText: {
    en: 'Every vendor with a spot is watched until the event is over. If one is closed in between, you get an email.',
    es: 'Seguimos el historial de cada vendedor que tiene un puesto hasta que termina el evento. Si a alguno lo cierran antes, usted recibe un correo.',
  },
  proof: { en: 'Keep the proof', es: 'Guarde las pruebas' },
  proofText: {
    en: 'The event file has every decision with its receipt, to print or as a PDF. Anyone can verify a receipt later.',
    es: 'El expediente de un evento reúne todas las decisiones con sus recibos, para imprimir o en PDF. Cualquiera puede verificar un recibo después.',
  },
  team: { en: 'Work together', es: 'Trabaje en equipo' },
  teamText: {
    en: 'Invite your team, put events into your calendar, and use the <docs>API</docs> with a key of your own.',
    es: 'Invite a su equipo, lleve los eventos a su calendario y use la <docs>API</docs> con su propia clave.',
  },
  free: {
    en: 'An account is free.',
    es: 'La cuenta es gratis. Las páginas para manejar sus eventos están en inglés por ahora.',
  },
});

export const FOR_VENDORS = defineMessages({
  title: { en: 'For vendors', es: 'Para vendedores' },
  description: {
    en: 'Your {state} license and inspections as organizers see them, and what to do about them.',
    es: 'Su licencia de {state} y sus inspecciones como las ven los organizadores, y qué puede hacer.',
  },
  lead: {
    en: 'See your record as organizers see it, learn what holds it back, and have your say.',
    es: 'Vea su historial como lo ven los organizadores, sepa qué pesa en contra y dé su versión.',
  },
  find: { en: 'Find your record', es: 'Buscar su historial' },
  claim: { en: 'Claim your license', es: 'Reclamar su licencia' },
  signIn: { en: 'Sign in', es: 'Iniciar sesión' },
  standing: { en: 'Find out where you stand', es: 'Sepa cuál es su situación' },
  standingText: {
    en: 'Your page shows license, inspections and grade from the {regulator}’s files. The self-check says what holds the grade back and what to do first. Both are free and need no account.',
    es: 'Su página muestra la licencia, las inspecciones y la calificación según los archivos del {regulator}. La revisión para el vendedor le dice qué pesa en contra de la calificación y qué hacer primero. Las dos son gratis y no requieren una cuenta.',
  },
  claimTitle: { en: 'Claim your license', es: 'Reclame su licencia' },
  claimText: {
    en: 'Prove that it is yours with a code by letter or phone, or with a document. It is free.',
    es: 'Demuestre que es suya con un código que le llega por carta o por teléfono, o con un documento. Es gratis.',
  },
  say: { en: 'Have your say', es: 'Dé su versión' },
  sayText: {
    en: 'Write a reply that appears on your page. Dispute an inspection that isn’t yours or was corrected. The page marks it while we look into it.',
    es: 'Escriba una respuesta que se publica en su página. Impugne una inspección que no es suya o que ya se corrigió: la página lo indica mientras se revisa.',
  },
  apply: { en: 'Apply to events', es: 'Presente solicitudes' },
  applyText: {
    en: '<events>Open events</events> take applications here. Documents that an organizer confirmed once can be used again.',
    es: 'Los <events>eventos abiertos</events> reciben solicitudes aquí. Los documentos que ya le aceptó un organizador se pueden volver a usar.',
  },
  told: { en: 'Be told first', es: 'Entérese primero' },
  reportedText: {
    en: 'Daily monitoring compares your record with the newest files and emails you what changed. It’s the only paid feature, and you see the price first.',
    es: 'El seguimiento diario compara su historial con los archivos más recientes y le avisa por correo de lo que cambió. Es lo único que puede costar dinero, y el precio se lo mostramos antes.',
  },
  show: { en: 'Show it', es: 'Muéstrela' },
  showText: {
    en: 'Put the badge with your current letter on your own web page. The code for it is on your record’s page.',
    es: 'Ponga en su sitio web la insignia con su calificación actual. El código está en la página de su historial.',
  },
});
