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
    en: 'No food truck or caterer in the regulator’s files read here has this number.',
    es: 'Ningún camión de comida ni empresa de catering de los archivos de la agencia reguladora que se leen aquí tiene este número.',
  },
  proof: {
    en: 'Choose how you prove that the license is yours.',
    es: 'Elija cómo prueba que la licencia es suya.',
  },
  noHolder: {
    en: 'The license files read here name no current holder of this license, so there is no one to send a code to. Prove it with a document.',
    es: 'Los archivos de licencias que se leen aquí no indican ningún titular actual de esta licencia, así que no hay a quién enviarle un código. Pruébelo con un documento.',
  },
  noFile: { en: 'Choose the file with your proof.', es: 'Elija el archivo con su prueba.' },
  fileTooLarge: {
    en: 'This file is larger than 4 MB. A photo of lower quality will do.',
    es: 'Este archivo pesa más de 4 MB. Basta una foto de menor calidad.',
  },
  fileType: {
    en: 'This file is not a PDF, JPEG or PNG. A photo or a scan of the paper will do.',
    es: 'Este archivo no es PDF, JPEG ni PNG. Basta una foto o un escaneo del documento.',
  },
  tooManyPending: {
    en: 'You have {count} pending claims, which is the most there can be.',
    es: 'Tiene {count} reclamos pendientes, que es el máximo posible.',
  },
  tooMany: {
    en: 'This account has made {count, number} claims, which is the most there can be. Claim this license with another account.',
    es: 'Esta cuenta ha hecho {count, number} reclamos, que es el máximo posible. Reclame esta licencia con otra cuenta.',
  },
  already: { en: 'You have claimed this license already.', es: 'Usted ya reclamó esta licencia.' },
  notAgain: {
    en: 'Another code cannot be asked for now.',
    es: 'En este momento no se puede pedir otro código.',
  },
  changedMeanwhile: {
    en: 'This claim was changed just now. Look at it again, then repeat your step.',
    es: 'Este reclamo acaba de cambiar. Vuelva a revisarlo y repita el paso.',
  },
});
