import { defineMessages } from '../../../lib/language/define-messages.ts';

/** Wording for the pages that name the operator. */
export const OPERATOR = defineMessages({
  unknown: {
    en: '<strong>This site’s operator hasn’t added contact details yet.</strong> Don’t enter personal information until you know who runs it.',
    es: '<strong>Quien administra este sitio todavía no ha puesto sus datos de contacto.</strong> No escriba aquí datos personales hasta saber quién lo administra.',
  },
  runBy: { en: 'Run by', es: 'A cargo de' },
  email: { en: 'Email', es: 'Correo electrónico' },
  address: { en: 'Address', es: 'Dirección' },
});

export const CONTACT = defineMessages({
  title: { en: 'Contact', es: 'Contacto' },
  description: {
    en: 'Who runs this service, and whom to contact.',
    es: 'Quién administra este servicio y a quién acudir.',
  },
  who: { en: 'Who runs it', es: 'Quién lo administra' },
  ask: { en: 'Who to ask', es: 'A quién acudir' },
  record: { en: 'A record is wrong', es: 'Un registro tiene un error' },
  recordText: {
    en: 'The {regulator} keeps the records; we only read them. Ask it to correct its file: <official>{page}</official>. Our page will change with the next file. Is the license yours? <claim>Claim it</claim>, and you can dispute the entry here, too. We’ll mark it as disputed on the page.',
    es: 'Los registros los escribe el {regulator}; nosotros solo los leemos. Pídale que corrija su archivo: <official>{page}</official>. Nuestra página cambiará con el archivo siguiente. ¿La licencia es suya? <claim>Reclámela</claim> y podrá impugnar el dato también aquí. Lo marcaremos en la página como impugnado.',
  },
  grade: {
    en: 'A grade or a verdict looks wrong',
    es: 'Una calificación o un resultado parece equivocado',
  },
  gradeText: {
    en: 'Every grade comes from <method>one published method</method>. If a page doesn’t match it, write to the operator and include the license number.',
    es: 'Todas las calificaciones se calculan con <method>un mismo método, que es público</method>. Si una página no lo sigue, escriba a quien administra este servicio e indique el número de licencia.',
  },
  event: { en: 'An event or an application', es: 'Un evento o una solicitud' },
  eventText: {
    en: 'Write to the organizer. The event’s page names the organizer, and shows their email address if they gave one.',
    es: 'Escriba al organizador. La página del evento dice quién es y tiene su correo electrónico, si lo indicó.',
  },
  ownData: { en: 'What we have about you', es: 'Lo que tenemos sobre usted' },
  ownDataText: {
    en: 'If you have an account, download it under <data>Your data</data>, and delete the account in <settings>Settings</settings>. If you don’t, or if you want applications you sent to organizers erased, write to the operator. Use the email address in question, so we know it’s you.',
    es: 'Si tiene una cuenta, puede recibirlo en un archivo en <data>Sus datos</data> y eliminar la cuenta en <settings>Ajustes</settings>. Si no la tiene, o para que se borren las solicitudes que envió a organizadores, escriba a quien administra este servicio. Escriba desde el correo electrónico del que se trata, para que sepamos que es usted.',
  },
  complaint: { en: 'A food safety complaint', es: 'Una queja sobre la higiene de la comida' },
  complaintText: {
    en: 'Contact the {regulator}. We don’t inspect vendors or take complaints.',
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
    en: 'A service built from public records. The {regulator} doesn’t run it and doesn’t grade vendors. Grades, scores and verdicts are ours, based on fixed rules and its files.',
    es: 'Una lectura independiente de registros públicos. El {regulator} no lo administra ni califica a nadie. Las calificaciones, las puntuaciones y los resultados son nuestros, según reglas fijas y sus archivos.',
  },
  snapshot: {
    en: 'Each inspection is a snapshot of one day. A grade doesn’t mean that the food is safe, and a missing grade doesn’t mean that it isn’t.',
    es: 'Cada inspección refleja un solo día. Una calificación no significa que la comida sea segura, y que falte no significa que no lo sea.',
  },
  late: {
    en: 'Records can be late, incomplete or wrong at the source. Each page gives the date of its records, and <coverage>Data coverage</coverage> lists what’s missing.',
    es: 'Los registros pueden llegar tarde, estar incompletos o tener errores desde su origen. Cada página dice de qué fecha son; <coverage>Qué abarcan los archivos</coverage> dice qué falta.',
  },
  advice: {
    en: 'A verdict is advice. You decide who comes to your event, and you check the documents.',
    es: 'Un resultado es una orientación. Usted decide quién va a su evento y revisa los documentos.',
  },
  ask: { en: 'What we ask', es: 'Qué le pedimos' },
  notTheirs: {
    en: 'Don’t present a grade or verdict as the {regulator}’s own.',
    es: 'No presente una calificación ni un resultado como si fueran del {regulator}.',
  },
  nameDay: {
    en: 'When you share a grade or a count, give the date and link to its page. Grades change.',
    es: 'Cuando comparta una calificación o una cifra, diga de qué fecha es y ponga un enlace a su página. Las calificaciones cambian.',
  },
  limits: {
    en: 'Stay within the limits shown in every <docs>API</docs> response.',
    es: 'Respete los límites que indica cada respuesta de la <docs>API</docs>.',
  },
  organizer: {
    en: 'If you’re an organizer, use what applicants send you only for your event.',
    es: 'Si es organizador, use lo que le envían los solicitantes solo para su evento.',
  },
  vendor: {
    en: 'If you’re a vendor, claim only your own license. A claim ends when the license changes hands.',
    es: 'Si es vendedor, reclame solo su propia licencia. El reclamo termina cuando la licencia pasa a otro titular.',
  },
  hole: {
    en: 'Don’t try to access what isn’t yours. Found a security hole? Tell the operator first.',
    es: 'No intente acceder a lo que no es suyo. ¿Encontró una falla de seguridad? Avise primero a quien administra el servicio.',
  },
  cost: { en: 'What it costs', es: 'Cuánto cuesta' },
  costText: {
    en: 'Search, checks, verification, events, applications and claims are free. Only the daily watch on a license can cost money. You’ll see the price before you pay, and you can cancel any time.',
    es: 'Buscar, consultar y verificar es gratis, y también los eventos, las solicitudes y los reclamos. Lo único que puede costar dinero es el seguimiento diario de una licencia. Verá el precio antes de pagar y puede cancelarlo cuando quiera.',
  },
  warranty: { en: 'Warranty', es: 'Garantía' },
  warrantyText: {
    en: 'The software comes “as is,” without warranty of any kind, under the Apache License 2.0. The operator of this copy is liable only as far as the law requires.',
    es: 'El programa se ofrece “tal cual”, sin garantía de ningún tipo, bajo la licencia Apache 2.0. Quien administra esta copia responde por ella solo hasta donde lo exige la ley.',
  },
  who: { en: 'Who runs it', es: 'Quién lo administra' },
});

