import { defineMessages } from '../../../lib/language/define-messages.ts';

/** Texts about the operator, for every page that names the operator. */
export const OPERATOR = defineMessages({
  unknown: {
    en: '<strong>Whoever runs this copy of the service has not said who they are.</strong> Ask where you got this address from, before you give it anything personal.',
    es: '<strong>Quien administra esta copia del servicio no ha dicho quién es.</strong> Antes de dar aquí datos personales, pregunte a quien le dio esta dirección.',
  },
  runBy: { en: 'Run by', es: 'A cargo de' },
  email: { en: 'Email', es: 'Correo electrónico' },
  address: { en: 'Address', es: 'Dirección' },
});

export const CONTACT = defineMessages({
  title: { en: 'Contact', es: 'Contacto' },
  description: {
    en: 'Who runs this service, and who can help with what.',
    es: 'Quién administra este servicio y quién puede ayudarle con qué.',
  },
  who: { en: 'Who runs it', es: 'Quién lo administra' },
  ask: { en: 'Who to ask', es: 'A quién acudir' },
  record: { en: 'A record is wrong', es: 'Un registro tiene un error' },
  recordText: {
    en: 'The {regulator} writes the records; we only read them. Ask it to correct its file: <official>{page}</official>. Our page follows with the next file. Is the license yours? <claim>Claim it</claim>, and you can dispute the row here, too: the page then says so.',
    es: 'Los registros los escribe el {regulator}; nosotros solo los leemos. Pídale que corrija su archivo: <official>{page}</official>. Nuestra página cambia con el archivo siguiente. ¿La licencia es suya? <claim>Reclámela</claim> y podrá impugnar el dato también aquí; la página lo indicará.',
  },
  grade: {
    en: 'A grade or a verdict looks wrong',
    es: 'Una calificación o un dictamen parece equivocado',
  },
  gradeText: {
    en: 'Every grade follows from <method>one published method</method>. If a page does not follow it, write to whoever runs this service, with the license number.',
    es: 'Todas las calificaciones se calculan con <method>un mismo método, que es público</method>. Si una página no lo sigue, escriba a quien administra este servicio e indique el número de licencia.',
  },
  event: { en: 'An event or an application', es: 'Un evento o una solicitud' },
  eventText: {
    en: 'Write to the organizer. The event’s page says who that is, and has their email address if they gave one.',
    es: 'Escriba al organizador. La página del evento dice quién es y tiene su correo electrónico, si lo indicó.',
  },
  ownData: { en: 'What we have about you', es: 'Lo que tenemos sobre usted' },
  ownDataText: {
    en: 'With an account, you get it as a file under <data>Your data</data>, and delete the account in <settings>Settings</settings>. Without one, or to have applications erased that you sent to organizers, write to whoever runs this service. Write from the email address that it is about: that shows that it is you who asks.',
    es: 'Si tiene una cuenta, puede recibirlo en un archivo en <data>Sus datos</data> y eliminar la cuenta en <settings>Ajustes</settings>. Si no la tiene, o para que se borren las solicitudes que envió a organizadores, escriba a quien administra este servicio. Escriba desde el correo electrónico del que se trata: eso muestra que quien lo pide es usted.',
  },
  complaint: { en: 'A food safety complaint', es: 'Una queja sobre la higiene de la comida' },
  complaintText: {
    en: 'That is for the {regulator}. We inspect nobody and take no complaints.',
    es: 'Eso le corresponde al {regulator}. Nosotros no inspeccionamos a nadie ni recibimos quejas.',
  },
});

