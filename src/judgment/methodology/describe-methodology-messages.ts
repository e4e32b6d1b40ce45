import { defineMessages, defineNames } from '../../lib/language/define-messages.ts';
import { REGULATOR } from '../../regulator/source/regulator.ts';

/** Sentences that describe the published method. The figures come from the rules. */
export const METHOD = defineMessages({
  cases: {
    en: 'An inspection and its callbacks are one case. Each high-priority violation found at its first visit is {high} points, each intermediate one {intermediate}, each basic one {basic}. The most severe enforcement action of the case adds its own points. No case weighs more than {max} points.',
    es: 'Una inspección y sus visitas de seguimiento forman un caso. Cada infracción de alta prioridad señalada en la primera visita vale {high} puntos; cada intermedia, {intermediate}; cada básica, {basic}. La medida más grave del caso suma sus propios puntos. Ningún caso pesa más de {max} puntos.',
  },
  unknown: {
    en: 'A case whose outcome is unknown, or whose first visit is not on file, never counts as better than the average case, {average} points: unknown is not clean. Unknown counts cost the worst that they can be, by the categories cited; at most {max} points.',
    es: 'Un caso cuyo resultado se desconoce, o cuya primera visita no consta, nunca cuenta como mejor que el caso promedio, {average} puntos: no saber no es lo mismo que estar limpio. Las cifras desconocidas cuestan lo peor que pueden ser según las categorías señaladas; como máximo {max} puntos.',
  },
  mean: {
    en: 'Take the mean of the points of all cases of the current owner. A case counts half as much for each {days} days that it is older than the newest one.',
    es: 'Se promedian los puntos de todos los casos del dueño actual. Por cada {days} días que un caso sea anterior al más reciente, cuenta la mitad.',
  },
  shrink: {
    en: 'Add {cases} average cases of {average} points: with n cases of mean m, (n × m + {cases} × {average}) / (n + {cases}). One good or bad day moves a short record little.',
    es: 'Se agregan {cases} casos promedio de {average} puntos: con n casos de media m, (n × m + {cases} × {average}) / (n + {cases}). Así, un solo día bueno o malo cambia poco un historial corto.',
  },
  score: {
    en: 'The score is 100 − {factor} × that, at least 0, rounded to one decimal. The letter follows from the cut-offs.',
    es: 'La puntuación es 100 − {factor} × ese resultado, como mínimo 0, redondeada a un decimal. La letra sale de los límites entre letras.',
  },
  minimum: {
    en: 'No letter unless the current owner has at least {cases} inspections with a known first visit, outcome and counts. At least {operating} of them must be of the running business (not only a “{preOpening}”), and the newest must not be older than {months} months.',
    es: 'No hay letra si el dueño actual no tiene al menos {cases} inspecciones cuya primera visita, resultado y cifras se conocen, al menos {operating} de ellas con el negocio en funcionamiento (no solo una “{preOpening}”, la previa a la apertura), y la más reciente de no más de {months} meses.',
  },
  changedV1: {
    en: 'v2 lets A begin at 85 instead of 86. Scores were concentrated just above 86 (42 within two points above it, 23 below), so a single basic violation decided many letters. 85 is the nearest whole number without such a concentration that costs no vendor a letter. No score changes; some grades rise from B to A, none falls.',
    es: 'En v2 la A comienza en 85 en vez de 86. Muchas puntuaciones se amontonaban justo encima de 86 (42 hasta dos puntos por encima, 23 por debajo), así que una sola infracción básica decidía la letra de muchos; 85 es el número entero más cercano donde no se amontonan y con el que nadie pierde una letra. Ninguna puntuación cambia; algunas calificaciones suben de B a A y ninguna baja.',
  },
  changedV2: {
    en: 'v3 changes only cases that the files do not show in full. A case whose first visit is not on file does not count toward the minimum record. It costs at least a mean case and what its callbacks prove: a complaint that was complied with was a complaint. Unknown counts cost the worst that they can be, by the categories cited. Under v2 both could count as clean.',
    es: 'v3 solo cambia los casos que los archivos no muestran completos. Un caso cuya primera visita no consta no cuenta para el historial mínimo y cuesta al menos lo que un caso promedio y lo que prueban sus visitas de seguimiento: una denuncia que se cumplió fue una denuncia. Las cifras desconocidas cuestan lo peor que pueden ser según las categorías señaladas. En v2 ambos podían contar como limpios.',
  },
});

