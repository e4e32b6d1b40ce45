import { defineMessages, defineNames } from '../../lib/language/define-messages.ts';

/** Errors that the application form shows. */
export const FORM_ERRORS = defineMessages({
  control: {
    en: 'This contains a character that we can’t accept. Please type it again.',
    es: 'Contiene un carácter que no se puede usar aquí. Escríbalo de nuevo.',
  },
  tooLong: {
    en: 'Please use at most {max} characters; you’ve used {found}.',
    es: 'Use como máximo {max} caracteres; usó {found}.',
  },
  license: {
    en: 'Please enter only your license number, such as {example}.',
    es: 'Escriba solo el número de su licencia, por ejemplo {example}.',
  },
  phone: {
    en: 'Please enter a phone number with {min} to {max} digits.',
    es: 'Escriba un número de teléfono de {min} a {max} dígitos.',
  },
  email: {
    en: 'We can’t email this address. Use one like name@example.com.',
    es: 'No podemos escribir a esta dirección de correo. Escriba una como nombre@example.com.',
  },
  foodKind: { en: 'Choose what you mainly serve.', es: 'Elija qué sirve principalmente.' },
  food: {
    en: 'Tell us what you serve, such as “Greek food.”',
    es: 'Indique qué sirve, por ejemplo “comida griega”.',
  },
  tooManyMails: {
    en: 'One email address can send at most {hourly} applications an hour and {daily} a day. Try again in an hour, or use another email address.',
    es: 'Con el mismo correo electrónico se pueden presentar como máximo {hourly} solicitudes por hora y {daily} por día. Vuelva a presentarla en una hora o indique otro correo electrónico.',
  },
  changed: {
    en: 'The event has just changed. Open its page again and resend your application.',
    es: 'El evento acaba de cambiar. Abra de nuevo la página del evento y vuelva a enviar su solicitud.',
  },
  twoLicenses: {
    en: 'Two licenses share these digits: {numbers}. Please include the letters of your number.',
    es: 'Dos licencias tienen estos dígitos: {numbers}. Escriba su número con las letras.',
  },
  ofContact: {
    en: 'This event already has {max} applications from this email address, which is the limit. Use another address.',
    es: 'Este evento ya recibió {max} solicitudes con este correo electrónico, que es el máximo. Use otro correo.',
  },
  ofLicense: {
    en: 'This event already has {max} open applications with this license number, which is the limit. Check the number. If it’s yours, ask the organizer to decline the ones you didn’t send, then apply again.',
    es: 'Este evento ya tiene {max} solicitudes abiertas con este número de licencia, que es el máximo. Revise el número. Si es el suyo, pídale al organizador que rechace las que usted no envió y después vuelva a presentar la suya.',
  },
});

type Field = 'license_number' | 'business_name' | 'contact_name' | 'contact_email' | 'contact_phone';

export const MISSING_FIELDS = defineNames<Field>({
  license_number: { en: 'Please enter your license number.', es: 'Escriba su número de licencia.' },
  business_name: { en: 'Please enter the name of your business.', es: 'Escriba el nombre de su negocio.' },
  contact_name: { en: 'Please enter your name.', es: 'Escriba su nombre.' },
  contact_email: { en: 'Please enter your email address.', es: 'Escriba su correo electrónico.' },
  contact_phone: { en: 'Please enter your phone number.', es: 'Escriba su número de teléfono.' },
});

/** Errors for an answer to an organizer's question. */
export const ANSWER_ERRORS = defineMessages({
  missing: { en: 'Please answer: {question}', es: 'Responda a esta pregunta: {question}' },
  oneOnly: { en: 'Please give one answer only.', es: 'Dé una sola respuesta.' },
  yesNo: { en: 'Please answer yes or no.', es: 'Responda sí o no.' },
  day: { en: 'Please enter a date, such as 2026-05-31.', es: 'Escriba una fecha, por ejemplo 2026-05-31.' },
  notOffered: { en: 'Please choose one of the options.', es: 'Elija una de las opciones que se ofrecen.' },
  number: {
    en: 'Please enter a number in digits, such as 12 or 2.5.',
    es: 'Escriba un número en cifras, por ejemplo 12 o 2.5.',
  },
  allTooLong: {
    en: 'Your answers total {found, number} characters, and the limit is {most, number}. Please shorten this one.',
    es: 'Sus respuestas suman {found, number} caracteres; el máximo es {most, number}. Acorte esta respuesta.',
  },
});

/** Sentences that explain why an applicant's action is not possible. */
export const APPLICANT_REFUSALS = defineMessages({
  withdrawn: {
    en: 'This application can no longer be withdrawn.',
    es: 'Esta solicitud ya no se puede retirar.',
  },
  confirmed: {
    en: 'You don’t have an approved spot to confirm, or the event is over.',
    es: 'No tiene un puesto aprobado que confirmar, o el evento ya terminó.',
  },
  changedMeanwhile: {
    en: 'This application just changed. Review it, then try again.',
    es: 'Esta solicitud acaba de cambiar. Revísela de nuevo y después repita lo que quería hacer.',
  },
  noLink: {
    en: 'This link doesn’t lead to an application. Use the newest email we sent you, and copy the whole link.',
    es: 'Este enlace no lleva a ninguna solicitud. Use el correo más reciente que le enviamos y copie el enlace completo.',
  },
});
