import { defineMessages } from '../../../../lib/language/define-messages.ts';

/** Wording for a record's overview, license and score. */
export const STANDING = defineMessages({
  grade: { en: 'Grade', es: 'Calificación' },
  old: { en: '<strong>Old records.</strong> {age}', es: '<strong>Registros antiguos.</strong> {age}' },
  recommendation: {
    en: '<strong>Our recommendation:</strong> {verdict}',
    es: '<strong>Nuestra recomendación:</strong> {verdict}',
  },
  asOf: {
    en: 'Records through {upTo}, checked as of {day}. {snapshot}',
    es: 'Registros hasta el {upTo}; revisado al {day}. {snapshot}',
  },
  lastVisit: { en: 'Last visit', es: 'Última visita' },
  noVisit: { en: 'None on file under the {owner}', es: 'No consta ninguna con el {owner}' },
  gravest: { en: 'Worst result', es: 'Peor resultado' },
  trend: { en: 'Trend', es: 'Tendencia' },
  nothingAgainst: {
    en: 'A missing grade doesn’t count against a vendor.',
    es: 'Que no haya calificación no dice por sí solo nada en contra de un vendedor.',
  },
  noGrade: { en: 'NO GRADE', es: 'SIN CALIFICACIÓN' },
  closed: { en: 'CLOSED', es: 'CERRADO' },
  onHold: { en: 'ON HOLD', es: 'CON IMPEDIMENTO' },
  closedTold: {
    en: '<strong>The regulator has closed the business under this license</strong>, and no later record reopens it. In the regulator’s words:',
    es: '<strong>La agencia reguladora cerró el negocio que tiene esta licencia</strong>, y nada en los registros levanta el cierre. En palabras de la agencia:',
  },
  unlicensedTold: {
    en: '<strong>An inspector found the business operating without a license</strong>, and no later record resolves that. In the regulator’s words:',
    es: '<strong>Un inspector encontró que el negocio operaba sin licencia</strong>, y nada en los registros resuelve ese punto. En palabras de la agencia:',
  },
  formerly: {
    en: '<strong>Formerly {name}.</strong> The license carried that name before. Check that the permits and insurance show the new one.',
    es: '<strong>Antes {name}.</strong> La licencia llevaba ese nombre. Revise que los permisos y el seguro tengan el nuevo.',
  },
  license: { en: 'License', es: 'Licencia' },
  closedSince: { en: '; closed since {day}', es: '; cerrado desde el {day}' },
  notConfirmed: {
    en: '<strong>Not confirmed.</strong> {why}',
    es: '<strong>No confirmada.</strong> {why}',
  },
  score: { en: 'Score', es: 'Puntuación' },
  noScoreYet: {
    en: 'None yet: inspections before {day} are still being loaded',
    es: 'Ninguna todavía: las inspecciones anteriores al {day} aún se están cargando',
  },
  noScore: {
    en: 'None: a score needs more recent inspections',
    es: 'Ninguna: para una puntuación hacen falta más inspecciones recientes',
  },
  scoreAlone: {
    en: '{score} of 100, from inspections only. It ignores the license and closures, and doesn’t lead to a letter.',
    es: '{score} de 100, solo por las inspecciones; no toma en cuenta la licencia ni los cierres, y de ella no sale ninguna letra.',
  },
  scoreOf: { en: '{score} of 100, higher is better', es: '{score} de 100; cuanto más alta, mejor' },
  letterFrom: { en: '{grade} from {least}', es: '{grade} desde {least}' },
  scaleTitle: {
    en: 'Score {score} of 100, grade {grade}',
    es: 'Puntuación {score} de 100, calificación {grade}',
  },
  scaleShows: {
    en: 'The scale from 0 to 100 with its letters: {letters}, below that F.',
    es: 'La escala de 0 a 100 con sus letras: {letters}; por debajo, F.',
  },
  rules: {
    en: '{letters}, below that F. <rules>How we grade</rules> (version {version}) and <backtest>how well it predicts</backtest>.',
    es: '{letters}; por debajo, F. <rules>Cómo calificamos</rules> (versión {version}) y <backtest>qué tan bien predice</backtest>.',
  },
});
