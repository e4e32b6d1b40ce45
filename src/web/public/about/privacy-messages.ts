import { defineMessages } from '../../../lib/language/define-messages.ts';

/** Wording for the privacy page: which data is stored, for how long, and who sees it. */
export const PRIVACY = defineMessages({
  title: { en: 'Privacy', es: 'Privacidad' },
  description: {
    en: 'What this service stores, for how long, and who sees it.',
    es: 'Qué guarda este servicio, por cuánto tiempo y quién lo ve.',
  },
  lead: {
    en: 'You can use every public page without an account and without being tracked. This page explains what we store when you do more.',
    es: 'Puede usar todas las páginas públicas sin cuenta y sin que nadie lo rastree. Esta página explica qué guardamos cuando hace algo más.',
  },
  responsible: { en: 'Who is responsible', es: 'Quién es responsable' },
  organizers: {
    en: 'Organizers are responsible for what they do with the applications they receive.',
    es: 'Los organizadores responden de lo que hacen con las solicitudes que reciben.',
  },
  look: { en: 'If you only browse', es: 'Si solo consulta' },
  measured: {
    en: 'We don’t track visits, and no page loads anything from another site. At most, we count and time requests from all visitors together. We don’t set any cookies unless you choose a language; then one remembers your choice for a year.',
    es: 'No rastreamos las visitas y ninguna página carga contenido de otro sitio. Como mucho, contamos las peticiones de todos los visitantes juntas y cuánto tardan. No guardamos ninguna cookie, a menos que elija un idioma: entonces una lo recuerda durante un año.',
  },
  log: {
    en: 'Our log records the time, the page’s address without your search terms, and whether the request worked. It doesn’t record your network address.',
    es: 'Nuestro registro técnico guarda la hora, la dirección de la página sin lo que usted buscó y si la petición funcionó. No guarda su dirección de red (IP).',
  },
  counted: {
    en: 'To limit requests, we keep a count for your network address in memory for a minute, or a day at most.',
    es: 'Para limitar las peticiones, su dirección de red se cuenta en la memoria durante un minuto o, como máximo, un día.',
  },
  list: {
    en: 'When you check a list, we keep it for 7 days at a private link that only you get.',
    es: 'Cuando usted consulta una lista, la guardamos 7 días en un enlace privado que solo recibe usted.',
  },
  weekly: {
    en: 'For a weekly email about closures or about a vendor, we store your email address, the county or the license, and the language. We delete them when you unsubscribe, or after 30 days if you don’t confirm.',
    es: 'Para un correo semanal sobre cierres o sobre un vendedor guardamos su correo, el condado o la licencia, y el idioma. Los borramos cuando usted cancela el correo, o a los 30 días si no lo confirma.',
  },
  receipts: {
    en: 'A receipt shows which vendor was checked, when, and the verdict. It doesn’t show who asked. We keep receipts permanently so that they can be verified.',
    es: 'Un recibo muestra qué vendedor se consultó, cuándo y el resultado. No muestra quién preguntó. Conservamos los recibos para siempre, para que se puedan verificar.',
  },
  account: { en: 'If you have an account', es: 'Si tiene una cuenta' },
  stored: {
    en: 'We store your name, your email address, the language of your emails, a salted hash of your password, and the names your browsers give themselves while they’re signed in. With a second factor, we also store its secret (encrypted) and hashes of the recovery codes. We don’t store network addresses. If you never confirm your address, we delete the account after {unconfirmed} days.',
    es: 'Guardamos su nombre, su correo electrónico, el idioma de sus correos, un hash con sal de su contraseña (no la contraseña misma) y el nombre con que se identifican sus navegadores mientras tienen la sesión iniciada. Con un segundo factor, guardamos también su secreto, cifrado, y hashes de los códigos de recuperación. No guardamos direcciones de red. Si nunca confirma su dirección, borramos la cuenta a los {unconfirmed} días.',
  },
  guesses: {
    en: 'To slow down anyone guessing passwords, we count wrong passwords and emails to an address for a day or two at most.',
    es: 'Para frenar a quien intenta adivinar contraseñas, contamos las contraseñas equivocadas y los correos a una dirección durante uno o dos días como máximo.',
  },
  security: {
    en: 'The log also lists failed sign-ins and changes to an account, with the account’s ID and codes derived from the network and email addresses. The codes show that two entries share an address, but not which address.',
    es: 'En el registro técnico también quedan los inicios de sesión fallidos y los cambios de una cuenta, con el identificador de la cuenta y con códigos hechos a partir de la red y del correo. Los códigos muestran que dos vienen de la misma red o del mismo correo, pero no de cuál.',
  },
  keys: {
    en: 'We store a hash of each API key, its name, and when it was last used. We delete a revoked key after {closed, number} days.',
    es: 'De una clave de la API se guarda un hash, con su nombre y la fecha del último uso. Una clave revocada se borra a los {closed, number} días.',
  },
  webhooks: {
    en: 'We store a webhook’s address, its secret (encrypted), and the messages sent to it with their outcomes. We delete the messages after 30 days.',
    es: 'De un webhook se guardan su dirección, un secreto cifrado y los mensajes que se le enviaron con su resultado; los mensajes se borran a los 30 días.',
  },
  teams: {
    en: 'On a team, the owner sees each member’s name and email address, and the team sees who decided what. We keep the address on an invitation until it’s answered, or for 7 days. The 500 most recent actions on a team, including invited addresses, stay with its owner’s account.',
    es: 'En un equipo, su dueño ve el nombre y el correo de cada miembro, y el equipo ve quién decidió qué. La dirección de una invitación se guarda hasta que esta se responde, o 7 días. Las 500 líneas más recientes de lo que se hizo en un equipo se conservan con la cuenta de su dueño, con las direcciones a las que se invitó.',
  },
  operators: {
    en: 'We log what operators do and keep the log for {proof, number} days.',
    es: 'Registramos lo que hacen los operadores y lo guardamos {proof, number} días.',
  },
  cookies: {
    en: '<strong>Cookies.</strong> When you sign in, we set two. One keeps you signed in. The session ends 14 days after you last used it, and no later than 90 days after you signed in. The other marks your browser as known, so that a stranger’s wrong passwords don’t lock you out. It lasts up to 400 days. We set a third for five minutes while you sign in with a passkey or add one. Scripts and other sites can’t read any of them. We store only a passkey’s name, its public half, and when it was added and last used. Your fingerprint, face or PIN never leaves your device.',
    es: '<strong>Cookies.</strong> Cuando inicia sesión, guardamos dos. Una mantiene la sesión abierta; la sesión termina 14 días después de la última vez que la usó y, a más tardar, 90 días después de iniciarla. La otra dice que su navegador ya es conocido, para que las contraseñas equivocadas de un extraño no le impidan entrar; dura hasta 400 días. Una tercera se guarda durante cinco minutos mientras inicia sesión con una llave de acceso o agrega una. Ni los scripts ni otros sitios pueden leerlas. De una llave de acceso solo se guardan su nombre, su parte pública y cuándo se agregó y se usó por última vez; su huella, su rostro o su PIN nunca salen de su dispositivo.',
  },
  apply: { en: 'If you apply to an event', es: 'Si presenta una solicitud para un evento' },
  applyText: {
    en: 'The organizer and their team get the documents you send and what you enter in the form: business and contact name, email, phone, license number, answers and files. No one else gets them, although the operator has access to the database.',
    es: 'El organizador y su equipo reciben lo que usted escribe en el formulario y los documentos que envía: nombre del negocio y de la persona de contacto, correo, teléfono, número de licencia, respuestas y archivos. Nadie más los recibe, aunque quien administra el servicio tiene acceso a la base de datos.',
  },
  files: {
    en: 'We delete files 90 days after the event, or a day after an application is declined, withdrawn or canceled.',
    es: 'Los archivos se borran 90 días después del evento, y un día después de que una solicitud se rechaza, se retira o se cancela.',
  },
  application: {
    en: 'We erase your name, email, phone, answers and messages from the application {applications, number} days after the event if you had a spot, or {closed, number} days if not. We wait while an outcome you disputed is still open. We don’t erase an application to your own event. The business name, license number, decision and outcome stay as long as the organizer’s account does.',
    es: 'Su nombre, correo, teléfono, respuestas y los mensajes que se le enviaron se borran de la solicitud {applications, number} días después del evento si tuvo un puesto, y {closed, number} días después si no lo tuvo. Esperamos mientras siga abierto un resultado que usted impugnó, y no lo hacemos si se presenta a su propio evento. El nombre del negocio, el número de licencia, lo que se decidió y el resultado se conservan mientras exista la cuenta del organizador.',
  },
  outcome: {
    en: 'The organizer can record whether you came. That counts toward your license’s track record only if you’re its verified owner, we notified you, and you didn’t dispute it. We only ever show it together with other events.',
    es: 'El organizador puede anotar si usted asistió. Eso cuenta para su licencia, como cifra, solo si usted es su dueño verificado, se le avisó y no lo impugnó, y únicamente junto con otros eventos.',
  },
  claim: { en: 'If you claim a license', es: 'Si reclama una licencia' },
  claimText: {
    en: 'The operator can open a document you send as proof. We delete it 30 days after the decision, when you release the claim, or when you delete your account. Your reply is public once we’ve read and published it; a dispute shows on the record as “disputed.” After {closed, number} days, we delete claims and replies that were rejected, replaced or withdrawn, and disputes that you withdrew or that the regulator corrected.',
    es: 'El documento que envía como comprobante lo puede abrir quien administra el servicio. Se borra 30 días después de la decisión, cuando usted renuncia al reclamo y cuando borra su cuenta. Su respuesta es pública una vez que se lee y se publica; si impugna algo, el historial lo muestra como “impugnado”. Los reclamos y respuestas que se rechazaron, se reemplazaron o a los que usted renunció, y las impugnaciones que retiró o que la agencia reguladora corrigió, se borran a los {closed, number} días.',
  },
  stripe: {
    en: 'You pay for monitoring through Stripe. Your card number goes to Stripe and never to us. We keep a record of each payment until {proof, number} days after monitoring ends, even if you delete your account. We give Stripe your email address.',
    es: 'El seguimiento se paga por medio de Stripe. El número de su tarjeta va a Stripe y nunca a nosotros; guardamos que se hizo un pago, hasta {proof, number} días después de que termina el seguimiento, aunque se borre la cuenta. Nosotros le damos a Stripe su correo electrónico.',
  },
  noPayments: {
    en: 'This copy of the service doesn’t take payments.',
    es: 'Esta copia del servicio no cobra nada.',
  },
  vendors: { en: 'About vendors', es: 'Sobre los vendedores' },
  vendorsText: {
    en: 'Vendor pages show public records of the {regulator}: business name, license, city and county, inspections. We don’t show street addresses, phone numbers or mailing addresses. We cross out people’s names that we recognize in an inspector’s comments; tell us if we missed one.',
    es: 'Las páginas de los vendedores muestran registros públicos del {regulator}: nombre del negocio, licencia, ciudad y condado, inspecciones. No mostramos la calle, el teléfono ni la dirección postal. Los nombres de personas que reconocemos en el texto de un inspector se tachan; díganos si se nos pasó alguno.',
  },
  mail: { en: 'Email', es: 'Correos' },
  mailText: {
    en: 'We email you about things you started: your account, your application, your claim, a watch, your event. You may also get an email because someone invited you to a team or typed your address by mistake; you can ignore those. We delete each email and its recipient from our database 30 days after it was written, once it has been sent or we’ve stopped trying. Email goes through the operator’s email server.',
    es: 'Le escribimos sobre lo que usted inició: su cuenta, su solicitud, su reclamo, un seguimiento, su evento. También puede llegarle un correo porque otra persona lo invita a un equipo o escribe su dirección por error; en ese caso no tiene que hacer nada. Cada correo y su destinatario se borran de nuestra base de datos 30 días después de escribirlo, una vez que se envía o se desiste de enviarlo. Los correos pasan por el servidor de correo de quien administra el servicio.',
  },
  rights: { en: 'Your rights', es: 'Sus derechos' },
  rightsText: {
    en: 'You can change your email address and password, and delete your account, in <settings>Settings</settings>. You can download everything we have about you under <data>Your data</data>. Deleting your account immediately deletes your events, their applications, your team, your claims, replies and disputes, your API keys, webhooks and calendar address. The account’s number stays in logs, applications and payments, without your name or address. Receipts stay. Applications you sent to other organizers stay as described above. The operator can send you or erase those, too, even if you don’t have an account: <contact>Contact</contact>. Erasing an application to an upcoming event withdraws it. Backups may still have copies; ask the operator how long backups are kept.',
    es: 'Puede cambiar su correo y su contraseña, y borrar su cuenta, en <settings>Ajustes</settings>, y recibir en un archivo todo lo que tenemos sobre usted: <data>Sus datos</data>. Al borrar la cuenta se borran también, de inmediato, sus eventos con sus solicitudes, su equipo, sus reclamos, respuestas e impugnaciones, sus claves de la API, sus webhooks y la dirección de su calendario. El número de la cuenta queda en registros, en solicitudes y en pagos, sin su nombre ni su dirección. Los recibos se conservan. Las solicitudes que envió a otros organizadores se conservan como se dice arriba. Quien administra el servicio también puede entregarle o borrar esas, aunque usted no tenga cuenta: <contact>Contacto</contact>. Al borrarlas se retira la solicitud para un evento que aún no ha pasado. Puede haber copias en los respaldos; pregunte a quien administra el servicio por cuánto tiempo los conserva.',
  },
});
