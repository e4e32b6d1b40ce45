import type { License } from '../../judgment/scorecard/schemas.ts';
import { defineMessages, defineNames } from '../../lib/language/define-messages.ts';

/** Text about a vendor's strengths and about limits that determine the verdict by themselves. */

export const FACTORS = defineMessages({
  quotedOn: { en: '{quote}, {day}', es: '{quote}, {day}' },
  holdClosed: {
    en: 'Correct what the order names, ask the regulator for the re-inspection, and stay closed until it is passed.',
    es: 'Corrija lo que indica la orden, pídale a la agencia reguladora la reinspección y no abra hasta aprobarla.',
  },
  holdOpen: {
    en: 'Get the license that the business needs, or show the regulator that it has one, before operating again.',
    es: 'Antes de volver a operar, obtenga la licencia que el negocio necesita o demuéstrele a la agencia reguladora que ya la tiene.',
  },
  enforcementAction: {
    en: 'Correct the violations, answer the regulator in time, and ask for the callback inspection.',
    es: 'Corrija las infracciones, responda a la agencia reguladora dentro del plazo y pida la visita de seguimiento.',
  },
  closure: {
    en: 'The regulator closed the business {when}.',
    es: 'La agencia reguladora cerró el negocio {when}.',
  },
  closureAction: {
    en: 'Keep the proof of reopening at hand, and show it to organizers.',
    es: 'Tenga a mano el comprobante de la reapertura y muéstreselo a los organizadores.',
  },
  closureEvidence: { en: 'Closure {when}', es: 'Cierre {when}' },
  closureFades: {
    en: 'Once the records reach {day}, this closure will no longer be a reason not to book, unless another closure follows.',
    es: 'En registros con fecha del {day} o posterior, este cierre ya no será por sí solo un motivo para no contratar, si después no hay otro cierre.',
  },
  closedInYear: {
    en: 'The regulator closed the business {when}, in the year to {end}.',
    es: 'La agencia reguladora cerró el negocio {when}, dentro del año que termina el {end}.',
  },
  closedInYearFades: {
    en: 'In records as of {day} or later an organizer who checks the license is no longer told of it as a reason, if no other closure follows.',
    es: 'En registros con fecha del {day} o posterior, ya no se le menciona entre los motivos al organizador que consulta la licencia, si después no hay otro cierre.',
  },
  fineAction: {
    en: 'Pay the fine if you have not, correct what the order names, and show an organizer the proof of both.',
    es: 'Pague la multa si todavía no lo ha hecho, corrija lo que indica la orden y muéstrele al organizador los comprobantes de ambas cosas.',
  },
  orderAction: {
    en: 'Do what the order says, and show an organizer the proof.',
    es: 'Cumpla lo que dice la orden y muéstrele al organizador el comprobante.',
  },
  orderEvidence: { en: 'Final order of {day}, case {number}', es: 'Orden final del {day}, caso {number}' },
  orderFades: {
    en: 'For events on {day} or later, an organizer who checks the license no longer reads of it as a reason, if no other final order follows.',
    es: 'Para eventos del {day} en adelante, ya no se le menciona entre los motivos al organizador que consulta la licencia, si después no hay otra orden final.',
  },
  grade: {
    en: 'The inspection record has the grade {grade}.',
    es: 'El historial de inspecciones tiene la calificación {grade}.',
  },
  gradeAction: {
    en: 'The points below say what counts against it; the outlook says what it takes to reach the next letter.',
    es: 'Los puntos de abajo dicen qué pesa en contra; más arriba se explica qué hace falta para llegar a la letra siguiente.',
  },
  gradeEvidence: { en: 'Grade {grade}', es: 'Calificación {grade}' },
  resultUnknown: {
    en: 'How the visit of {day} ended is not known: the file says {quote}.',
    es: 'No se sabe cómo terminó la visita del {day}: el archivo dice {quote}.',
  },
  resultUnknownAction: {
    en: 'Show an organizer the report of that visit.',
    es: 'Muéstrele al organizador el informe de esa visita.',
  },
  unconfirmed: { en: '{why} No grade is shown.', es: '{why} No se muestra ninguna calificación.' },
  licenseEvidence: {
    en: 'License {number}: {status} (files up to {day})',
    es: 'Licencia {number}: {status} (archivos hasta el {day})',
  },
  licenseEvidenceExpiry: {
    en: 'License {number}: {status}, expiry {expiry} (files up to {day})',
    es: 'Licencia {number}: {status}, con vencimiento el {expiry} (archivos hasta el {day})',
  },
  followUp: {
    en: 'The last visit ended with {quote}.',
    es: 'La última visita terminó con {quote}.',
  },
  followUpAction: {
    en: 'Correct what was cited by the date given, and have the callback inspection made.',
    es: 'Corrija lo señalado, a más tardar en la fecha fijada, y asegúrese de que se haga la visita de seguimiento.',
  },
  countsUnknown: {
    en: 'How many violations the inspection of {day} cited is not known: the regulator’s file leaves counts blank or contradicts itself.',
    es: 'No se sabe cuántas infracciones se señalaron en la inspección del {day}: el archivo de la agencia reguladora deja cifras en blanco o se contradice.',
  },
  countsUnknownAction: {
    en: 'Show an organizer the report of that inspection, and ask the regulator to correct its file.',
    es: 'Muéstrele al organizador el informe de esa inspección y pídale a la agencia reguladora que corrija su archivo.',
  },
  countsUnknownEvidence: { en: 'Inspection of {day}', es: 'Inspección del {day}' },
  uncertainAction: {
    en: 'If the inspections are yours, show an organizer the reports, and have the regulator bring name and holder in line.',
    es: 'Si las inspecciones son suyas, muéstrele los informes al organizador y pídale a la agencia reguladora que haga coincidir el nombre y el titular.',
  },
  loadingAction: {
    en: 'Nothing for you to correct: this service is still reading older files. Look again later, or show an organizer your newest inspection reports.',
    es: 'Usted no tiene nada que corregir: este servicio todavía está leyendo archivos anteriores. Vuelva a consultar más tarde o muéstrele al organizador sus informes de inspección más recientes.',
  },
  tooFewAction: {
    en: 'A grade comes with the next inspections.',
    es: 'La calificación llegará con las próximas inspecciones.',
  },
  tooFewActionReport: {
    en: 'A grade comes with the next inspections. Show an organizer your newest report.',
    es: 'La calificación llegará con las próximas inspecciones. Muéstrele al organizador su informe más reciente.',
  },
  tooFewToo: {
    en: 'For a grade these records lack inspections, too. They come with the regulator’s routine while a license is in force.',
    es: 'Para una calificación faltan también inspecciones en estos registros. Llegarán con las visitas de rutina de la agencia reguladora mientras haya una licencia en vigor.',
  },
  counted: {
    en: '{count, plural, one {# inspection} other {# inspections}} counted in the year to {day}',
    es: '{count, plural, one {# inspección contada} other {# inspecciones contadas}} en el año que termina el {day}',
  },
  countedUncertain: {
    en: '{count, plural, one {# inspection} other {# inspections}} counted in the year to {day}; {uncertain, plural, one {# inspection} other {# inspections}} of uncertain owner on file',
    es: '{count, plural, one {# inspección contada} other {# inspecciones contadas}} en el año que termina el {day}; {uncertain, plural, one {consta # inspección} other {constan # inspecciones}} de dueño incierto',
  },
  coverAction: {
    en: 'Nothing for you to correct: the files read here are short. Show an organizer your newest inspection reports.',
    es: 'Usted no tiene nada que corregir: los archivos que se leen aquí abarcan poco tiempo. Muéstrele al organizador sus informes de inspección más recientes.',
  },
  coverNone: { en: 'No inspection file in use', es: 'No se usa ningún archivo de inspecciones' },
  coverFrom: {
    en: 'Inspection files from {day}',
    es: 'Archivos de inspecciones a partir del {day}',
  },
});

