/**
 * Our Spanish glosses of inspectors' texts. Each text begins with the fixed sentence of a violation code, and
 * most citations have one of these few codes. The sentence of a code is the same at every business. The
 * inspector's addition is not translated.
 */
const SPANISH_SENTENCES: readonly (readonly [start: string, gloss: string])[] = [
  ['food-contact surface soiled', 'superficie en contacto con alimentos sucia'],
  ['nonfood-contact surface soiled', 'superficie sin contacto con alimentos sucia'],
  ['soil residue build-up on nonfood-contact surface', 'superficie sin contacto con alimentos sucia'],
  ['build-up of food debris', 'restos de comida o polvo acumulados'],
  ['buildup of food debris', 'restos de comida acumulados'],
  ['build-up of grease', 'grasa acumulada en los filtros de la campana'],
  ['roach activity present', 'presencia de cucarachas vivas'],
  ['dead roaches on premises', 'cucarachas muertas en el local'],
  ['rodent activity present', 'señales de roedores'],
  ['live, small flying insects', 'insectos voladores pequeños en la cocina o junto a los alimentos'],
  ['cutting board has cut marks', 'tabla de cortar con marcas que ya no se puede limpiar'],
  ['food stored on floor', 'alimentos guardados en el piso'],
  ['stored food not covered', 'alimentos guardados sin tapar'],
  ['raw animal food stored over', 'carne cruda guardada sobre alimentos listos para comer'],
  ['food prepared in a private home', 'alimentos preparados en una casa particular'],
  ['food not in a wholesome', 'alimentos en mal estado'],
  ['stop sale issued', 'se prohibió la venta de estos alimentos'],
  [
    'ready-to-eat, potentially hazardous',
    'alimentos listos para comer guardados demasiado tiempo o sin fecha',
  ],
  [
    'employee beverage container',
    'bebida de un empleado sobre la mesa de preparación o junto a equipo limpio',
  ],
  ['employee with no hair restraint', 'empleado sin gorro ni red para el pelo mientras prepara alimentos'],
  ['employee personal items stored', 'pertenencias de empleados guardadas junto a los alimentos'],
  ['employee personal food not properly identified', 'comida de empleados sin identificar ni separar'],
  ['working containers of food', 'recipientes de alimentos sin el nombre del producto'],
  ['no paper towels', 'lavamanos sin toallas de papel ni secador'],
  ['no soap provided', 'lavamanos sin jabón'],
  ['no handwashing sign', 'lavamanos sin el letrero de lavarse las manos'],
  ['handwash sink not accessible', 'lavamanos bloqueado o inaccesible'],
  ['handwash sink used for purposes', 'lavamanos usado para otra cosa'],
  ['hot water not provided', 'sin agua caliente en el lavamanos'],
  ['floor soiled', 'piso sucio'],
  ['floor area(s) covered with standing water', 'agua estancada en el piso'],
  ['grease accumulated on kitchen floor', 'grasa acumulada en el piso de la cocina o bajo los equipos'],
  ['wall soiled', 'pared sucia'],
  ['hole in or other damage to wall', 'pared con un hueco u otro daño'],
  ['ceiling', 'techo o ventilación sucios o dañados'],
  ['interior of oven/microwave', 'interior del horno o microondas sucio'],
  ['interior of reach-in cooler soiled', 'interior del refrigerador sucio'],
  ['reach-in cooler interior', 'interior del refrigerador sucio'],
  ['reach-in cooler gasket', 'empaque del refrigerador roto'],
  ['walk-in cooler/freezer shelves', 'repisas de la cámara fría oxidadas'],
  ['ice buildup', 'hielo acumulado en el congelador'],
  ['accumulation of black/green mold-like substance', 'moho en el interior de la máquina de hielo'],
  ['equipment in poor repair', 'equipo en mal estado'],
  ['equipment and utensils not properly air-dried', 'utensilios apilados mojados, sin secar al aire'],
  ['clean glasses, cups, bowls', 'vajilla limpia guardada sin protección'],
  ['bowl or other container with no handle', 'recipiente sin mango para servir alimentos'],
  ['in-use tongs', 'pinzas colgadas de la puerta del equipo entre un uso y otro'],
  ['in-use utensil', 'utensilio en uso guardado en agua a menos de 135 °F'],
  ['wet wiping cloth', 'paño húmedo fuera de la solución desinfectante'],
  ['wet mop', 'trapeador mojado mal guardado'],
  ['dishmachine', 'lavavajillas sin suficiente desinfectante'],
  ['no chemical test kit', 'sin tiras para medir el desinfectante'],
  ['spray bottle containing toxic substance', 'botella con producto químico sin etiqueta'],
  ['old labels stuck', 'etiquetas viejas pegadas a los recipientes'],
  ['single-service articles', 'artículos desechables mal guardados'],
  ['water leaking', 'fuga de agua en una tubería o llave'],
  ['open dumpster', 'contenedor de basura abierto'],
  ['exterior door has a gap', 'puerta exterior con una abertura abajo'],
  ['carbon dioxide/helium tanks', 'tanques de gas mal sujetos'],
  ['current hotel and restaurant license not displayed', 'licencia vigente no exhibida'],
  ['operating with an expired', 'operaba con la licencia vencida'],
  [
    'no proof of required state approved employee training',
    'sin comprobante de capacitación de los empleados',
  ],
  [
    'proof of required state approved employee training',
    'falta el comprobante de capacitación de algunos empleados',
  ],
];

/** "Potentially hazardous food" is the older name in the same sentences. */
const TEMPERATURE =
  /^(?:potentially hazardous|time\/temperature control for safety)\b.{0,90}\b(cold|hot) held\b/;
const TEMPERATURES: Readonly<Record<string, string>> = {
  cold: 'alimentos fríos a más de 41 °F',
  hot: 'alimentos calientes a menos de 135 °F',
};

/**
 * Returns the gloss of the sentence that an inspector's text begins with; undefined if it is not in the list.
 */
export function observationGloss(text: string): string | undefined {
  const words = text.slice(0, 200).toLowerCase().replace(/\s+/g, ' ').trim();
  const held = TEMPERATURE.exec(words)?.[1];
  if (held !== undefined) return TEMPERATURES[held];
  return SPANISH_SENTENCES.find(([start]) => words.startsWith(start))?.[1];
}
