import { defineMessages, defineNames } from '../../lib/language/define-messages.ts';
import { REGULATOR } from '../../regulator/source/regulator.ts';

/** Sentences that describe the published method. The figures come from the rules. */
export const METHOD = defineMessages({
  cases: {
    en: 'An inspection and its callbacks make up one case. Each high-priority violation found on the first visit costs {high} points, each intermediate one {intermediate}, and each basic one {basic}. The most severe enforcement action in the case adds its own points. No case can cost more than {max} points.',
    es: 'Una inspección y sus visitas de seguimiento forman un caso. Cada infracción de alta prioridad señalada en la primera visita vale {high} puntos; cada intermedia, {intermediate}; cada básica, {basic}. La medida más grave del caso suma sus propios puntos. Ningún caso pesa más de {max} puntos.',
  },
  unknown: {
    en: 'A case whose outcome is unknown, or whose first visit isn’t on file, never counts as better than the average case, {average} points: unknown doesn’t mean clean. If counts are unknown, we assume the worst that the cited categories allow, up to {max} points.',
    es: 'Un caso cuyo resultado se desconoce, o cuya primera visita no consta, nunca cuenta como mejor que el caso promedio, {average} puntos: no saber no es lo mismo que estar limpio. Si no se conocen las cifras, suponemos lo peor que permiten las categorías señaladas, hasta {max} puntos.',
  },
  mean: {
    en: 'Take the average points of all cases under the current owner. A case’s weight is cut in half for every {days} days that it is older than the newest one.',
    es: 'Se promedian los puntos de todos los casos del dueño actual. Por cada {days} días que un caso sea anterior al más reciente, cuenta la mitad.',
  },
  shrink: {
    en: 'Add {cases} average cases of {average} points: for n cases with mean m, (n × m + {cases} × {average}) / (n + {cases}). That way, one good or bad day doesn’t change a short record much.',
    es: 'Se agregan {cases} casos promedio de {average} puntos: con n casos de media m, (n × m + {cases} × {average}) / (n + {cases}). Así, un solo día bueno o malo cambia poco un historial corto.',
  },
  score: {
    en: 'The score is 100 − {factor} × that result, with a minimum of 0, rounded to one decimal. The cutoffs determine the letter.',
    es: 'La puntuación es 100 − {factor} × ese resultado, como mínimo 0, redondeada a un decimal. La letra sale de los límites entre letras.',
  },
  minimum: {
    en: 'There is no letter unless the current owner has at least {cases} inspections with a known first visit, outcome and counts. At least {operating} of them must be of the business in operation (not just a “{preOpening}”), and the newest can’t be more than {months} months old.',
    es: 'No hay letra si el dueño actual no tiene al menos {cases} inspecciones cuya primera visita, resultado y cifras se conocen, al menos {operating} de ellas con el negocio en funcionamiento (no solo una “{preOpening}”, la previa a la apertura), y la más reciente de no más de {months} meses.',
  },
  changedV1: {
    en: 'In v2, an A starts at 85 instead of 86. Scores were concentrated just above 86 (42 within two points above it, 23 below), so a single basic violation decided many letters. 85 is the nearest whole number that avoids this concentration without lowering any vendor’s grade. No score changed. Some grades rose from B to A, and none fell.',
    es: 'En v2 la A comienza en 85 en vez de 86. Muchas puntuaciones se amontonaban justo encima de 86 (42 hasta dos puntos por encima, 23 por debajo), así que una sola infracción básica decidía la letra de muchos; 85 es el número entero más cercano donde no se amontonan y con el que nadie pierde una letra. Ninguna puntuación cambia; algunas calificaciones suben de B a A y ninguna baja.',
  },
  changedV2: {
    en: 'v3 changes only cases that the files don’t show in full. A case whose first visit isn’t on file doesn’t count toward the minimum record. It costs at least as much as an average case, plus anything its callbacks prove: a complaint that was complied with was still a complaint. If counts are unknown, we assume the worst that the cited categories allow. Under v2, both kinds of cases could count as clean.',
    es: 'v3 solo cambia los casos que los archivos no muestran completos. Un caso cuya primera visita no consta no cuenta para el historial mínimo y cuesta al menos lo que un caso promedio, más lo que prueben sus visitas de seguimiento: una denuncia que se cumplió sigue siendo una denuncia. Si no se conocen las cifras, suponemos lo peor que permiten las categorías señaladas. En v2 ambos tipos de caso podían contar como limpios.',
  },
});