export const ACCESSIBILITY = defineMessages({
  title: { en: 'Accessibility', es: 'Accesibilidad' },
  description: {
    en: 'Our goals, how we test, and what doesn’t work yet.',
    es: 'Qué nos proponemos, cómo lo probamos y qué no funciona todavía.',
  },
  lead: {
    en: 'Everyone should be able to use this service: with a keyboard, a screen reader, large text, a small or old phone, or without JavaScript.',
    es: 'Todos deberían poder usar este servicio: con teclado, con lector de pantalla, con letra grande, con un teléfono pequeño o viejo, o sin JavaScript.',
  },
  aim: { en: 'Our goals', es: 'Qué nos proponemos' },
  aimText: {
    en: 'The pages aim for level AA of the <guidelines>Web Content Accessibility Guidelines 2.2</guidelines>. No auditor has certified them.',
    es: 'Las páginas buscan cumplir el nivel AA de las <guidelines>Pautas de Accesibilidad para el Contenido Web 2.2 (WCAG, en inglés)</guidelines>. Ningún auditor lo ha certificado.',
  },
  noScript: {
    en: 'Every page works without JavaScript, and with only a keyboard.',
    es: 'Todas las páginas funcionan sin JavaScript y solo con el teclado.',
  },
  narrow: {
    en: 'Pages fit in a window 320 pixels wide, the same as 400% zoom on a typical screen. Wide tables scroll on their own.',
    es: 'Las páginas caben en una ventana de 320 píxeles de ancho, que equivale a un zoom de 400 % en una pantalla común; las tablas anchas se desplazan por dentro.',
  },
  color: {
    en: 'Color is never the only cue: there is always a word or symbol, too. Dark mode and high-contrast modes work.',
    es: 'El color nunca es la única señal: siempre hay también una palabra o un símbolo. Funcionan el modo oscuro y los modos de alto contraste.',
  },
  charts: {
    en: 'Every chart’s numbers are also available as text or a table.',
    es: 'Los números de cada gráfica están también en texto o en una tabla.',
  },
  pdfs: {
    en: 'PDFs are tagged, with headings and table headers.',
    es: 'Los PDF llevan etiquetas, con títulos y encabezados de tabla.',
  },
  test: { en: 'How we test', es: 'Cómo lo probamos' },
  testText: {
    en: 'One program opens the pages in a browser, in light and dark mode, and tests them with axe-core. Another checks the HTML. Programs catch about half of all problems, so we look for the rest by hand.',
    es: 'Un programa abre las páginas en un navegador, en modo claro y oscuro, y busca fallas con axe-core; otro revisa el HTML. Los programas encuentran cerca de la mitad de lo que puede fallar. El resto lo buscamos a mano.',
  },
  notYet: { en: 'What doesn’t work yet', es: 'Qué no funciona todavía' },
  english: {
    en: 'The pages for organizers, including event files, and the <docs>API documentation</docs> are in English only.',
    es: 'Las páginas para organizadores, con sus expedientes de cumplimiento, y la <docs>documentación de la API</docs> están solo en inglés.',
  },
  readers: {
    en: 'We haven’t tested PDFs with every screen reader. Each has a page with the same content.',
    es: 'Los PDF no se probaron con todos los lectores de pantalla. Cada uno tiene una página con el mismo contenido.',
  },
  files: {
    en: 'Files that applicants send to organizers are only as accessible as the people who created them made them.',
    es: 'Los archivos que los solicitantes envían a los organizadores son tan accesibles como los hizo quien los preparó.',
  },
  tell: { en: 'Tell us', es: 'Díganos' },
  tellText: {
    en: 'Can’t use a page? <contact>Write to the operator</contact> and include the page’s address and what you use to read it.',
    es: '¿Algo le impide usar una página? <contact>Escriba a quien administra este servicio</contact> con la dirección de la página y lo que usa para leerla.',
  },
});