export const TERMS = defineMessages({
  title: { en: 'Terms', es: 'Condiciones' },
  description: {
    en: 'What you can rely on here, and what we ask of you.',
    es: 'En qué puede confiar aquí y qué le pedimos.',
  },
  lead: {
    en: 'What you can rely on here, what you cannot, and what we ask of you.',
    es: 'En qué puede confiar aquí, en qué no, y qué le pedimos.',
  },
  what: { en: 'What this is', es: 'Qué es este servicio' },
  whatText: {
    en: 'An independent reading of public records. The {regulator} does not run it and grades nobody. Grades, scores and verdicts are ours, made by rule from its files.',
    es: 'Una lectura independiente de registros públicos. El {regulator} no lo administra ni califica a nadie. Las calificaciones, las puntuaciones y los dictámenes son nuestros y se hacen por regla a partir de sus archivos.',
  },
  snapshot: {
    en: 'Each inspection is a snapshot of one day. A grade does not say that food is safe, and a missing grade does not say that it is not.',
    es: 'Cada inspección refleja un solo día. Una calificación no dice que la comida sea segura, y que falte no dice que no lo sea.',
  },
  late: {
    en: 'Records can be late, incomplete or wrong at their source. Each page says as of which day they are; <coverage>What the files cover</coverage> says what is missing.',
    es: 'Los registros pueden llegar tarde, estar incompletos o tener errores desde su origen. Cada página dice de qué fecha son; <coverage>Qué abarcan los archivos</coverage> dice qué falta.',
  },
  advice: {
    en: 'A verdict is advice. Whether a vendor comes to your event is your decision, and so is checking the documents.',
    es: 'Un dictamen es una orientación. A usted le corresponde decidir si un vendedor va a su evento, y también revisar sus documentos.',
  },
  ask: { en: 'What we ask', es: 'Qué le pedimos' },
  notTheirs: {
    en: 'Do not present a grade or a verdict as the {regulator}’s own.',
    es: 'No presente una calificación ni un dictamen como si fueran del {regulator}.',
  },
  nameDay: {
    en: 'When you pass on a grade or a count, name the day and link to its page. Grades change.',
    es: 'Cuando comparta una calificación o una cifra, diga de qué fecha es y ponga un enlace a su página. Las calificaciones cambian.',
  },
  limits: {
    en: 'Keep to the limits that every answer of the <docs>API</docs> names.',
    es: 'Respete los límites que indica cada respuesta de la <docs>API</docs>.',
  },
  organizer: {
    en: 'As an organizer: use what applicants send you for your event, and nothing else.',
    es: 'Si es organizador: use lo que le envían los solicitantes para su evento y para nada más.',
  },
  vendor: {
    en: 'As a vendor: claim only a license that is yours. A claim ends when the license has another holder.',
    es: 'Si es vendedor: reclame solo una licencia que sea suya. El reclamo termina cuando la licencia pasa a otro titular.',
  },
  hole: {
    en: 'Do not try to get at what is not yours. Found a hole? Tell whoever runs the service first.',
    es: 'No intente llegar a lo que no es suyo. ¿Encontró una falla de seguridad? Avise primero a quien administra el servicio.',
  },
  cost: { en: 'What it costs', es: 'Cuánto cuesta' },
  costText: {
    en: 'Looking up, checking, verifying, events, applications and claims are free. The daily watch of a license is the one thing that can cost money; its page names the price before you pay, and you can end it at any time.',
    es: 'Buscar, consultar y verificar es gratis, y también los eventos, las solicitudes y los reclamos. Lo único que puede costar dinero es el seguimiento diario de una licencia: su página dice el precio antes de que usted pague, y puede terminarlo cuando quiera.',
  },
  warranty: { en: 'Warranty', es: 'Garantía' },
  warrantyText: {
    en: 'The software comes “as is”, without warranty of any kind, under the Apache License 2.0. Whoever runs this copy answers for it only as far as the law requires.',
    es: 'El programa se ofrece “tal cual”, sin garantía de ningún tipo, bajo la licencia Apache 2.0. Quien administra esta copia responde por ella solo hasta donde lo exige la ley.',
  },
  who: { en: 'Who runs it', es: 'Quién lo administra' },
});

