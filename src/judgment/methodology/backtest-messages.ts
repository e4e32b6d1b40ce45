import { defineNames } from '../../lib/language/define-messages.ts';
import { REGULATOR } from '../../regulator/source/regulator.ts';

/** Text about the latest back-test that is not generated from its figures. A new back-test needs new text. */
export const BACKTEST_TEXTS = defineNames<'weakest'>({
  weakest: {
    en: 'The score is weakest for short records. With only one earlier inspection, it predicts follow-ups no better than a coin toss (0.52), which is one reason we don’t give a letter for a single inspection. It says next to nothing about closures, because there were only seven in two years. Letters are rough, too: from one inspection to the next, about four in ten vendors change letters, and few vendors have an F. And all of this is based on one district of small trucks and caterers, years ago.',
    es: 'Donde más débil es la puntuación es en los historiales cortos. Con una sola inspección previa, predice los seguimientos igual que lanzar una moneda (0.52), y esa es una de las razones por las que no damos letra por una sola inspección. De los cierres no dice casi nada, porque solo hubo siete en dos años. Las letras también son aproximadas: entre una inspección y la siguiente, unos cuatro de cada diez vendedores cambian de letra, y pocos tienen una F. Además, todo se basa en un solo distrito de food trucks y empresas de catering pequeños, de hace años.',
  },
});

export const BACKTEST_STEPS = defineNames({
  moments: {
    en: 'We use every routine first visit to a food truck, hot dog cart or caterer with at least one earlier case under the same owner. We call each one a moment.',
    es: 'Usamos cada primera visita de rutina a un food truck, un carrito de hot dogs o una empresa de catering con al menos un caso anterior con el mismo dueño. A cada una la llamamos momento.',
  },
  before: {
    en: 'For each moment, we calculate the score and every other method using only what was on file the day before.',
    es: 'Para cada momento, calculamos la puntuación y todos los demás métodos solo con lo que había en los archivos el día anterior.',
  },
  found: {
    en: 'Then we look at what the visit found: a high-priority violation, a required follow-up (including closures), or a closure.',
    es: 'Después vemos qué encontró la visita: una infracción de alta prioridad, un seguimiento exigido (incluidos los cierres) o un cierre.',
  },
  teaching: {
    en: 'The first fiscal year is used only for training. Anything fitted or stated as a probability is learned from the years before the one it’s tested on.',
    es: 'El primer año fiscal se usa solo para entrenar. Lo que se ajusta o se expresa como probabilidad se aprende de los años anteriores a aquel en el que se prueba.',
  },
  auc: {
    en: 'Take two moments from the same year, only one of which had the outcome. AUC is the chance that the method ranked that one as worse; 0.5 is a coin toss.',
    es: 'Tome dos momentos de un mismo año, de los que solo uno tuvo ese resultado. El AUC es la probabilidad de que el método haya puesto ese como el peor; 0.5 equivale a lanzar una moneda.',
  },
  intervals: {
    en: 'Intervals are 95% bootstrap intervals across owners, because inspections of the same vendor tend to be similar.',
    es: 'Los intervalos son del 95 %, por remuestreo (bootstrap) de dueños, porque las inspecciones de un mismo vendedor se parecen entre sí.',
  },
});

export const BACKTEST_LIMITS = defineNames({
  inspectors: {
    en: 'Inspectors differ, and the files don’t say who inspected.',
    es: 'Los inspectores no son iguales, y los archivos no dicen quién inspeccionó.',
  },
  snapshot: {
    en: 'An inspection is a snapshot. A vendor that did badly once won’t necessarily do so again.',
    es: 'Una inspección refleja un solo día; que a un vendedor le haya ido mal una vez no significa que le vuelva a ir mal.',
  },
  revised: {
    en: 'Rows are taken from the newest file. If the regulator revised a row later, we used the revised version.',
    es: 'Las filas son las del archivo más reciente. Si la agencia reguladora corrigió una después, usamos la versión corregida.',
  },
  licenses: {
    en: 'License status and holds from that time aren’t on file, so this includes letters that the service would not have shown.',
    es: 'El estado de las licencias y los impedimentos de entonces no están en los archivos, así que aquí hay letras que el servicio no habría mostrado.',
  },
  small: {
    en: 'The numbers are small. Some figures are based on a handful of visits, as their intervals show. Rates never fall from one letter to the next here, but in half of the bootstrap samples they do somewhere.',
    es: 'Los números son pequeños: algunas cifras se basan en unas pocas visitas, y sus intervalos lo dicen. Aquí los porcentajes nunca bajan de una letra a la siguiente, pero en la mitad de las muestras del remuestreo bajan en alguna parte.',
  },
  nextDay: {
    en: 'This assumes that an inspection is on file the next day, although the files actually come weekly.',
    es: 'Esto supone que una inspección está en los archivos al día siguiente, aunque en realidad los archivos llegan cada semana.',
  },
  region: {
    en: 'These rates are for one region and period. They may not hold for others.',
    es: 'Estos porcentajes son de una región y una época. Pueden no ser válidos para otras.',
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
