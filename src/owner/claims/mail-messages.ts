import { defineMessages } from '../../lib/language/define-messages.ts';

/** The emails about claims, in the account's language. */
export const CLAIM_MAIL = defineMessages({
  verifiedSubject: { en: 'License {license} is verified', es: 'Licencia {license} verificada' },
  verified: {
    en: 'We verified that you hold license {license}. You can now reply to its record and watch it for changes.',
    es: 'Verificamos que usted es titular de la licencia {license}. Ahora puede responder a su historial y pedir que se le dé seguimiento.',
  },
  rejectedSubject: {
    en: 'We couldn’t verify license {license}',
    es: 'No pudimos verificar la licencia {license}',
  },
  rejected: {
    en: 'We couldn’t verify that you hold license {license}. Nothing else has changed. You can claim it again with different proof.',
    es: 'No pudimos verificar que usted sea titular de la licencia {license}. No cambió nada más, y puede reclamarla de nuevo con otra prueba.',
  },
  releasedSubject: {
    en: 'Your claim to license {license} has ended',
    es: 'Terminó su reclamo de la licencia {license}',
  },
  released: {
    en: 'License {license} is no longer linked to your account.',
    es: 'La licencia {license} ya no está vinculada a su cuenta.',
  },
  namedSubject: {
    en: 'License {license} now has a holder on file',
    es: 'La licencia {license} ya tiene un titular en los archivos',
  },
  named: {
    en: 'The regulator’s latest files name a holder for license {license}. They didn’t name one when you claimed it, so we don’t know if it’s you. The license is no longer linked to your account.',
    es: 'Los archivos más recientes de la agencia reguladora indican un titular de la licencia {license}. Cuando usted la reclamó no indicaban ninguno, así que no sabemos si es usted. La licencia ya no está vinculada a su cuenta.',
  },
  namedAgain: {
    en: 'Is it you?\n\nClaim the license again:\n{link}',
    es: '¿Es usted?\n\nReclamar la licencia de nuevo:\n{link}',
  },
  changedSubject: {
    en: 'License {license} has a new holder',
    es: 'La licencia {license} tiene otro titular',
  },
  changed: {
    en: 'The regulator’s latest files name a different holder for license {license} than when you claimed it. The license is no longer linked to your account.',
    es: 'Los archivos más recientes de la agencia reguladora indican un titular de la licencia {license} distinto del que había cuando usted la reclamó. La licencia ya no está vinculada a su cuenta.',
  },
  changedAgain: {
    en: 'Do you still hold it, for example because your company changed its name?\n\nClaim the license again:\n{link}',
    es: '¿Sigue siendo suya, por ejemplo porque su empresa cambió de nombre?\n\nReclamar la licencia de nuevo:\n{link}',
  },
  note: {
    en: 'The operator wrote:\n{quote}',
    es: 'El administrador escribió:\n{quote}',
  },
  licenses: { en: 'See your licenses:\n{link}', es: 'Ver sus licencias:\n{link}' },
});