type Measure = 'none' | 'warning' | 'complaint' | 'closed';
export const MEASURES_NAMED = defineNames<Measure>({
  none: { en: 'None: met inspection standards', es: 'Ninguna: cumplió con las normas' },
  warning: { en: 'Warning, or more time given', es: 'Advertencia, o se dio más plazo' },
  complaint: {
    en: 'Administrative complaint recommended, or its callback not complied with',
    es: 'Se recomendó una denuncia administrativa, o no se cumplió en su visita de seguimiento',
  },
  closed: {
    en: 'Closed by emergency order or administrative determination',
    es: 'Cierre por orden de emergencia o por resolución administrativa',
  },
});

export const DATA_USED = defineNames({
  inspections: {
    en: `Inspections by the ${REGULATOR.office}: day, type, outcome, and how many violations of each severity.`,
    es: `Inspecciones de la agencia reguladora, el ${REGULATOR.shortName}: día, tipo, resultado y cuántas infracciones de cada gravedad.`,
  },
  licenses: {
    en: 'License files of the same agency: for the license’s status and expiry, which decide whether a letter is shown, never how high a score is.',
    es: 'Archivos de licencias de la misma agencia: para el estado y el vencimiento de la licencia, que deciden si se muestra una letra, nunca qué tan alta es la puntuación.',
  },
  closures: {
    en: 'Weekly reports of emergency closures: for holds.',
    es: 'Informes semanales de cierres de emergencia: para los impedimentos.',
  },
});

export const DATA_NOT_USED = defineNames({
  business: {
    en: 'Name, cuisine, place, size, price.',
    es: 'El nombre, el tipo de cocina, el lugar, el tamaño y los precios.',
  },
  opinions: {
    en: 'Reviews, complaints sent to us, what a vendor or organizer writes or pays.',
    es: 'Las reseñas, las quejas que nos envían y lo que escriba o pague un vendedor o un organizador.',
  },
  orders: {
    en: 'Final orders with fines: they are shown, and a decision names one as a caution for a year, but no back-test was run on them. Their file is read by the regulator’s description, because no real file was at hand.',
    es: 'Las órdenes finales con multas: se muestran, y durante un año el dictamen las menciona como advertencia, pero no se ha hecho ninguna prueba retrospectiva con ellas. Su archivo se lee según la descripción de la agencia reguladora, porque no hubo ningún archivo real a mano.',
  },
  asking: { en: 'Who asks, and for which event.', es: 'Quién consulta y para qué evento.' },
  observations: {
    en: 'The inspector’s words: they are shown next to the counts if they are on file, and do not change the score.',
    es: 'Las palabras del inspector: se muestran junto a las cifras cuando constan, y no puntúan.',
  },
  priorOwner: {
    en: 'Records under a prior owner: shown, not scored.',
    es: 'El historial de un dueño anterior: se muestra, pero no puntúa.',
  },
  fines: { en: 'Fines: they are not in these files.', es: 'Las multas: no están en estos archivos.' },
});

export const METHOD_LIMITS = defineNames({
  inspectors: {
    en: 'Inspectors differ: two of them may count the same kitchen differently.',
    es: 'Los inspectores no son iguales: dos de ellos pueden contar distinto en la misma cocina.',
  },
  snapshot: {
    en: 'An inspection is a snapshot of one day. It says nothing of the days before and after.',
    es: 'Una inspección refleja un solo día. No dice nada de los días anteriores ni de los siguientes.',
  },
  illness: {
    en: 'We make no claim about illness: a good letter does not mean that food is safe, and a bad one does not mean that anyone fell ill.',
    es: 'No se afirma nada sobre enfermedades: una buena letra no dice que la comida sea segura, ni una mala que alguien se haya enfermado.',
  },
  judgment: {
    en: 'The score is our judgment. The regulator does not grade anyone.',
    es: 'La puntuación es un juicio nuestro. La agencia reguladora no califica a nadie.',
  },
  weights: {
    en: 'Weights were chosen by hand. The back-test holds them against fitted ones, on one district’s history.',
    es: 'Los pesos se eligieron a mano. La prueba retrospectiva los compara con otros ajustados a los datos, con el historial de un solo distrito.',
  },
  short: {
    en: 'Many vendors are inspected about once a year. A short record says little; the average cases added to it pull it to the middle.',
    es: 'A muchos vendedores los inspeccionan más o menos una vez al año. Un historial corto dice poco; los casos promedio que se le agregan lo acercan al medio.',
  },
});