export const ACCESSIBILITY = defineMessages({
  title: { en: 'Accessibility', es: 'Accesibilidad' },
  description: {
    en: 'What we aim at, how we test, and what does not work yet.',
    es: 'Qué nos proponemos, cómo lo probamos y qué no funciona todavía.',
  },
  lead: {
    en: 'Everybody should be able to use this service: with a keyboard, a screen reader, large text, a small or old phone, or without script.',
    es: 'Todos deberían poder usar este servicio: con teclado, con lector de pantalla, con letra grande, con un teléfono pequeño o viejo, o sin JavaScript.',
  },
  aim: { en: 'What we aim at', es: 'Qué nos proponemos' },
  aimText: {
    en: 'The pages aim at level AA of the <guidelines>Web Content Accessibility Guidelines 2.2</guidelines>. No auditor has certified that.',
    es: 'Las páginas buscan cumplir el nivel AA de las <guidelines>Pautas de Accesibilidad para el Contenido Web 2.2 (WCAG, en inglés)</guidelines>. Ningún auditor lo ha certificado.',
  },
  noScript: {
    en: 'Every page works without JavaScript and by keyboard alone.',
    es: 'Todas las páginas funcionan sin JavaScript y solo con el teclado.',
  },
  narrow: {
    en: 'Pages fit a window 320 pixels wide, which is also 400 % zoom on a common screen; wide tables scroll within themselves.',
    es: 'Las páginas caben en una ventana de 320 píxeles de ancho, que equivale a un zoom de 400 % en una pantalla común; las tablas anchas se desplazan por dentro.',
  },
  color: {
    en: 'No meaning is in color alone: every tone comes with a word or a sign. Dark mode and high-contrast modes are respected.',
    es: 'Nada se dice solo con el color: cada tono lleva una palabra o un signo. Se respetan el modo oscuro y los modos de alto contraste.',
  },
  charts: {
    en: 'Every chart has its numbers as text or as a table.',
    es: 'Los números de cada gráfica están también en texto o en una tabla.',
  },
  pdfs: {
    en: 'PDFs are tagged, with headings and table heads.',
    es: 'Los PDF llevan etiquetas, con títulos y encabezados de tabla.',
  },
  test: { en: 'How we test', es: 'Cómo lo probamos' },
  testText: {
    en: 'A program opens the pages in a browser, in light and dark, and looks for faults with axe-core; another checks the HTML. Programs find about half of what can go wrong. The rest we look for by hand.',
    es: 'Un programa abre las páginas en un navegador, en modo claro y oscuro, y busca fallas con axe-core; otro revisa el HTML. Los programas encuentran cerca de la mitad de lo que puede fallar. El resto lo buscamos a mano.',
  },
  notYet: { en: 'What does not work yet', es: 'Qué no funciona todavía' },
  english: {
    en: 'The pages for organizers, with their event files, and the <docs>API documentation</docs> are in English only.',
    es: 'Las páginas para organizadores, con sus expedientes de cumplimiento, y la <docs>documentación de la API</docs> están solo en inglés.',
  },
  readers: {
    en: 'PDFs were not tested with every screen reader. Each has a page with the same content.',
    es: 'Los PDF no se probaron con todos los lectores de pantalla. Cada uno tiene una página con el mismo contenido.',
  },
  files: {
    en: 'Files that applicants send to organizers are as accessible as their makers left them.',
    es: 'Los archivos que los solicitantes envían a los organizadores son tan accesibles como los hizo quien los preparó.',
  },
  tell: { en: 'Tell us', es: 'Díganos' },
  tellText: {
    en: 'Something keeps you out? <contact>Write to whoever runs this service</contact>, with the address of the page and what you use to read it.',
    es: '¿Algo le impide usar una página? <contact>Escriba a quien administra este servicio</contact> con la dirección de la página y lo que usa para leerla.',
  },
});
