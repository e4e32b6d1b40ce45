import { defineMessages } from '../../../lib/language/define-messages.ts';

/** Wording for the page where users download their own data. */
export const YOUR_DATA = defineMessages({
  title: { en: 'Your data', es: 'Sus datos' },
  settingsText: {
    en: 'Everything that this service has about you, as a file. <manage>Download your data</manage>',
    es: 'Todo lo que este servicio tiene sobre usted, en un archivo. <manage>Descargar sus datos</manage>',
  },
  lead: {
    en: 'You get one ZIP file with everything that this service has about your account and about you.',
    es: 'Recibe un archivo ZIP con todo lo que este servicio tiene sobre su cuenta y sobre usted.',
  },
  inside: {
    en: 'In it, your-data.txt has in plain words your account, events, teams, claims, replies, disputes, subscriptions and webhooks, and the applications that you sent or that were sent from your address. The folder “files” has the documents that you uploaded and that are still kept. The same is there for programs (data.json) and in Spanish (sus-datos.txt); README.txt says what each file is.',
    es: 'En él, sus-datos.txt tiene, en palabras sencillas, su cuenta, sus eventos, equipos, reclamos, respuestas, impugnaciones, suscripciones y webhooks, y las solicitudes que usted envió o que se enviaron desde su dirección. La carpeta “files” tiene los documentos que usted subió y que todavía se conservan. También está lo mismo para programas (data.json) y en inglés; README.txt dice qué es cada archivo.',
  },
  missing: {
    en: 'Passwords, tokens and other secrets are not in it, nor are applications that others sent to your events. The file says what is missing and why.',
    es: 'No contiene contraseñas, tokens ni otros secretos, ni las solicitudes que otras personas enviaron a sus eventos. El archivo dice qué falta y por qué.',
  },
  careful: {
    en: 'Anyone who has the file can read all of it. Keep it where only you can get to it.',
    es: 'Quien tenga el archivo puede leerlo todo. Guárdelo donde solo usted pueda verlo.',
  },
  yourPassword: { en: 'Your password', es: 'Su contraseña' },
  download: { en: 'Download your data', es: 'Descargar sus datos' },
  erase: {
    en: 'To have your data erased, <settings>delete your account</settings>. Other organizers keep the applications that you sent them for the time given under <privacy>Privacy</privacy>. To have them erased sooner, <contact>contact the operator</contact>.',
    es: 'Para que se borren sus datos, <settings>elimine su cuenta</settings>. Las solicitudes que envió a otros organizadores siguen con ellos durante el tiempo que indica <privacy>Privacidad</privacy>; para que se borren antes, escriba a quien administra este servicio: <contact>Contacto</contact>.',
  },
});
