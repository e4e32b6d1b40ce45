import { defineMessages, defineNames } from '../../lib/language/define-messages.ts';
import type { OtherLicenseCode } from '../source/other-license.ts';

/** Messages about licenses that are not in the mobile vendor and caterer files. */

export const OTHER_NAMES = defineNames<OtherLicenseCode>({
  restaurant: { en: 'A restaurant’s booth', es: 'El puesto de un restaurante' },
  temporary_event: { en: 'DBPR temporary event license', es: 'Licencia del DBPR para eventos temporales' },
  food_permit: { en: 'FDACS food permit', es: 'Permiso de alimentos de FDACS' },
  cottage_food: { en: 'Cottage food (home kitchen)', es: 'Cottage food (cocina de casa)' },
});

export const OTHER_ABOUT = defineNames<OtherLicenseCode>({
  restaurant: {
    en: 'The number often begins with SEA or NOS. Restaurants have their own DBPR licenses and inspections, which aren’t in our records. Look the number up on the DBPR site, and ask DBPR whether the booth needs a temporary event license, too.',
    es: 'El número suele empezar con SEA o NOS. Los restaurantes tienen su propia licencia e inspecciones del DBPR, que no están en nuestros registros. Busque el número en el DBPR y pregunte al DBPR si el puesto necesita además una licencia para eventos temporales.',
  },
  temporary_event: {
    en: 'For events of up to 30 days. An inspector issues it at the event once the vendor passes inspection, for that event or for a year, so there is nothing to check in our records.',
    es: 'Para eventos de hasta 30 días. Un inspector la entrega en el evento después de una inspección aprobada, para ese evento o por un año, así que nuestros registros no tienen nada que revisar.',
  },
  food_permit: {
    en: 'The Florida Department of Agriculture (FDACS) permits food that is mostly packaged or not served as meals: packaged snacks, groceries, ice cream, bakery goods. DBPR doesn’t inspect these vendors.',
    es: 'El Departamento de Agricultura de Florida (FDACS) da permisos para alimentos que en general van empacados o no se sirven como comida: productos empacados, comestibles, helados, panadería. El DBPR no inspecciona a estos vendedores.',
  },
  cottage_food: {
    en: 'Baked goods, jams, candy and similar low-risk food made at home and sold packaged and labeled. Florida doesn’t require a license or inspect these kitchens. Hot meals aren’t cottage food.',
    es: 'Panes y pasteles, mermeladas, dulces y otros alimentos de bajo riesgo hechos en casa, que se venden empacados y con etiqueta. Florida no exige licencia ni inspecciona estas cocinas. La comida caliente no es cottage food.',
  },
});

export const OTHER_LINKS = defineNames<OtherLicenseCode>({
  restaurant: { en: 'DBPR license search', es: 'Buscador de licencias del DBPR (en inglés)' },
  temporary_event: { en: 'DBPR guide to temporary events', es: 'Guía del DBPR (en inglés)' },
  food_permit: { en: 'FDACS: food', es: 'FDACS: alimentos (en inglés)' },
  cottage_food: { en: 'FDACS: cottage foods', es: 'FDACS: cottage foods (en inglés)' },
});

export const OTHER_DOCUMENTS = defineMessages({
  restaurantLicense: {
    en: 'Copy of the restaurant’s DBPR license, valid on the event date',
    es: 'Copia de la licencia del DBPR del restaurante, vigente el día del evento',
  },
  newestReport: {
    en: 'Its most recent inspection report',
    es: 'Su informe de inspección más reciente',
  },
  temporaryIfAsked: {
    en: 'The temporary event license, or DBPR’s confirmation that none is needed',
    es: 'La licencia para eventos temporales, o la respuesta del DBPR de que no hace falta',
  },
  temporary: {
    en: 'The temporary event license: before the event if it’s annual, or on the day, before the first sale, if it’s for one event',
    es: 'La licencia para eventos temporales: si es anual, antes del evento; si es para un solo evento, ese día, antes de la primera venta',
  },
  menu: {
    en: 'What will be served, and how it is kept hot or cold',
    es: 'Qué se servirá y cómo se mantiene caliente o frío',
  },
  permit: {
    en: 'Copy of the FDACS food permit, valid on the event date',
    es: 'Copia del permiso de alimentos de FDACS, vigente el día del evento',
  },
  labels: {
    en: 'A photo of a product label that shows the name and address, ingredients, allergens, and that it was made in a home kitchen',
    es: 'Una foto de la etiqueta de un producto que muestre el nombre y la dirección, los ingredientes, los alérgenos y que se hizo en una cocina de casa',
  },
  insurance: {
    en: 'Certificate of insurance that covers the event date',
    es: 'Certificado de seguro que cubra la fecha del evento',
  },
  extinguisher: {
    en: 'Fire-extinguisher service tag, if anything is cooked or heated',
    es: 'Etiqueta (tag) del extintor, si se cocina o calienta algo',
  },
  manager: { en: 'Certified food manager’s certificate', es: 'Certificado de Food Manager' },
});
