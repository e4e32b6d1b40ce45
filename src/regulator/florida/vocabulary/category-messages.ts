import { defineMessages, defineNames } from '../../../lib/language/define-messages.ts';
import type { Source } from '../../source/source.ts';

/** The corrective action for each violation category, by number. */
export const CATEGORY_ACTIONS = defineNames<string>({
  1: {
    en: 'Buy food only from licensed suppliers, keep the invoices, and don’t prepare any food at home.',
    es: 'Compre alimentos solo a proveedores con licencia, guarde las facturas y no prepare nada en casa.',
  },
  2: {
    en: 'Label and date every container when you open or prepare food.',
    es: 'Póngale etiqueta y fecha a cada envase al abrir o preparar alimentos.',
  },
  3: {
    en: 'Check and log the temperature of hot and cold held food every two hours; repair equipment that doesn’t hold it.',
    es: 'Mida y anote cada dos horas la temperatura de los alimentos que mantiene fríos o calientes; repare el equipo que no la conserve.',
  },
  4: {
    en: 'Check the coolers before each shift, and don’t overfill them.',
    es: 'Revise los refrigeradores antes de cada turno y no los llene de más.',
  },
  5: {
    en: 'Keep a calibrated probe thermometer on hand and a thermometer in every cooler.',
    es: 'Tenga un termómetro de sonda calibrado y otro en cada refrigerador.',
  },
  6: {
    en: 'Thaw food in the cooler, under cold running water, or as part of cooking; never on the counter.',
    es: 'Descongele los alimentos en el refrigerador, bajo agua fría corriente o al cocinarlos; nunca sobre el mostrador.',
  },
  7: {
    en: 'Throw away food that has been served to a customer; only unopened packages may be served again.',
    es: 'Tire los alimentos que ya se sirvieron a un cliente; solo se pueden volver a servir los paquetes sin abrir.',
  },
  8: {
    en: 'Store raw food below ready-to-eat food, with everything covered and off the floor.',
    es: 'Guarde los alimentos crudos debajo de los listos para comer, todo tapado y sin tocar el piso.',
  },
  9: {
    en: 'Use gloves, tongs or deli paper to handle ready-to-eat food.',
    es: 'Use guantes, pinzas o papel para tocar los alimentos listos para comer.',
  },
  10: {
    en: 'Keep utensils in use in the food with the handle out, or in a clean, dry place.',
    es: 'Deje los utensilios en uso dentro del alimento con el mango afuera, o en un lugar limpio y seco.',
  },
  11: {
    en: 'Train everyone to report illness, and keep the signed form handy.',
    es: 'Enséñeles a todos a avisar cuando estén enfermos y tenga a mano el formulario firmado.',
  },
  12: {
    en: 'Wash hands between tasks; no eating, drinking or smoking where food is prepared.',
    es: 'Lávese las manos entre una tarea y otra; donde se preparan alimentos no se come, no se bebe y no se fuma.',
  },
  13: {
    en: 'Wear clean clothes, a hair restraint, and no jewelry except a plain ring in areas where food is prepared.',
    es: 'Donde se preparan alimentos, lleve ropa limpia y el cabello sujeto, y ninguna joya más que un anillo liso.',
  },
  14: {
    en: 'Replace worn boards, gaskets and shelves that can no longer be cleaned.',
    es: 'Cambie las tablas, los empaques y los estantes gastados que ya no se pueden limpiar.',
  },
  16: {
    en: 'Test the sanitizer’s strength every time you change it, and keep test strips handy.',
    es: 'Mida la concentración del desinfectante cada vez que lo cambie y tenga a mano las tiras de prueba.',
  },
  21: {
    en: 'Keep wet wiping cloths in sanitizer between uses, and keep clean linens separate from soiled ones.',
    es: 'Entre un uso y otro, deje los paños húmedos en desinfectante; guarde los paños limpios aparte de los sucios.',
  },
  22: {
    en: 'Every four hours, wash, rinse and sanitize surfaces that touch food.',
    es: 'Lave, enjuague y desinfecte cada cuatro horas las superficies que tocan los alimentos.',
  },
  23: {
    en: 'Put the outside of equipment on the daily cleaning list.',
    es: 'Incluya el exterior de los equipos en la lista de limpieza diaria.',
  },
  24: {
    en: 'Air-dry clean equipment and store it covered or upside down, off the floor.',
    es: 'Deje secar al aire el equipo limpio y guárdelo tapado o boca abajo, sin tocar el piso.',
  },
  25: {
    en: 'Store disposable cups, plates and utensils covered and off the floor, and use them only once.',
    es: 'Guarde los vasos, platos y cubiertos desechables tapados y sin tocar el piso, y úselos una sola vez.',
  },
  27: {
    en: 'Check hot and cold water before opening; fill only from an approved source.',
    es: 'Antes de abrir, revise el agua caliente y la fría; llene el tanque solo en una fuente aprobada.',
  },
  28: {
    en: 'Empty the wastewater tank at an approved site, and keep the receipts.',
    es: 'Vacíe el tanque de aguas residuales en un lugar aprobado y guarde los comprobantes.',
  },
  29: {
    en: 'Have leaks, backflow preventers and the mop sink repaired.',
    es: 'Haga reparar las fugas, los dispositivos contra reflujo y el fregadero para trapeadores.',
  },
  31: {
    en: 'Keep the hand sink free and stocked with soap, towels and its sign.',
    es: 'Mantenga el lavamanos despejado, con jabón, toallas y su letrero.',
  },
  32: {
    en: 'Make sure your crew can use a clean, stocked restroom where you operate.',
    es: 'Donde trabaje, cuente con un baño limpio y surtido que su personal pueda usar.',
  },
  33: {
    en: 'Empty the garbage often, keep the containers closed, and keep the ground around the unit clean.',
    es: 'Saque la basura con frecuencia, mantenga cerrados los recipientes y limpio el suelo alrededor de la unidad.',
  },
  35: {
    en: 'Seal openings, clean daily, and schedule regular pest control.',
    es: 'Tape las aberturas, limpie a diario y contrate un control de plagas que venga con regularidad.',
  },
  36: {
    en: 'Clean and repair floors, walls, ceilings and hood filters.',
    es: 'Limpie y repare los pisos, las paredes, los techos y los filtros de la campana.',
  },
  38: {
    en: 'Shield the lights above food, and replace any that are too dim or broken.',
    es: 'Proteja las luces que están sobre los alimentos y cambie las que alumbran poco o están rotas.',
  },
  40: {
    en: 'Give employees a place to keep their belongings, away from food and clean equipment.',
    es: 'Deles a los empleados un lugar para sus pertenencias, lejos de los alimentos y del equipo limpio.',
  },
  41: {
    en: 'Label chemicals and keep them below and away from food.',
    es: 'Ponga etiqueta a los productos químicos y guárdelos lejos de los alimentos y más abajo que ellos.',
  },
  42: {
    en: 'Hang mops up to dry and keep cleaning tools away from food.',
    es: 'Cuelgue los trapeadores para que se sequen y guarde los utensilios de limpieza lejos de los alimentos.',
  },
  43: {
    en: 'Keep the kitchen separate from living areas, and let in only people who work there.',
    es: 'Mantenga la cocina separada de la vivienda y no deje entrar a nadie que no trabaje en ella.',
  },
  45: {
    en: 'Have the extinguishers and the hood system serviced and tagged; the fire authority checks them.',
    es: 'Haga revisar y etiquetar los extintores y el sistema de la campana; la autoridad de bomberos los verifica.',
  },
  46: {
    en: 'Keep the exits clear and marked; the fire authority checks them.',
    es: 'Mantenga las salidas despejadas y señaladas; la autoridad de bomberos las verifica.',
  },
  47: {
    en: 'Have an electrician repair cords, plugs and panels; the fire authority checks them.',
    es: 'Haga que un electricista repare los cables, los enchufes y los tableros; la autoridad de bomberos los verifica.',
  },
  48: {
    en: 'Have the gas lines, tanks and appliances serviced; the fire authority checks them.',
    es: 'Haga revisar las tuberías, los tanques y los aparatos de gas; la autoridad de bomberos los verifica.',
  },
  49: {
    en: 'Store flammable items away from flames and heat; the fire authority checks this.',
    es: 'Guarde los materiales inflamables lejos de llamas y calor; la autoridad de bomberos lo verifica.',
  },
  50: {
    en: 'Display the current license, and show the number on the vehicle.',
    es: 'Tenga a la vista la licencia vigente, y el número en el vehículo.',
  },
  51: {
    en: 'Check the report to see which condition it means, and correct it.',
    es: 'Vea en el informe a qué condición se refiere y corríjala.',
  },
  52: {
    en: 'Serve what the menu says, and describe foods, brands and sources accurately.',
    es: 'Sirva lo que dice el menú: nombre los alimentos, las marcas y su origen tal como son.',
  },
  53: {
    en: 'Have a certified food manager and trained employees, and keep proof on board.',
    es: 'Tenga un gerente de alimentos certificado y empleados capacitados, y lleve los comprobantes a bordo.',
  },
  54: {
    en: 'Keep the place smoke-free, as state law requires, with the signs posted.',
    es: 'Mantenga el lugar libre de humo, como exige la ley estatal, con los letreros puestos.',
  },
  55: {
    en: 'If you add an automatic gratuity, show it on the menu and on the bill.',
    es: 'Si cobra propina automática, indíquelo en el menú y en la cuenta.',
  },
  57: {
    en: 'You don’t need to correct anything. This means the inspector left information.',
    es: 'No tiene que corregir nada. Indica que el inspector dejó información.',
  },
});

