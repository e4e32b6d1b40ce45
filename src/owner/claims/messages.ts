import { defineMessages } from '../../lib/language/define-messages.ts';

/** Errors in a new claim. */
export const CLAIM_ERRORS = defineMessages({
  noSuchClaim: { en: 'There is no such claim.', es: 'Ese reclamo no existe.' },
  number: {
    en: 'Type only the license number, such as {example}.',
    es: 'Escriba solo el número de licencia, por ejemplo {example}.',
  },
  digitsOfSeveral: {
    en: '{list} share these digits. Type the number with its letters.',
    es: 'Estos dígitos corresponden a {list}. Escriba el número con sus letras.',
  },
  unknown: {
    en: 'We can’t find a food truck or caterer with this number in the regulator’s files.',
    es: 'No encontramos ningún food truck ni empresa de catering con este número en los archivos de la agencia reguladora.',
  },
  proof: {
    en: 'Choose how you’ll prove that the license is yours.',
    es: 'Elija cómo demostrará que la licencia es suya.',
  },
  noHolder: {
    en: 'The license files don’t name a current holder for this license, so we have no one to send a code to. Prove it with a document.',
    es: 'Los archivos de licencias no indican ningún titular actual de esta licencia, así que no tenemos a quién enviarle un código. Demuéstrelo con un documento.',
  },
  noFile: { en: 'Choose the file with your proof.', es: 'Elija el archivo con su prueba.' },
  fileTooLarge: {
    en: 'This file is larger than 4 MB. A lower-quality photo will do.',
    es: 'Este archivo pesa más de 4 MB. Basta una foto de menor calidad.',
  },
  fileType: {
    en: 'This file isn’t a PDF, JPEG or PNG. A photo or scan of the document will do.',
    es: 'Este archivo no es PDF, JPEG ni PNG. Basta una foto o un escaneo del documento.',
  },
  tooManyPending: {
    en: 'You have {count} pending claims, which is the limit.',
    es: 'Tiene {count} reclamos pendientes, que es el máximo posible.',
  },
  tooMany: {
    en: 'This account has made {count, number} claims, which is the limit. Claim this license with another account.',
    es: 'Esta cuenta ha hecho {count, number} reclamos, que es el máximo posible. Reclame esta licencia con otra cuenta.',
  },
  already: { en: 'You’ve already claimed this license.', es: 'Usted ya reclamó esta licencia.' },
  notAgain: {
    en: 'You can’t ask for another code right now.',
    es: 'En este momento no puede pedir otro código.',
  },
  changedMeanwhile: {
    en: 'This claim just changed. Review it, then try again.',
    es: 'Este reclamo acaba de cambiar. Revíselo e inténtelo de nuevo.',
  },
});
