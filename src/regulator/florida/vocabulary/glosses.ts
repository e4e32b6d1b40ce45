import type { Language } from '../../../lib/language/language.ts';
import { EMERGENCY_CLOSURE, key } from './dispositions.ts';
import { observationGloss } from './observation-glosses.ts';
import { TITLES } from './violation-categories.ts';

/**
 * Our Spanish explanations of the regulator's words. A page quotes the English and shows these next to it.
 * They are never presented as the regulator's words.
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

/** Kinds of inspections. A callback has the gloss of its case. */
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
 * Returns our gloss of a disposition, a closure, a kind of inspection or an inspector's text. Returns
 * undefined in English, which needs none, and for unknown words.
 */
export function glossOf(words: string, language: Language): string | undefined {
  if (language === 'en') return undefined;
  return words.startsWith(EMERGENCY_CLOSURE)
    ? 'cierre de emergencia'
    : (BY_KEY.get(key(words)) ?? observationGloss(words));
}

/** Returns the title of a category in a language. */
export function categoryTitle(category: number, language: Language): string {
  if (language === 'en') return TITLES[category] ?? `Category ${category} (no longer used)`;
  return SPANISH_CATEGORIES[category] ?? `Categoría ${category} (ya no se usa)`;
}