type Measure = 'none' | 'warning' | 'complaint' | 'closed';
export const MEASURES_NAMED = defineNames<Measure>({
  none: { en: 'None: met inspection standards', es: 'Ninguna: cumplió con las normas' },
  warning: { en: 'Warning, or more time given', es: 'Advertencia, o se dio más plazo' },
  complaint: {
    en: 'Administrative complaint recommended, or not complied with at its callback',
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
    en: 'License files from the same agency: for the license’s status and expiry, which determine whether we show a letter but never affect the score.',
    es: 'Archivos de licencias de la misma agencia: para el estado y el vencimiento de la licencia, que determinan si se muestra una letra, pero nunca afectan la puntuación.',
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
    en: 'Reviews, complaints sent to us, or anything a vendor or organizer writes or pays.',
    es: 'Las reseñas, las quejas que nos envían y lo que escriba o pague un vendedor o un organizador.',
  },
  orders: {
    en: 'Final orders with fines: we show them, and a decision mentions one as a caution for a year, but we haven’t back-tested them. We read their file based on the regulator’s description, because we had no real file to work from.',
    es: 'Las órdenes finales con multas: se muestran, y durante un año el resultado las menciona como advertencia, pero no hemos hecho ninguna prueba retrospectiva con ellas. Leemos su archivo según la descripción de la agencia reguladora, porque no teníamos ningún archivo real.',
  },
  asking: { en: 'Who asks, and for which event.', es: 'Quién consulta y para qué evento.' },
  observations: {
    en: 'The inspector’s comments: if they’re on file, we show them next to the counts, but they don’t change the score.',
    es: 'Los comentarios del inspector: si están en los archivos, se muestran junto a las cifras, pero no cambian la puntuación.',
  },
  priorOwner: {
    en: 'Records under a prior owner: shown but not scored.',
    es: 'El historial de un dueño anterior: se muestra, pero no puntúa.',
  },
  fines: { en: 'Fines: they are not in these files.', es: 'Las multas: no están en estos archivos.' },
});

export const METHOD_LIMITS = defineNames({
  inspectors: {
    en: 'Inspectors differ: two of them may score the same kitchen differently.',
    es: 'Los inspectores no son iguales: dos de ellos pueden evaluar de forma distinta la misma cocina.',
  },
  snapshot: {
    en: 'An inspection is a snapshot of one day. It says nothing about the days before or after.',
    es: 'Una inspección refleja un solo día. No dice nada de los días anteriores ni de los siguientes.',
  },
  illness: {
    en: 'We make no claim about illness: a good letter doesn’t mean that the food is safe, and a bad one doesn’t mean that anyone got sick.',
    es: 'No afirmamos nada sobre enfermedades: una buena letra no significa que la comida sea segura, ni una mala que alguien se haya enfermado.',
  },
  judgment: {
    en: 'The score is our own judgment. The regulator doesn’t grade anyone.',
    es: 'La puntuación es un juicio nuestro. La agencia reguladora no califica a nadie.',
  },
  weights: {
    en: 'We chose the weights by hand. The back-test compares them with fitted weights, using one district’s history.',
    es: 'Los pesos se eligieron a mano. La prueba retrospectiva los compara con otros ajustados a los datos, con el historial de un solo distrito.',
  },
  short: {
    en: 'Many vendors are inspected about once a year. A short record doesn’t say much; the average cases added to it pull it toward the middle.',
    es: 'A muchos vendedores los inspeccionan más o menos una vez al año. Un historial corto dice poco; los casos promedio que se le agregan lo acercan al medio.',
  },
});
