import { defineMessages, defineNames } from '../../lib/language/define-messages.ts';

/** The text of emails about credentials. */
export const CREDENTIAL_MAIL = defineMessages({
  key_made: {
    en: 'The API key {key} was created for your Vendor Compliance account. Any program that has it can act on behalf of your account.',
    es: 'Se creó la clave de API {key} para su cuenta de Vendor Compliance. Cualquier programa que la tenga puede actuar en nombre de su cuenta.',
  },
  key_revoked: {
    en: 'The API key {key} for your Vendor Compliance account was revoked. Programs can no longer use it.',
    es: 'Se revocó la clave de API {key} de su cuenta de Vendor Compliance. Los programas ya no pueden usarla.',
  },
  calendar_made: {
    en: 'A private calendar address was created for your Vendor Compliance account. Anyone who has it can see your events. Any earlier address no longer works.',
    es: 'Se creó una dirección privada de calendario para su cuenta de Vendor Compliance. Quien la tenga puede ver sus eventos. Las direcciones anteriores ya no funcionan.',
  },
  calendar_ended: {
    en: 'The private calendar address for your Vendor Compliance account was turned off. Calendars that use it will no longer get your events.',
    es: 'Se desactivó la dirección privada de calendario de su cuenta de Vendor Compliance. Los calendarios que la usan ya no reciben sus eventos.',
  },
  webhook_added: {
    en: 'A webhook at {host} was added to your Vendor Compliance account. From now on, we’ll send changes to applications for your events there.',
    es: 'Se agregó un webhook en {host} a su cuenta de Vendor Compliance. Desde ahora enviaremos allí los cambios en las solicitudes para sus eventos.',
  },
  webhook_moved: {
    en: 'The address of a webhook on your Vendor Compliance account was changed. From now on, we’ll send changes to applications for your events to {host}.',
    es: 'Se cambió la dirección de un webhook de su cuenta de Vendor Compliance. Desde ahora enviaremos a {host} los cambios en las solicitudes para sus eventos.',
  },
  webhook_secret: {
    en: 'A new secret was created for your Vendor Compliance webhook at {host}. We’ll also sign with the old one for 24 more hours.',
    es: 'Se creó un secreto nuevo para su webhook de Vendor Compliance en {host}. También firmaremos con el anterior durante 24 horas más.',
  },
  known: {
    en: 'If you recognize this change, you don’t need to do anything.',
    es: 'Si reconoce este cambio, no tiene que hacer nada.',
  },
  unknown: {
    en: 'If you don’t, undo it, and then choose a new password. That signs out every browser.\n\nUndo this change:\n{page}\n\nChoose a new password:\n{forgotten}',
    es: 'Si no lo reconoce, deshágalo y después elija una contraseña nueva. Así se cierra la sesión en todos los navegadores.\n\nDeshacer este cambio:\n{page}\n\nElegir una contraseña nueva:\n{forgotten}',
  },
});

export const CREDENTIAL_SUBJECTS = defineNames({
  key_made: {
    en: 'An API key was created for your account',
    es: 'Se creó una clave de API para su cuenta',
  },
  key_revoked: {
    en: 'One of your API keys was revoked',
    es: 'Se revocó una de sus claves de API',
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
    en: 'One of your webhooks has a new address',
    es: 'Uno de sus webhooks tiene una dirección nueva',
  },
  webhook_secret: {
    en: 'One of your webhooks has a new secret',
    es: 'Uno de sus webhooks tiene un secreto nuevo',
  },
});
