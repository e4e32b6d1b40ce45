import type { Language } from '../../../lib/language/language.ts';
import { EMERGENCY_CLOSURE, key } from './dispositions.ts';
import { TITLES } from './violation-categories.ts';

/**
 * Our Spanish explanations of the regulator's terms. A page quotes the English term and shows the explanation
 * next to it. The explanations are never presented as the regulator's words.
 */
export const SPANISH_DISPOSITIONS: Readonly<Record<string, string>> = {
  'Inspection Completed - No Further Action': 'inspección terminada, sin más medidas',
  'Call Back - Complied': 'visita de seguimiento: cumplió',
  'Admin. Complaint Callback Complied': 'seguimiento de la denuncia administrativa: cumplió',
  'Emergency Order Callback Complied': 'seguimiento de la orden de emergencia: cumplió',
  'Warning Issued': 'se emitió una advertencia',
  'Insp. Completed - Warning Given, Pending': 'inspección terminada con advertencia; queda pendiente',
  'Call Back - Extension given, pending': 'visita de seguimiento: se dio una prórroga; queda pendiente',
  'Administrative Complaint Time Extension': 'prórroga en la denuncia administrativa',
  'Emergency Order Callback Time Extension': 'seguimiento de la orden de emergencia: se dio una prórroga',
  'Administrative complaint recommended': 'se recomendó una denuncia administrativa',
  'Call Back - Admin. complaint recommended':
    'visita de seguimiento: se recomendó una denuncia administrativa',
  'Admin. Complaint Callback Not Complied': 'seguimiento de la denuncia administrativa: no cumplió',
  'Emergency order recommended': 'se recomendó una orden de emergencia para cerrar',
  'Emergency Order Callback Not Complied': 'seguimiento de la orden de emergencia: no cumplió',
  'Administrative determination recommended': 'se recomendó una determinación administrativa',
  'Assigned to Inspector': 'asignada a un inspector; todavía sin resultado',
  'Not available electronically': 'no disponible en forma electrónica',
  'Seasonal (Active/Inactive)': 'de temporada (activo o inactivo)',
};

/** Glosses for inspection types. A callback has the gloss of the inspection that opened its case. */
export const SPANISH_INSPECTION_TYPES: Readonly<Record<string, string>> = {
  'Routine - Food': 'inspección de rutina',
  'Complaint Full': 'inspección completa por una queja',
  'Complaint Partial': 'inspección parcial por una queja',
  'Food-Licensing Inspection': 'inspección para dar la licencia',
};

export const SPANISH_CATEGORIES: Readonly<Record<number, string>> = {
  1: 'Alimentos de una fuente aprobada',
  2: 'Envase original: etiquetas, fechas, advertencia al consumidor',
  3: 'Control de tiempo y temperatura de los alimentos',
  4: 'Equipo para mantener los alimentos a la temperatura debida',
  5: 'Termómetros de alimentos y de equipos',
  6: 'Alimentos bien descongelados',
  7: 'Alimentos que no se vuelven a servir',
  8: 'Protección de los alimentos, contaminación cruzada',
  9: 'Contacto de las manos sin guantes con alimentos listos para comer',
  10: 'Utensilios en uso bien guardados',
  11: 'Salud de los empleados, empleados enfermos',
  12: 'Manos lavadas, prácticas de higiene, comer, beber, fumar',
  13: 'Ropa limpia, cabello sujeto, joyas, uñas',
  14: 'Superficies de contacto con alimentos y otras: diseño, construcción, mantenimiento',
  16: 'Lavado de platos, tiras de prueba, medidores',
  21: 'Paños de limpieza, mantelería, lavandería',
  22: 'Superficies de contacto con alimentos limpias y desinfectadas',
  23: 'Superficies sin contacto con alimentos limpias',
  24: 'Almacenamiento y manejo del equipo limpio, secado al aire',
  25: 'Artículos desechables',
  27: 'Agua de fuente segura, fría y caliente, con presión',
  28: 'Aguas negras y residuales bien desechadas',
  29: 'Plomería, fregadero para trapeadores, filtros, prevención de reflujo',
  31: 'Lavamanos, sus artículos y su letrero',
  32: 'Baños',
  33: 'Basura y desechos, exteriores',
  35: 'Sin insectos, roedores ni animales vivos; aberturas al exterior protegidas',
  36: 'Pisos, paredes, techos, ventilación',
  38: 'Iluminación',
  40: 'Pertenencias de los empleados',
  41: 'Productos químicos y sustancias tóxicas',
  42: 'Equipo de limpieza y mantenimiento',
  43: 'Separación de la vivienda, acceso restringido a la cocina',
  45: 'Extintores y extinción de incendios',
  46: 'Salidas',
  47: 'Instalación eléctrica',
  48: 'Aparatos de gas, caldera',
  49: 'Materiales inflamables',
  50: 'Licencia vigente y a la vista',
  51: 'Otras condiciones higiénicas y seguras',
  52: 'Información falsa, etiquetado engañoso',
  53: 'Certificación del gerente de alimentos, capacitación de los empleados',
  54: 'Ley de Aire Limpio en Interiores (Clean Indoor Air Act)',
  55: 'Aviso de propina automática',
  57: 'Información del programa de epidemiología (no es una infracción)',
};

const BY_KEY = new Map(
  Object.entries({ ...SPANISH_DISPOSITIONS, ...SPANISH_INSPECTION_TYPES }).map(([words, gloss]) => [
    key(words),
    gloss,
  ]),
);

/**
 * Our Spanish glosses for inspectors' texts. Each text begins with the standard sentence for a violation
 * code, which is the same at every business. Most citations have one of these few codes. The inspector's own
 * addition is not translated.
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

/** Matches both versions of the sentence: "potentially hazardous food" is the older term. */
const TEMPERATURE =
  /^(?:potentially hazardous|time\/temperature control for safety)\b.{0,90}\b(cold|hot) held\b/;
const TEMPERATURES: Readonly<Record<string, string>> = {
  cold: 'alimentos fríos a más de 41 °F',
  hot: 'alimentos calientes a menos de 135 °F',
};

/**
 * Returns our gloss for a disposition, a closure, an inspection type or an inspector's text. Returns
 * undefined for unknown words, and for English, which needs no gloss.
 */
export function glossOf(words: string, language: Language): string | undefined {
  if (language === 'en') return undefined;
  return words.startsWith(EMERGENCY_CLOSURE)
    ? 'cierre de emergencia'
    : (BY_KEY.get(key(words)) ?? observationGloss(words));
}

/** Returns a category's title in the given language. */
export function categoryTitle(category: number, language: Language): string {
  if (language === 'en') return TITLES[category] ?? `Category ${category} (no longer used)`;
  return SPANISH_CATEGORIES[category] ?? `Categoría ${category} (ya no se usa)`;
}

/**
 * Returns the gloss for the sentence at the beginning of an inspector's text, or undefined if the sentence is
 * not on the list.
 */
function observationGloss(text: string): string | undefined {
  const words = text.slice(0, 200).toLowerCase().replace(/\s+/g, ' ').trim();
  const held = TEMPERATURE.exec(words)?.[1];
  if (held !== undefined) return TEMPERATURES[held];
  return SPANISH_SENTENCES.find(([start]) => words.startsWith(start))?.[1];
}
