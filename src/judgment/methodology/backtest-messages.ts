import { defineNames } from '../../lib/language/define-messages.ts';
import { REGULATOR } from '../../regulator/source/regulator.ts';

/** Text about the latest back-test that is not generated from its figures. A new back-test needs new text. */
export const BACKTEST_TEXTS = defineNames<'weakest'>({
  weakest: {
    en: 'The score is weakest for short records. With a single earlier inspection it orders vendors no better than a coin when it comes to follow-ups (0.52), one reason to give no letter for one inspection. It says next to nothing about closures: there were seven in two years. Letters are rough, too: between two inspections in a row about four vendors in ten change theirs, and few vendors have an F. And all of it rests on one district of small trucks and caterers, years ago.',
    es: 'Donde más débil es la puntuación es en los historiales cortos. Con una sola inspección previa, en cuanto a los seguimientos no ordena a los vendedores mejor que una moneda al aire (0.52); es una de las razones para no dar letra por una sola inspección. De los cierres no dice casi nada: hubo siete en dos años. Las letras también son aproximadas: entre una inspección y la siguiente, unos cuatro de cada diez vendedores cambian de letra, y pocos tienen una F. Además, todo se basa en un solo distrito de camiones y empresas de catering pequeños, de hace años.',
  },
});

export const BACKTEST_STEPS = defineNames({
  moments: {
    en: 'Every routine first visit to a food truck, hot dog cart or caterer that has at least one earlier case under the same owner is one moment.',
    es: 'Cada primera visita de rutina a un camión de comida, un carrito de hot dogs o una empresa de catering que tenga al menos un caso anterior con el mismo dueño es un momento.',
  },
  before: {
    en: 'For each, the score and every other method are made from what was on file the day before, and from nothing later.',
    es: 'Para cada uno, la puntuación y todos los demás métodos se calculan con lo que constaba el día anterior y nada posterior.',
  },
  found: {
    en: 'Then it is seen what the visit found: a high-priority violation, a follow-up required (closures included), a closure.',
    es: 'Después se ve qué encontró la visita: una infracción de alta prioridad, un seguimiento exigido (incluidos los cierres) o un cierre.',
  },
  teaching: {
    en: 'The first fiscal year only teaches. What is fitted or stated as a chance is learned from the years before the one it is tried on.',
    es: 'El primer año fiscal solo sirve para aprender. Lo que se ajusta o se expresa como probabilidad se aprende de los años anteriores a aquel en el que se prueba.',
  },
  auc: {
    en: 'AUC is the chance that, of two moments of one year of which one had the outcome, the method ranked that one as the worse; 0.5 is a coin.',
    es: 'El AUC es la probabilidad de que, entre dos momentos de un mismo año de los que solo uno tuvo ese resultado, el método haya puesto ese como el peor; 0.5 es una moneda al aire.',
  },
  intervals: {
    en: 'Intervals are 95 % bootstrap intervals over owners, since inspections of one vendor resemble each other.',
    es: 'Los intervalos son del 95 %, por remuestreo (bootstrap) de dueños, porque las inspecciones de un mismo vendedor se parecen entre sí.',
  },
});

export const BACKTEST_LIMITS = defineNames({
  inspectors: {
    en: 'Inspectors differ, and the files do not say who inspected.',
    es: 'Los inspectores no son iguales, y los archivos no dicen quién inspeccionó.',
  },
  snapshot: {
    en: 'An inspection is a snapshot; that a vendor was found wanting once does not mean that it will be again.',
    es: 'Una inspección refleja un solo día; que a un vendedor le hayan encontrado fallas una vez no quiere decir que se las vuelvan a encontrar.',
  },
  revised: {
    en: 'Rows are as in the newest file. A row that the regulator revised later was seen as revised.',
    es: 'Las filas son las del archivo más reciente. Si la agencia reguladora corrigió una después, se vio ya corregida.',
  },
  licenses: {
    en: 'License status and holds of the time are not on file, so letters are shown here that the service would have withheld.',
    es: 'El estado de las licencias y los impedimentos de entonces no constan, así que aquí aparecen letras que el servicio no habría mostrado.',
  },
  small: {
    en: 'Numbers are small: some figures rest on a handful of visits, and their intervals say so. That rates never fall from letter to letter is one draw: in half of the bootstrap samples they do somewhere.',
    es: 'Los números son pequeños: algunas cifras se basan en unas pocas visitas, y sus intervalos lo dicen. Que los porcentajes nunca bajen de una letra a la siguiente es un solo resultado: en la mitad de las muestras del remuestreo bajan en alguna parte.',
  },
  nextDay: {
    en: 'It is assumed that an inspection is on file the next day; the files come weekly.',
    es: 'Se supone que una inspección consta al día siguiente; los archivos llegan cada semana.',
  },
  region: {
    en: 'Rates are of one region and time. They are not promised for another.',
    es: 'Los porcentajes son de una región y una época. No se prometen para otras.',
  },
});

