import { defineMessages } from '../../../lib/language/define-messages.ts';

/** Wording for the page where users download their own data. */
export const YOUR_DATA = defineMessages({
  title: { en: 'Your data', es: 'Sus datos' },
  settingsText: {
    en: 'Get everything this service has about you in one file. <manage>Download your data</manage>',
    es: 'Reciba en un archivo todo lo que este servicio tiene sobre usted. <manage>Descargar sus datos</manage>',
  },
  lead: {
    en: 'You’ll get one ZIP file with everything this service has about you and your account.',
    es: 'Recibirá un archivo ZIP con todo lo que este servicio tiene sobre usted y su cuenta.',
  },
  inside: {
    en: 'In it, your-data.txt shows in plain words your account, events, teams, claims, replies, disputes, subscriptions and webhooks, and the applications sent by you or from your address. The “files” folder has the documents you uploaded that we still have. The same data is included for programs (data.json) and in Spanish (sus-datos.txt). README.txt explains each file.',
    es: 'En él, sus-datos.txt muestra en palabras sencillas su cuenta, sus eventos, equipos, reclamos, respuestas, impugnaciones, suscripciones y webhooks, y las solicitudes que envió usted o que se enviaron desde su dirección. La carpeta “files” tiene los documentos que usted subió y que todavía conservamos. También incluye los mismos datos para programas (data.json) y en inglés. README.txt explica cada archivo.',
  },
  missing: {
    en: 'It doesn’t include passwords, tokens or other secrets, or applications that others sent to your events. The file says what’s missing and why.',
    es: 'No contiene contraseñas, tokens ni otros secretos, ni las solicitudes que otras personas enviaron a sus eventos. El archivo dice qué falta y por qué.',
  },
  careful: {
    en: 'Anyone who has the file can read it. Keep it somewhere only you can get to.',
    es: 'Quien tenga el archivo puede leerlo todo. Guárdelo donde solo usted pueda verlo.',
  },
  yourPassword: { en: 'Your password', es: 'Su contraseña' },
  download: { en: 'Download your data', es: 'Descargar sus datos' },
  erase: {
    en: 'To have your data erased, <settings>delete your account</settings>. Other organizers will keep the applications you sent them for the time listed under <privacy>Privacy</privacy>. To have them erased sooner, <contact>contact the operator</contact>.',
    es: 'Para que se borren sus datos, <settings>elimine su cuenta</settings>. Los demás organizadores conservarán las solicitudes que usted les envió durante el tiempo que indica <privacy>Privacidad</privacy>. Para que se borren antes, escriba a quien administra este servicio: <contact>Contacto</contact>.',
  },
});
