import { defineMessages } from '../../../lib/language/define-messages.ts';

export const FOR_ORGANIZERS = defineMessages({
  title: { en: 'For organizers', es: 'Para organizadores' },
  description: {
    en: 'Check {state} food vendors, take applications and keep the proof.',
    es: 'Consulte a los vendedores de comida de {state}, reciba solicitudes y guarde las pruebas.',
  },
  lead: {
    en: 'Know before you book: Is the license current? What did inspectors find? What proof will you keep?',
    es: 'Sepa antes de contratar: ¿Está vigente la licencia? ¿Qué encontraron los inspectores? ¿Qué prueba conservará usted?',
  },
  signIn: { en: 'Sign in', es: 'Iniciar sesión' },
  signUp: { en: 'Create an account', es: 'Crear una cuenta' },
  checkOne: {
    en: 'Check one vendor without an account',
    es: 'Consultar a un vendedor sin tener cuenta',
  },
  demo: { en: 'Try it with demo data', es: 'Pruébelo con datos de demostración' },
  demoText: {
    en: 'The records here are fictional, so anyone can use these two accounts, which have events and applications at every stage:',
    es: 'Los registros de este sitio son ficticios, así que cualquiera puede usar estas dos cuentas, que tienen eventos y solicitudes en todas las etapas:',
  },
  demoAccount: {
    en: '<strong>{name}</strong>: email <code>{email}</code>, password <code>{password}</code>',
    es: '<strong>{name}</strong>: correo <code>{email}</code>, contraseña <code>{password}</code>',
  },
  check: { en: 'Check', es: 'Consulte' },
  checkText: {
    en: '<one>One vendor</one> or <list>your whole list</list>: a verdict with reasons, the documents to collect, and a signed receipt for your files. No account needed.',
    es: '<one>Un vendedor</one> o <list>toda su lista</list>: un resultado con sus razones, los documentos que debe pedir y un recibo firmado para su archivo. No necesita cuenta.',
  },
  applications: { en: 'Take applications', es: 'Reciba solicitudes' },
  applicationsText: {
    en: 'Publish an event with your own questions. Each application comes with the vendor’s current record. Decide on one or many at a time, and we’ll email the applicants.',
    es: 'Publique un evento con sus propias preguntas. Cada solicitud llega junto con el historial actual del vendedor. Decida sobre una o varias a la vez y avisaremos por correo a los solicitantes.',
  },
  papers: { en: 'Collect documents', es: 'Pida los documentos' },
  papersText: {
    en: 'Vendors send their insurance and other documents through a private link. You confirm or reject each one, and we’ll send reminders before a document is due.',
    es: 'Los vendedores envían el seguro y los demás documentos por un enlace privado. Usted acepta o rechaza cada uno, y enviaremos recordatorios antes de la fecha límite.',
  },
  informed: { en: 'Stay informed', es: 'Manténgase al tanto' },
  informedText: {
    en: 'We’ll watch every vendor with a spot until the event is over. If one is closed before then, you’ll get an email.',
    es: 'Seguiremos el historial de cada vendedor que tiene un puesto hasta que termine el evento. Si cierran a alguno antes, usted recibirá un correo.',
  },
  proof: { en: 'Keep the proof', es: 'Guarde las pruebas' },
  proofText: {
    en: 'The event file has every decision with its receipt, ready to print or save as a PDF. Anyone can verify a receipt later.',
    es: 'El expediente del evento reúne todas las decisiones con sus recibos, listo para imprimir o guardar en PDF. Cualquiera puede verificar un recibo después.',
  },
  team: { en: 'Work together', es: 'Trabaje en equipo' },
  teamText: {
    en: 'Invite your team, add events to your calendar, and use the <docs>API</docs> with your own key.',
    es: 'Invite a su equipo, lleve los eventos a su calendario y use la <docs>API</docs> con su propia clave.',
  },
  free: {
    en: 'Accounts are free.',
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
    en: 'Your page shows license, inspections and grade from the {regulator}’s files. The self-check shows what’s holding the grade back and what to do first. Both are free and don’t require an account.',
    es: 'Su página muestra la licencia, las inspecciones y la calificación según los archivos del {regulator}. La revisión para el vendedor muestra qué pesa en contra de la calificación y qué hacer primero. Las dos son gratis y no requieren cuenta.',
  },
  claimTitle: { en: 'Claim your license', es: 'Reclame su licencia' },
  claimText: {
    en: 'Prove that it’s yours with a document or a code we send by letter or phone. It’s free.',
    es: 'Demuestre que es suya con un documento o con un código que le enviamos por carta o por teléfono. Es gratis.',
  },
  say: { en: 'Have your say', es: 'Dé su versión' },
  sayText: {
    en: 'Write a reply that appears on your page. Dispute an inspection that isn’t yours or was corrected. We’ll mark it on your page while we look into it.',
    es: 'Escriba una respuesta que se publica en su página. Impugne una inspección que no es suya o que ya se corrigió. La marcaremos en su página mientras la revisamos.',
  },
  apply: { en: 'Apply to events', es: 'Presente solicitudes' },
  applyText: {
    en: 'Apply to <events>open events</events> here. You can reuse documents that an organizer has already confirmed.',
    es: 'Presente aquí solicitudes a <events>eventos abiertos</events>. Puede volver a usar los documentos que ya le aceptó un organizador.',
  },
  told: { en: 'Be the first to know', es: 'Entérese primero' },
  reportedText: {
    en: 'With daily monitoring, we check your record against the latest files and email you what changed. It’s the only paid feature, and you’ll see the price first.',
    es: 'Con el seguimiento diario, comparamos su historial con los archivos más recientes y le avisamos por correo qué cambió. Es la única función de pago, y verá el precio antes.',
  },
  show: { en: 'Show it', es: 'Muéstrela' },
  showText: {
    en: 'Put a badge with your current grade on your website. You’ll find the code on your record’s page.',
    es: 'Ponga en su sitio web la insignia con su calificación actual. El código está en la página de su historial.',
  },
});