type Method = 'score' | 'last_high_priority' | 'last_points' | 'cycles' | 'severity_points' | 'fitted';

/**
 * The names of the compared methods. A test checks that the English names are those in the output of the
 * command that ran the back-test.
 */
export const METHODS_NAMED = defineNames<Method>({
  score: { en: 'Score v3', es: 'Puntuación v3' },
  last_high_priority: {
    en: 'Last inspection: high priority or not',
    es: 'Última inspección: con alta prioridad o sin ella',
  },
  last_points: { en: 'Last inspection: points', es: 'Última inspección: puntos' },
  cycles: { en: 'Last four cycles in 36 months', es: 'Últimos cuatro ciclos en 36 meses' },
  severity_points: {
    en: 'Severity points, graded recency',
    es: 'Puntos por gravedad, según la antigüedad',
  },
  fitted: { en: 'Fitted model (ceiling)', es: 'Modelo ajustado (techo)' },
});

export const METHODS_TOLD = defineNames<Method>({
  score: {
    en: 'The published rule, also for records too short for a letter.',
    es: 'La regla publicada, también para historiales demasiado cortos para una letra.',
  },
  last_high_priority: {
    en: 'Whether the newest case had a high-priority violation.',
    es: 'Si el caso más reciente tuvo una infracción de alta prioridad.',
  },
  last_points: {
    en: 'The points of the newest case under the same rules.',
    es: 'Los puntos del caso más reciente con las mismas reglas.',
  },
  cycles: {
    en: `As another ${REGULATOR.jurisdiction} site describes its score: callbacks merged into their cycle by highest counts and worst disposition, the last four cycles of 36 months, newer ones weighing more. Assumed, as we found them nowhere: points 3/2/1, 10 for a follow-up and 25 for a closure, weights 40/30/20/10.`,
    es: `Como describe su puntuación otro sitio de ${REGULATOR.jurisdiction}: las visitas de seguimiento se unen a su ciclo con las cifras más altas y el peor resultado, y cuentan los últimos cuatro ciclos de 36 meses, con más peso los más recientes. Lo que no encontramos publicado lo supusimos: 3/2/1 puntos, 10 por un seguimiento y 25 por un cierre, y pesos 40/30/20/10.`,
  },
  severity_points: {
    en: `As another ${REGULATOR.jurisdiction} site describes its score: 3/2/1 points a violation, every visit by itself, older ones counting less. Assumed: full weight for six months, ¾ for a year, ½ for two, ¼ beyond; their weighted mean.`,
    es: `Como describe su puntuación otro sitio de ${REGULATOR.jurisdiction}: 3/2/1 puntos por infracción, cada visita por separado, y las más antiguas cuentan menos. Supusimos: peso completo seis meses, ¾ hasta un año, ½ hasta dos, ¼ después; y su media ponderada.`,
  },
  fitted: {
    en: 'Ridge logistic regression on everything in the record: counts, measures, 58 categories, kinds and days of inspections, license type. Fitted on the years before; nobody could check it with a pencil.',
    es: 'Regresión logística ridge con todo lo que hay en el historial: cifras, medidas, 58 categorías, tipos y días de las inspecciones, tipo de licencia. Ajustada con los años anteriores; nadie podría comprobarla con lápiz y papel.',
  },
});
