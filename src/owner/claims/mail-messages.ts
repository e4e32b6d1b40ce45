import { defineMessages } from '../../lib/language/define-messages.ts';

/** Mails about claims, in the account's language. */
export const CLAIM_MAIL = defineMessages({
  verifiedSubject: { en: 'License {license} is yours here', es: 'La licencia {license} es suya aquí' },
  verified: {
    en: 'We have verified that you hold license {license}. You can now reply to its record and have it watched.',
    es: 'Verificamos que usted es titular de la licencia {license}. Ahora puede responder a su historial y pedir que se le dé seguimiento.',
  },
  rejectedSubject: {
    en: 'Your claim of license {license} was rejected',
    es: 'Su reclamo de la licencia {license} fue rechazado',
  },
  rejected: {
    en: 'We could not verify that you hold license {license}. Nothing else has changed, and you can claim it again with another proof.',
    es: 'No pudimos verificar que usted sea titular de la licencia {license}. No cambió nada más, y puede reclamarla de nuevo con otra prueba.',
  },
  releasedSubject: {
    en: 'Your claim of license {license} was ended',
    es: 'Terminó su reclamo de la licencia {license}',
  },
  released: {
    en: 'Your account is not the owner of license {license} here any more.',
    es: 'La licencia {license} ya no pertenece aquí a su cuenta.',
  },
  namedSubject: {
    en: 'License {license} has a holder on file now',
    es: 'La licencia {license} ya tiene un titular en los archivos',
  },
  named: {
    en: 'The regulator’s newest files name a holder of license {license}. When you claimed it they named none, so we cannot tell whether that is you, and your account is not its owner here any more.',
    es: 'Los archivos más recientes de la agencia reguladora indican un titular de la licencia {license}. Cuando usted la reclamó no indicaban ninguno, así que no sabemos si es usted, y la licencia ya no pertenece aquí a su cuenta.',
  },
  namedAgain: { en: 'If you hold it, claim it again:', es: 'Si la licencia es suya, reclámela de nuevo:' },
  changedSubject: {
    en: 'License {license} has another holder',
    es: 'La licencia {license} tiene otro titular',
  },
  changed: {
    en: 'The regulator’s newest files name another holder of license {license} than when you claimed it, so your account is not its owner here any more.',
    es: 'Los archivos más recientes de la agencia reguladora indican un titular de la licencia {license} distinto del que había cuando usted la reclamó, así que la licencia ya no pertenece aquí a su cuenta.',
  },
  changedAgain: {
    en: 'If you hold it all the same, because your company has another name now for one, claim it again:',
    es: 'Si de todos modos la licencia es suya, por ejemplo porque su empresa cambió de nombre, reclámela de nuevo:',
  },
  note: {
    en: 'What we have to say about it:\n{quote}',
    es: 'Nuestra explicación:\n{quote}',
  },
  licenses: { en: 'Your licenses: {link}', es: 'Sus licencias: {link}' },
});
