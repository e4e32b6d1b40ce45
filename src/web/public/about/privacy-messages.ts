import { defineMessages } from '../../../lib/language/define-messages.ts';

/** Wording for the privacy page: which data is stored, for how long, and who sees it. */
export const PRIVACY = defineMessages({
  title: { en: 'Privacy', es: 'Privacidad' },
  description: {
    en: 'What this service stores, for how long, and who sees it.',
    es: 'Qué guarda este servicio, por cuánto tiempo y quién lo ve.',
  },
  lead: {
    en: 'You can use every public page without an account and without being tracked. This page says what we store when you do more.',
    es: 'Puede usar todas las páginas públicas sin cuenta y sin que nadie lo rastree. Esta página dice qué se guarda cuando hace algo más.',
  },
  responsible: { en: 'Who is responsible', es: 'Quién es responsable' },
  organizers: {
    en: 'Organizers are responsible for what they do with the applications that they receive.',
    es: 'Los organizadores responden de lo que hacen con las solicitudes que reciben.',
  },
  look: { en: 'If you only browse', es: 'Si solo consulta' },
  measured: {
    en: 'We don’t track visits, and no page loads anything from another site. At most, we count and time the requests of all visitors together. We set no cookie unless you choose a language: then one remembers it for a year.',
    es: 'No se sigue a ningún visitante y ninguna página carga contenido de otro sitio. Como mucho se cuenta cuántas peticiones hay y cuánto tardan, las de todos los visitantes juntas. No guardamos ninguna cookie, a menos que elija un idioma: entonces una lo recuerda durante un año.',
  },
  log: {
    en: 'The log has the time, the page’s address without your search terms, and whether it worked. It doesn’t have your network address.',
    es: 'En el registro técnico quedan la hora, la dirección de la página sin lo que usted buscó y si funcionó. No queda su dirección de red (IP).',
  },
  counted: {
    en: 'To limit requests, we keep a count for your network address in memory, for a minute or at most a day.',
    es: 'Para limitar las peticiones, su dirección de red se cuenta en la memoria durante un minuto o, como máximo, un día.',
  },
  list: {
    en: 'We keep a list that you check for 7 days, at a private link that only you get.',
    es: 'Una lista que usted consulta se guarda 7 días en una dirección que solo se le da a usted.',
  },
  weekly: {
    en: 'For a weekly email about closures or about a vendor, we store your email address, the county or the license, and the language. They are deleted when you end it, or after 30 days if you do not confirm it.',
    es: 'Para un correo semanal sobre cierres o sobre un vendedor guardamos su correo, el condado o la licencia, y el idioma. Se borran cuando usted deja de recibirlo, o a los 30 días si no lo confirma.',
  },
  receipts: {
    en: 'A receipt says which vendor was checked, when, and the verdict. It doesn’t say who asked. We keep receipts permanently, so that they can be verified.',
    es: 'Un recibo dice sobre qué vendedor se decidió, cuándo y cómo. No dice quién lo pidió. Los recibos se conservan para siempre, para que se puedan verificar.',
  },
  account: { en: 'If you have an account', es: 'Si tiene una cuenta' },
  stored: {
    en: 'We store your name, your email address, the language of your emails, a salted hash of your password, and what your browsers call themselves while they are signed in. With a second factor, we also store its secret, encrypted, and hashes of the recovery codes. Network addresses are not stored. An account whose address is never confirmed is deleted after {unconfirmed} days.',
    es: 'Guardamos su nombre, su correo electrónico, el idioma de sus correos, un hash con sal de su contraseña (no la contraseña misma) y el nombre con que se identifican sus navegadores mientras tienen la sesión iniciada. Con un segundo factor, guardamos también su secreto, cifrado, y hashes de los códigos de recuperación. No se guardan direcciones de red. Una cuenta cuya dirección nunca se confirma se borra a los {unconfirmed} días.',
  },
  guesses: {
    en: 'We count wrong passwords and the emails to an address for at most a day or two, to slow down anyone who guesses.',
    es: 'Las contraseñas equivocadas y los correos a una dirección se cuentan durante uno o dos días como máximo, para frenar a quien intenta adivinar.',
  },
  security: {
    en: 'The log also lists failed sign-ins and changes to an account, with the account’s ID and codes made from the network and email address. The codes show that two entries share an address, but not which address.',
    es: 'En el registro técnico también quedan los inicios de sesión fallidos y los cambios de una cuenta, con el identificador de la cuenta y con códigos hechos a partir de la red y del correo. Los códigos muestran que dos vienen de la misma red o del mismo correo, pero no de cuál.',
  },
  keys: {
    en: 'We store a hash of each API key, its name, and when it was last used. A revoked key is deleted after {closed, number} days.',
    es: 'De una clave de la API se guarda un hash, con su nombre y la fecha del último uso. Una clave revocada se borra a los {closed, number} días.',
  },
  webhooks: {
    en: 'We store a webhook’s address, its secret (encrypted), and the messages to it with their outcomes. The messages are deleted after 30 days.',
    es: 'De un webhook se guardan su dirección, un secreto cifrado y los mensajes que se le enviaron con su resultado; los mensajes se borran a los 30 días.',
  },
  teams: {
    en: 'In a team, the owner sees each member’s name and email address, and the team sees who decided what. We keep the address of an invitation until it is answered, or for 7 days. The newest 500 actions in a team stay with its owner’s account, with the addresses that were invited.',
    es: 'En un equipo, su dueño ve el nombre y el correo de cada miembro, y el equipo ve quién decidió qué. La dirección de una invitación se guarda hasta que esta se responde, o 7 días. Las 500 líneas más recientes de lo que se hizo en un equipo se conservan con la cuenta de su dueño, con las direcciones a las que se invitó.',
  },
  operators: {
    en: 'An operator’s own actions are logged and kept for {proof, number} days.',
    es: 'Lo que hace un operador queda registrado durante {proof, number} días.',
  },
  cookies: {
    en: '<strong>Cookies.</strong> When you sign in, we set two. One keeps you signed in. The session ends 14 days after you last used it, and no later than 90 days after you signed in. The other marks your browser as known, so that a stranger’s wrong passwords don’t lock you out. It lasts up to 400 days. We set a third for five minutes while you sign in with a passkey or add one. Scripts and other sites can’t read any of them. We store only a passkey’s name, its public half, and when it was added and last used. Your fingerprint, face or PIN never leaves your device.',
    es: '<strong>Cookies.</strong> Cuando inicia sesión, guardamos dos. Una mantiene la sesión abierta; la sesión termina 14 días después de la última vez que la usó y, a más tardar, 90 días después de iniciarla. La otra dice que su navegador ya es conocido, para que las contraseñas equivocadas de un extraño no le impidan entrar; dura hasta 400 días. Una tercera se guarda durante cinco minutos mientras inicia sesión con una llave de acceso o agrega una. Ni los scripts ni otros sitios pueden leerlas. De una llave de acceso solo se guardan su nombre, su parte pública y cuándo se agregó y se usó por última vez; su huella, su rostro o su PIN nunca salen de su dispositivo.',
  },
  apply: { en: 'If you apply to an event', es: 'Si presenta una solicitud para un evento' },
  applyText: {
    en: 'The organizer and their team get what you enter in the form and the documents you send: business and contact name, email, phone, license number, answers and files. No one else does, although the operator has access to the database.',
    es: 'El organizador y su equipo reciben lo que usted escribe en el formulario y los documentos que envía: nombre del negocio y de la persona de contacto, correo, teléfono, número de licencia, respuestas y archivos. Nadie más los recibe, aunque quien administra el servicio tiene acceso a la base de datos.',
  },
  files: {
    en: 'Files are deleted 90 days after the event, and a day after an application is declined, withdrawn or canceled.',
    es: 'Los archivos se borran 90 días después del evento, y un día después de que una solicitud se rechaza, se retira o se cancela.',
  },
  application: {
    en: 'We erase your name, email, phone, answers and messages from the application {applications, number} days after the event if you had a spot, or {closed, number} days if not. We wait while an outcome that you contested is open. We don’t erase an application to your own event. The business name, license number, decision and outcome stay as long as the organizer’s account does.',
    es: 'Su nombre, correo, teléfono, respuestas y los mensajes que se le enviaron se borran de la solicitud {applications, number} días después del evento si tuvo un puesto, y {closed, number} días después si no lo tuvo. Esperamos mientras siga abierto un resultado que usted impugnó, y no lo hacemos si se presenta a su propio evento. El nombre del negocio, el número de licencia, lo que se decidió y el resultado se conservan mientras exista la cuenta del organizador.',
  },
  outcome: {
    en: 'The organizer can record whether you came. That counts toward your license’s track record only if you’re its verified owner, we notified you, and you didn’t contest it. It is only ever shown together with other events.',
    es: 'El organizador puede anotar si usted asistió. Eso cuenta para su licencia, como cifra, solo si usted es su dueño verificado, se le avisó y no lo impugnó, y únicamente junto con otros eventos.',
  },
  claim: { en: 'If you claim a license', es: 'Si reclama una licencia' },
  claimText: {
    en: 'The operator can open a document that you send as proof. It is deleted 30 days after the decision, when you give up the claim, and with your account. Your reply is public once it is read and published; a dispute shows on the record as “disputed”. Claims and replies that were rejected, replaced or given up, and disputes that you withdrew or that the regulator corrected, are deleted after {closed, number} days.',
    es: 'El documento que envía como comprobante lo puede abrir quien administra el servicio. Se borra 30 días después de la decisión, cuando usted renuncia al reclamo y cuando borra su cuenta. Su respuesta es pública una vez que se lee y se publica; si impugna algo, el historial lo muestra como “impugnado”. Los reclamos y respuestas que se rechazaron, se reemplazaron o a los que usted renunció, y las impugnaciones que retiró o que la agencia reguladora corrigió, se borran a los {closed, number} días.',
  },
  stripe: {
    en: 'You pay for monitoring through Stripe. Your card number goes to Stripe and never to us. We keep a record of each payment until {proof, number} days after monitoring ends, even if you delete the account. We give Stripe your email address.',
    es: 'El seguimiento se paga por medio de Stripe. El número de su tarjeta va a Stripe y nunca a nosotros; guardamos que se hizo un pago, hasta {proof, number} días después de que termina el seguimiento, aunque se borre la cuenta. Nosotros le damos a Stripe su correo electrónico.',
  },
  noPayments: {
    en: 'This copy of the service takes no payments.',
    es: 'Esta copia del servicio no cobra nada.',
  },
  vendors: { en: 'About vendors', es: 'Sobre los vendedores' },
  vendorsText: {
    en: 'Vendor pages show public records of the {regulator}: business name, license, city and county, inspections. We show no street address, phone number or mailing address. We strike out the names of people that we recognize in an inspector’s text; tell us if we missed one.',
    es: 'Las páginas de los vendedores muestran registros públicos del {regulator}: nombre del negocio, licencia, ciudad y condado, inspecciones. No mostramos la calle, el teléfono ni la dirección postal. Los nombres de personas que reconocemos en el texto de un inspector se tachan; díganos si se nos pasó alguno.',
  },
  mail: { en: 'Email', es: 'Correos' },
  mailText: {
    en: 'We email you about what you started: your account, your application, your claim, a watch, your event. You can also get an email because someone invited you to a team or typed your address by mistake. You can ignore that one. We delete each email and its recipient from our database 30 days after it was written, once it is sent or given up. Email goes through the operator’s email server.',
    es: 'Le escribimos sobre lo que usted inició: su cuenta, su solicitud, su reclamo, un seguimiento, su evento. También puede llegarle un correo porque otra persona lo invita a un equipo o escribe su dirección por error; en ese caso no tiene que hacer nada. Cada correo y su destinatario se borran de nuestra base de datos 30 días después de escribirlo, una vez que se envía o se desiste de enviarlo. Los correos pasan por el servidor de correo de quien administra el servicio.',
  },
  rights: { en: 'Your rights', es: 'Sus derechos' },
  rightsText: {
    en: 'You can change your email address and password, and delete your account, in <settings>Settings</settings>. You can download everything that we have about you: <data>Your data</data>. Deleting it also deletes, right away, your events, their applications, your team, your claims, replies and disputes, your API keys, webhooks and calendar address. The account’s number stays in logs, applications and payments, without your name or address. Receipts stay. Applications that you sent to other organizers stay as described above. The operator can send you or erase those, too, even if you have no account: <contact>Contact</contact>. Erasing an application to an upcoming event withdraws it. Backups may still have copies: ask the operator how long backups are kept.',
    es: 'Puede cambiar su correo y su contraseña, y borrar su cuenta, en <settings>Ajustes</settings>, y recibir en un archivo todo lo que tenemos sobre usted: <data>Sus datos</data>. Al borrar la cuenta se borran también, de inmediato, sus eventos con sus solicitudes, su equipo, sus reclamos, respuestas e impugnaciones, sus claves de la API, sus webhooks y la dirección de su calendario. El número de la cuenta queda en registros, en solicitudes y en pagos, sin su nombre ni su dirección. Los recibos se conservan. Las solicitudes que envió a otros organizadores se conservan como se dice arriba. Quien administra el servicio también puede entregarle o borrar esas, aunque usted no tenga cuenta: <contact>Contacto</contact>. Al borrarlas se retira la solicitud para un evento que aún no ha pasado. Puede haber copias en los respaldos: pregunte a quien administra el servicio por cuánto tiempo los conserva.',
  },
});
