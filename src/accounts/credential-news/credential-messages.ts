import { defineMessages, defineNames } from '../../lib/language/define-messages.ts';

/** The text of emails about credentials. */
export const CREDENTIAL_MAIL = defineMessages({
  key_made: {
    en: 'The API key {key} was created for your account at Vendor Compliance. Programs that have it act for your account.',
    es: 'Se creó la clave de API {key} para su cuenta de Vendor Compliance. Los programas que la tengan actúan en nombre de su cuenta.',
  },
  key_revoked: {
    en: 'The API key {key} of your account at Vendor Compliance was revoked. Programs that use it are refused from now on.',
    es: 'Se revocó la clave de API {key} de su cuenta de Vendor Compliance. Desde ahora se rechazan los programas que la usan.',
  },
  calendar_made: {
    en: 'A private calendar address was created for your account at Vendor Compliance. Anyone who has it can see your events. Earlier addresses no longer work.',
    es: 'Se creó una dirección privada de calendario para su cuenta de Vendor Compliance. Quien la tenga ve sus eventos. Las direcciones anteriores ya no funcionan.',
  },
  calendar_ended: {
    en: 'The private calendar address of your account at Vendor Compliance was turned off. Calendars that use it no longer get your events.',
    es: 'Se desactivó la dirección privada de calendario de su cuenta de Vendor Compliance. Los calendarios que la usan ya no reciben sus eventos.',
  },
  webhook_added: {
    en: 'A webhook at {host} was added to your account at Vendor Compliance. From now on, changes to applications for your events are sent there.',
    es: 'Se agregó un webhook en {host} a su cuenta de Vendor Compliance. Desde ahora se envía allí lo que ocurre con las solicitudes para sus eventos.',
  },
  webhook_moved: {
    en: 'The address of a webhook of your account at Vendor Compliance was changed. From now on, changes to applications for your events are sent to {host}.',
    es: 'Se cambió la dirección de un webhook de su cuenta de Vendor Compliance. Desde ahora, lo que ocurre con las solicitudes para sus eventos se envía a {host}.',
  },
  webhook_secret: {
    en: 'A new secret was created for the webhook at {host} of your account at Vendor Compliance. The earlier one also signs for 24 more hours.',
    es: 'Se creó un secreto nuevo para el webhook en {host} de su cuenta de Vendor Compliance. El anterior también firma durante 24 horas más.',
  },
  known: {
    en: 'If you know about this, you don’t need to do anything.',
    es: 'Si ya lo sabe, no haga nada.',
  },
  unknown: {
    en: 'If you don’t, undo it, and then choose a new password. That signs out every browser.\n\nUndo this change:\n{page}\n\nChoose a new password:\n{forgotten}',
    es: 'Si no sabe de qué se trata, deshágalo y después elija una contraseña nueva. Así se cierra la sesión en todos los navegadores.\n\nDeshacer este cambio:\n{page}\n\nElegir una contraseña nueva:\n{forgotten}',
  },
});

export const CREDENTIAL_SUBJECTS = defineNames({
  key_made: {
    en: 'An API key was created for your account',
    es: 'Se creó una clave de API para su cuenta',
  },
  key_revoked: {
    en: 'An API key of your account was revoked',
    es: 'Se revocó una clave de API de su cuenta',
  },
  calendar_made: {
    en: 'A private calendar address was created for your account',
    es: 'Se creó una dirección privada de calendario para su cuenta',
  },
  calendar_ended: {
    en: 'Your private calendar address was turned off',
    es: 'Se desactivó su dirección privada de calendario',
  },
  webhook_added: {
    en: 'A webhook was added to your account',
    es: 'Se agregó un webhook a su cuenta',
  },
  webhook_moved: {
    en: 'A webhook of your account has a new address',
    es: 'Un webhook de su cuenta tiene una dirección nueva',
  },
  webhook_secret: {
    en: 'A webhook of your account has a new secret',
    es: 'Un webhook de su cuenta tiene un secreto nuevo',
  },
});