export const OTHER_CATEGORY = defineMessages({
  /** The corrective action for categories without an entry, which are no longer in use. */
  action: {
    en: 'Check the report to see what was cited, and correct it.',
    es: 'Vea en el informe qué se señaló y corríjalo.',
  },
});

export const OTHER_AGENCY = defineMessages({
  licenses: {
    en: 'the Florida Department of Agriculture licenses some vendors that sell packaged food',
    es: 'el Departamento de Agricultura de Florida da la licencia a algunos vendedores de comida empacada',
  },
});

/** Titles of the regulator's own pages. The pages are in English only. */
export const OFFICIAL_TITLES = defineNames<keyof Source['pages']>({
  enforcement: {
    en: 'DBPR: enforcement actions, warnings and extensions',
    es: 'DBPR: medidas, advertencias y prórrogas (en inglés)',
  },
  licensing: { en: 'DBPR: licensing', es: 'DBPR: licencias (en inglés)' },
  mobile: {
    en: 'DBPR: guide to mobile food dispensing vehicles',
    es: 'DBPR: guía para vehículos de comida (en inglés)',
  },
  foodCode: {
    en: 'DBPR: food code and violation lists',
    es: 'DBPR: código de alimentos y listas de infracciones (en inglés)',
  },
  foodManager: {
    en: 'DBPR: food manager certification',
    es: 'DBPR: certificación del gerente de alimentos (en inglés)',
  },
  training: {
    en: 'DBPR: food service employee training',
    es: 'DBPR: capacitación de los empleados (en inglés)',
  },
  illness: {
    en: 'DBPR: hand washing and ill employees',
    es: 'DBPR: lavado de manos y empleados enfermos (en inglés)',
  },
  inspections: { en: 'DBPR: inspections', es: 'DBPR: inspecciones (en inglés)' },
});
