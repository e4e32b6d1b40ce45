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
  noVisit: { en: 'None on file under the {owner}', es: 'Ninguna en los archivos con el {owner}' },
  gravest: { en: 'Worst result', es: 'Peor resultado' },
  trend: { en: 'Trend', es: 'Tendencia' },
  nothingAgainst: {
    en: 'A missing grade doesn’t count against a vendor.',
    es: 'La falta de calificación no cuenta en contra de un vendedor.',
  },
  noGrade: { en: 'NO GRADE', es: 'SIN CALIFICACIÓN' },
  closed: { en: 'CLOSED', es: 'CERRADO' },
  onHold: { en: 'ON HOLD', es: 'CON IMPEDIMENTO' },
  closedTold: {
    en: '<strong>The regulator closed the business under this license</strong>, and no later record shows that it reopened. In the regulator’s words:',
    es: '<strong>La agencia reguladora cerró el negocio que tiene esta licencia</strong>, y ningún registro posterior indica que haya reabierto. En palabras de la agencia:',
  },
  unlicensedTold: {
    en: '<strong>An inspector found the business operating without a license</strong>, and no later record resolves that. In the regulator’s words:',
    es: '<strong>Un inspector encontró que el negocio operaba sin licencia</strong>, y ningún registro posterior resuelve ese punto. En palabras de la agencia:',
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
    en: 'None yet, because inspections before {day} are still being loaded',
    es: 'Ninguna todavía, porque las inspecciones anteriores al {day} aún se están cargando',
  },
  noScore: {
    en: 'None: a score requires more recent inspections',
    es: 'Ninguna: para una puntuación hacen falta más inspecciones recientes',
  },
  scoreAlone: {
    en: '{score} out of 100, based only on inspections. It doesn’t consider the license or closures, and doesn’t result in a letter.',
    es: '{score} de 100, según las inspecciones solamente. No toma en cuenta la licencia ni los cierres, y no da ninguna letra.',
  },
  scoreOf: { en: '{score} out of 100; higher is better', es: '{score} de 100; cuanto más alta, mejor' },
  letterFrom: { en: '{grade} from {least}', es: '{grade} desde {least}' },
  scaleTitle: {
    en: 'Score {score} out of 100, grade {grade}',
    es: 'Puntuación {score} de 100, calificación {grade}',
  },
  scaleShows: {
    en: 'The scale from 0 to 100 with its letters: {letters}; F below that.',
    es: 'La escala de 0 a 100 con sus letras: {letters}; por debajo, F.',
  },
  rules: {
    en: '{letters}; F below that. <rules>How we grade</rules> (version {version}) and <backtest>how well it predicts</backtest>.',
    es: '{letters}; por debajo, F. <rules>Cómo calificamos</rules> (versión {version}) y <backtest>qué tan bien predice</backtest>.',
  },
});