export const LICENSE_STATUS_WORDS = defineNames<License['status']>({
  current: { en: 'current', es: 'vigente' },
  delinquent: { en: 'delinquent', es: 'sin renovar (delinquent)' },
  relinquished: { en: 'relinquished', es: 'entregada por su titular' },
  transfer_pending: { en: 'transfer pending', es: 'cambio de dueño en trámite' },
  not_on_file: { en: 'not on file', es: 'no figura' },
  no_file: { en: 'no file', es: 'sin archivo' },
  unknown: { en: 'unknown', es: 'estado desconocido' },
});

/** The recommended action for a vendor whose license is not confirmed. */
export const LICENSE_ACTIONS = defineNames<License['status']>({
  current: {
    en: 'The file shows no expiry date that is still to come. Renew the license if you have not; a newer file will show it.',
    es: 'El archivo no muestra ninguna fecha de vencimiento futura. Si todavía no ha renovado la licencia, renuévela; un archivo más reciente lo mostrará.',
  },
  delinquent: {
    en: 'The file shows the license as not renewed. Renew it with the late fee if you have not; a newer file will show it.',
    es: 'En el archivo la licencia figura como no renovada. Si todavía no lo ha hecho, renuévela con el recargo por atraso; un archivo más reciente lo mostrará.',
  },
  relinquished: {
    en: 'Apply for a new license; this one was given up. The new one will have a record of its own.',
    es: 'Solicite una licencia nueva; esta fue entregada por su titular. La nueva tendrá su propio historial.',
  },
  transfer_pending: {
    en: 'If the license is changing hands, complete the change of owner with the regulator; otherwise have its file corrected.',
    es: 'Si la licencia está cambiando de dueño, complete el trámite con la agencia reguladora; si no, pídale que corrija su archivo.',
  },
  no_file: {
    en: 'Nothing for you to do: no license file of your district has been read here. Show an organizer the license itself.',
    es: 'Usted no tiene que hacer nada: aquí no se ha leído ningún archivo de licencias de su distrito. Muéstrele al organizador la licencia misma.',
  },
  not_on_file: {
    en: 'Ask the regulator whether the license is active, and apply for one if it is not.',
    es: 'Pregúntele a la agencia reguladora si la licencia está activa; si no lo está, solicite una.',
  },
  unknown: {
    en: 'Ask the regulator what the status in its file means, and have it corrected if it is wrong.',
    es: 'Pregúntele a la agencia reguladora qué significa el estado que figura en su archivo y, si es incorrecto, pídale que lo corrija.',
  },
});

