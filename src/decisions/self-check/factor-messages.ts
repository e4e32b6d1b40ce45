import type { License } from '../../judgment/scorecard/schemas.ts';
import { defineMessages, defineNames } from '../../lib/language/define-messages.ts';

/** Text about a vendor's strengths and about limits that determine the verdict by themselves. */

export const FACTORS = defineMessages({
  quotedOn: { en: '{quote}, {day}', es: '{quote}, {day}' },
  holdClosed: {
    en: 'Correct what the order names, ask the regulator for a re-inspection, and stay closed until you pass it.',
    es: 'Corrija lo que indica la orden, pídale a la agencia reguladora la reinspección y no abra hasta aprobarla.',
  },
  holdOpen: {
    en: 'Before you operate again, get the license your business needs, or show the regulator that you have one.',
    es: 'Antes de volver a operar, obtenga la licencia que su negocio necesita o demuéstrele a la agencia reguladora que ya la tiene.',
  },
  enforcementAction: {
    en: 'Correct the violations, answer the regulator by its deadline, and ask for the callback inspection.',
    es: 'Corrija las infracciones, responda a la agencia reguladora dentro del plazo y pida la visita de seguimiento.',
  },
  closure: {
    en: 'The regulator closed the business {when}.',
    es: 'La agencia reguladora cerró el negocio {when}.',
  },
  closureAction: {
    en: 'Keep proof that you reopened on hand, and show it to organizers.',
    es: 'Tenga a mano el comprobante de la reapertura y muéstreselo a los organizadores.',
  },
  closureEvidence: { en: 'Closure {when}', es: 'Cierre {when}' },
  closureFades: {
    en: 'Once the records reach {day}, this closure will no longer be a reason not to book, unless another closure follows.',
    es: 'En registros con fecha del {day} o posterior, este cierre ya no será por sí solo un motivo para no contratar, si después no hay otro cierre.',
  },
  closedInYear: {
    en: 'The regulator closed the business {when}, within the year ending {end}.',
    es: 'La agencia reguladora cerró el negocio {when}, dentro del año que termina el {end}.',
  },
  closedInYearFades: {
    en: 'Once the records reach {day}, organizers who check the license will no longer see this as a reason, unless another closure follows.',
    es: 'En registros con fecha del {day} o posterior, ya no se le menciona entre los motivos al organizador que consulta la licencia, si después no hay otro cierre.',
  },
  fineAction: {
    en: 'Pay the fine if you haven’t, correct what the order names, and show organizers proof of both.',
    es: 'Pague la multa si todavía no lo ha hecho, corrija lo que indica la orden y muéstrele al organizador los comprobantes de ambas cosas.',
  },
  orderAction: {
    en: 'Do what the order says, and show organizers the proof.',
    es: 'Cumpla lo que dice la orden y muéstrele al organizador el comprobante.',
  },
  orderEvidence: { en: 'Final order of {day}, case {number}', es: 'Orden final del {day}, caso {number}' },
  orderFades: {
    en: 'For events on or after {day}, organizers who check the license will no longer see this as a reason, unless another final order follows.',
    es: 'Para eventos del {day} en adelante, ya no se le menciona entre los motivos al organizador que consulta la licencia, si después no hay otra orden final.',
  },
  grade: {
    en: 'The inspection record is graded {grade}.',
    es: 'El historial de inspecciones tiene la calificación {grade}.',
  },
  gradeAction: {
    en: 'The points below show what counts against it; the outlook shows what it takes to reach the next letter.',
    es: 'Los puntos de abajo dicen qué pesa en contra; más arriba se explica qué hace falta para llegar a la letra siguiente.',
  },
  gradeEvidence: { en: 'Grade {grade}', es: 'Calificación {grade}' },
  resultUnknown: {
    en: 'We don’t know how the visit on {day} ended: the file says {quote}.',
    es: 'No se sabe cómo terminó la visita del {day}: el archivo dice {quote}.',
  },
  resultUnknownAction: {
    en: 'Show organizers the report from that visit.',
    es: 'Muéstrele al organizador el informe de esa visita.',
  },
  unconfirmed: { en: '{why} No grade is shown.', es: '{why} No se muestra ninguna calificación.' },
  licenseEvidence: {
    en: 'License {number}: {status} (files through {day})',
    es: 'Licencia {number}: {status} (archivos hasta el {day})',
  },
  licenseEvidenceExpiry: {
    en: 'License {number}: {status}, expires {expiry} (files through {day})',
    es: 'Licencia {number}: {status}, con vencimiento el {expiry} (archivos hasta el {day})',
  },
  followUp: {
    en: 'The last visit ended with {quote}.',
    es: 'La última visita terminó con {quote}.',
  },
  followUpAction: {
    en: 'Correct what was cited by the date given, and make sure the callback inspection takes place.',
    es: 'Corrija lo señalado, a más tardar en la fecha fijada, y asegúrese de que se haga la visita de seguimiento.',
  },
  countsUnknown: {
    en: 'We don’t know how many violations the inspection on {day} cited: the regulator’s file leaves counts blank or contradicts itself.',
    es: 'No se sabe cuántas infracciones se señalaron en la inspección del {day}: el archivo de la agencia reguladora deja cifras en blanco o se contradice.',
  },
  countsUnknownAction: {
    en: 'Show organizers the report from that inspection, and ask the regulator to correct its file.',
    es: 'Muéstrele al organizador el informe de esa inspección y pídale a la agencia reguladora que corrija su archivo.',
  },
  countsUnknownEvidence: { en: 'Inspection of {day}', es: 'Inspección del {day}' },
  uncertainAction: {
    en: 'If the inspections are yours, show organizers the reports, and ask the regulator to make the name and the license holder match.',
    es: 'Si las inspecciones son suyas, muéstrele los informes al organizador y pídale a la agencia reguladora que haga coincidir el nombre y el titular.',
  },
  loadingAction: {
    en: 'You don’t need to correct anything: we’re still loading older files. Check again later, or show organizers your most recent inspection reports.',
    es: 'Usted no tiene nada que corregir: todavía estamos cargando archivos anteriores. Vuelva a consultar más tarde o muéstrele al organizador sus informes de inspección más recientes.',
  },
  tooFewAction: {
    en: 'You’ll get a grade after your next inspections.',
    es: 'La calificación llegará con las próximas inspecciones.',
  },
  tooFewActionReport: {
    en: 'You’ll get a grade after your next inspections. Show organizers your most recent report.',
    es: 'La calificación llegará con las próximas inspecciones. Muéstrele al organizador su informe más reciente.',
  },
  tooFewToo: {
    en: 'These records also have too few inspections for a grade. The regulator inspects routinely while a license is in force.',
    es: 'Además, en estos registros faltan inspecciones para una calificación. La agencia reguladora inspecciona de rutina mientras haya una licencia vigente.',
  },
  counted: {
    en: '{count, plural, one {# inspection} other {# inspections}} counted in the year to {day}',
    es: '{count, plural, one {# inspección contada} other {# inspecciones contadas}} en el año que termina el {day}',
  },
  countedUncertain: {
    en: '{count, plural, one {# inspection} other {# inspections}} counted in the year to {day}; {uncertain, plural, one {# inspection} other {# inspections}} on file under an uncertain owner',
    es: '{count, plural, one {# inspección contada} other {# inspecciones contadas}} en el año que termina el {day}; {uncertain, plural, one {consta # inspección} other {constan # inspecciones}} de dueño incierto',
  },
  coverAction: {
    en: 'You don’t need to correct anything: our files don’t go back far enough. Show organizers your most recent inspection reports.',
    es: 'Usted no tiene nada que corregir: nuestros archivos no llegan lo bastante atrás. Muéstrele al organizador sus informes de inspección más recientes.',
  },
  coverNone: { en: 'No inspection file in use', es: 'No se usa ningún archivo de inspecciones' },
  coverFrom: {
    en: 'Inspection files starting {day}',
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
    en: 'The file doesn’t show an expiry date in the future. Renew the license if you haven’t; a later file will show it.',
    es: 'El archivo no muestra ninguna fecha de vencimiento futura. Si todavía no ha renovado la licencia, renuévela; un archivo más reciente lo mostrará.',
  },
  delinquent: {
    en: 'The file shows that the license wasn’t renewed. If you haven’t renewed it, do so and pay the late fee; a later file will show it.',
    es: 'En el archivo la licencia figura como no renovada. Si todavía no lo ha hecho, renuévela con el recargo por atraso; un archivo más reciente lo mostrará.',
  },
  relinquished: {
    en: 'Apply for a new license; this one was given up. The new one will have its own record.',
    es: 'Solicite una licencia nueva; esta fue entregada por su titular. La nueva tendrá su propio historial.',
  },
  transfer_pending: {
    en: 'If the license is changing hands, complete the change of owner with the regulator; otherwise, ask it to correct its file.',
    es: 'Si la licencia está cambiando de dueño, complete el trámite con la agencia reguladora; si no, pídale que corrija su archivo.',
  },
  no_file: {
    en: 'You don’t need to do anything: we haven’t loaded a license file for your district. Show organizers the license itself.',
    es: 'Usted no tiene que hacer nada: no hemos cargado ningún archivo de licencias de su distrito. Muéstrele al organizador la licencia misma.',
  },
  not_on_file: {
    en: 'Ask the regulator whether the license is active, and apply for a new one if it isn’t.',
    es: 'Pregúntele a la agencia reguladora si la licencia está activa; si no lo está, solicite una.',
  },
  unknown: {
    en: 'Ask the regulator what the status in its file means, and ask for a correction if it’s wrong.',
    es: 'Pregúntele a la agencia reguladora qué significa el estado que figura en su archivo y, si es incorrecto, pídale que lo corrija.',
  },
});

export const STRENGTHS = defineMessages({
  wasCurrent: {
    en: 'The license was current through {day} in the license file we used.',
    es: 'En el archivo de licencias que usamos, la licencia estaba vigente hasta el {day}.',
  },
  current: { en: 'The license is current until {day}.', es: 'La licencia está vigente hasta el {day}.' },
  grade: {
    en: 'The inspection record is graded {grade}.',
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
    es: 'La última visita, el {day}, cumplió con las normas de inspección.',
  },
  noEnforcement: {
    en: 'No warning, complaint or closure in the year to {day}.',
    es: 'Ninguna advertencia, denuncia ni cierre en el año que termina el {day}.',
  },
});

export const OFFER = defineMessages({
  description: {
    en: 'We’ll check your regulator record every day and email you when anything on it changes.',
    es: 'Revisaremos todos los días sus registros en la agencia reguladora y le enviaremos un correo cuando algo cambie.',
  },
});