export const STRENGTHS = defineMessages({
  wasCurrent: {
    en: 'In the license file used here the license was current, to {day}.',
    es: 'En el archivo de licencias que se usa aquí, la licencia estaba vigente hasta el {day}.',
  },
  current: { en: 'The license is current until {day}.', es: 'La licencia está vigente hasta el {day}.' },
  grade: {
    en: 'The inspection record has the grade {grade}.',
    es: 'El historial de inspecciones tiene la calificación {grade}.',
  },
  noViolation: {
    en: 'No violation was cited in the year to {day}.',
    es: 'No se señaló ninguna infracción en el año que termina el {day}.',
  },
  noHighPriority: {
    en: 'No high-priority violation was cited in the year to {day}.',
    es: 'No se señaló ninguna infracción de alta prioridad en el año que termina el {day}.',
  },
  met: {
    en: 'The last visit met inspection standards.',
    es: 'La última visita cumplió con las normas de inspección.',
  },
  metOn: {
    en: 'The last visit, on {day}, met inspection standards.',
    es: 'La última visita, del {day}, cumplió con las normas de inspección.',
  },
  noEnforcement: {
    en: 'No warning, complaint or closure in the year to {day}.',
    es: 'Ninguna advertencia, denuncia ni cierre en el año que termina el {day}.',
  },
});

export const OFFER = defineMessages({
  description: {
    en: 'A daily watch of your regulator record, with an email when anything on it changes.',
    es: 'Seguimiento diario de sus registros en la agencia reguladora, con un correo cuando algo cambie en ellos.',
  },
});
