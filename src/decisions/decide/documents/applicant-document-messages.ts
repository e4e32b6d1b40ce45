import { defineNames } from '../../../lib/language/define-messages.ts';
import type { EventType } from '../schemas.ts';
import type { DocumentCode } from './document-messages.ts';

/** The reason for each document, addressed to the vendor who submits it. */
export const APPLICANT_REASONS = defineNames<DocumentCode>({
  license_copy: {
    en: 'The organizer will compare it with the state’s record of your license.',
    es: 'El organizador la comparará con lo que el estado tiene registrado sobre su licencia.',
  },
  renewed_license: {
    en: 'The license on record expires before the event. Licenses are good for one year; send the new one once you’ve renewed it.',
    es: 'La licencia registrada vence antes del evento. Las licencias duran un año; envíe la nueva cuando la haya renovado.',
  },
  insurance_certificate: {
    en: 'If a guest gets hurt, your insurance pays. The organizer will check that it covers every day of the event.',
    es: 'Si alguien se lastima, paga su seguro. El organizador revisará que cubra todos los días del evento.',
  },
  fire_extinguisher_tag: {
    en: 'Your crew must be able to put out a small fire before it reaches a tent or a crowd.',
    es: 'Su personal debe poder apagar un fuego pequeño antes de que llegue a una carpa o al público.',
  },
  hood_suppression_certificate: {
    en: 'A handheld extinguisher can’t stop a grease fire under a hood.',
    es: 'Un extintor de mano no apaga un fuego de grasa bajo la campana.',
  },
  propane_declaration: {
    en: 'The organizer and the fire marshal need to know how much propane you carry and where you keep it.',
    es: 'El organizador y la autoridad de bomberos necesitan saber cuánto gas lleva usted y dónde lo guarda.',
  },
  generator_details: {
    en: 'Power, noise and fuel determine where you can park.',
    es: 'La electricidad, el ruido y el combustible deciden dónde puede instalarse.',
  },
  food_manager_certificate: {
    en: 'Someone in charge of your kitchen has passed a food safety test.',
    es: 'Alguien a cargo de su cocina aprobó un examen sobre cómo mantener seguros los alimentos.',
  },
  employee_training_records: {
    en: 'Handwashing and temperature control tend to slip on long days and with temporary staff.',
    es: 'El lavado de manos y el control de temperaturas suelen fallar en las jornadas largas y con personal temporal.',
  },
  water_sewer_location: {
    en: 'You’ll need a legal place to take on clean water and dump wastewater.',
    es: 'Usted necesita un lugar permitido para cargar agua limpia y descargar la usada.',
  },
  city_permit: {
    en: 'On public property, the city decides who may sell, where, and for how long.',
    es: 'En terreno público, la ciudad decide quién puede vender, dónde y por cuánto tiempo.',
  },
  business_tax_receipt: {
    en: 'Cities and counties that ask for one usually have the organizer collect it.',
    es: 'Las ciudades y los condados que lo exigen suelen encargarle al organizador que lo reúna.',
  },
  fire_marshal_walk_through: {
    en: 'The fire marshal checks your vehicle where it’s parked, before guests arrive.',
    es: 'El jefe de bomberos revisa su vehículo ya instalado, antes de que llegue el público.',
  },
});

/** The content that each document must show. */
export const APPLICANT_CONTENTS = defineNames<Exclude<DocumentCode, 'insurance_certificate'>>({
  license_copy: {
    en: 'The license number that you applied with, the business name, and an expiry date on or after the last day of the event.',
    es: 'El número de licencia que puso en su solicitud, el nombre del negocio y una fecha de vencimiento igual o posterior al último día del evento.',
  },
  renewed_license: {
    en: 'The license number that you applied with, and an expiry date on or after the last day of the event.',
    es: 'El número de licencia que puso en su solicitud y una fecha de vencimiento igual o posterior al último día del evento.',
  },
  fire_extinguisher_tag: {
    en: 'A service tag dated within the last year on every extinguisher, and a K-class extinguisher if you cook with grease or oil. Ask the organizer what else the local fire authority requires.',
    es: 'Una etiqueta de servicio del último año en cada extintor; un extintor de clase K donde cocine con grasa o aceite. Pregúntele al organizador qué más exige la autoridad local de bomberos.',
  },
  hood_suppression_certificate: {
    en: 'When your hood’s suppression system was last serviced, who did it, and when the next service is due, which must be after the event. If you don’t cook with grease, send a signed statement that says so.',
    es: 'Cuándo se hizo el último servicio del sistema contra incendios de su campana, quién lo hizo y cuándo toca el próximo, que debe ser después del evento. Si no cocina con grasa, envíe una declaración firmada que lo diga.',
  },
  propane_declaration: {
    en: 'The number and size of your cylinders, how they’re secured, and the date of the last leak test. If you don’t carry propane, send a signed statement that says so.',
    es: 'Número y tamaño de sus cilindros, cómo están sujetos y la fecha de la última prueba de fugas. Si no lleva propano, envíe una declaración firmada que lo diga.',
  },
  generator_details: {
    en: 'Fuel, wattage, the noise rating if the manufacturer gives one, and where you keep spare fuel. If you aren’t bringing a generator, send a signed statement that says so and what power you need instead.',
    es: 'Combustible, potencia en vatios, ruido si el fabricante lo indica y dónde guarda el combustible de reserva. Si no trae generador, envíe una declaración firmada que lo diga y que indique qué electricidad necesita en su lugar.',
  },
  food_manager_certificate: {
    en: 'The name of a person who manages your business, the certifying body, and an expiry date on or after the last day of the event.',
    es: 'El nombre de una persona que administra su negocio, la entidad que certifica y una fecha de vencimiento igual o posterior al último día del evento.',
  },
  employee_training_records: {
    en: 'The name and training date of everyone who will handle food for you at the event.',
    es: 'El nombre y la fecha de capacitación de todos los que vayan a manejar alimentos para usted en el evento.',
  },
  water_sewer_location: {
    en: 'The name and address of the place, or of your commissary if you use one, and a signature or receipt from it.',
    es: 'El nombre y la dirección del lugar, o de su cocina de apoyo (commissary) si usa una, con una firma o un recibo de ese lugar.',
  },
  city_permit: {
    en: 'The event’s name and date, and your business or the vendor area. Ask the organizer whether the event’s permit covers you or you need your own.',
    es: 'El nombre y la fecha del evento, y su negocio o el área de vendedores. Pregúntele al organizador si el permiso del evento lo cubre a usted o si necesita uno propio.',
  },
  business_tax_receipt: {
    en: 'Your business name and a period that covers every day of the event. Ask the organizer which receipt the city accepts.',
    es: 'El nombre de su negocio y un período que incluya todos los días del evento. Pregúntele al organizador qué recibo acepta la ciudad.',
  },
  fire_marshal_walk_through: {
    en: 'An appointment before opening and, on the day of the event, a sign-off that includes you. Ask the organizer when the fire marshal is coming.',
    es: 'Su cita antes de abrir; el mismo día, una aprobación firmada que lo incluya a usted. Pregúntele al organizador cuándo viene el jefe de bomberos.',
  },
});

export const APPLICANT_COVERS = defineNames<EventType>({
  'food-truck-night': {
    en: 'General liability of at least $300,000, in the name on your license, with an expiry date on or after the last day of the event. Ask the organizer whether the site requires more.',
    es: 'Responsabilidad civil general de al menos $300,000, al nombre que figura en su licencia, y una fecha de vencimiento igual o posterior al último día del evento. Pregúntele al organizador si el terreno exige más.',
  },
  festival: {
    en: 'General liability of at least $1,000,000 per occurrence and $2,000,000 aggregate, in the name on your license, with an expiry date on or after the last day of the event. Ask the organizer whether to name them as additional insured; your insurer can add that.',
    es: 'Responsabilidad civil general de al menos $1,000,000 por incidente (occurrence) y $2,000,000 en total (aggregate), al nombre que figura en su licencia, y una fecha de vencimiento igual o posterior al último día del evento. Pregúntele al organizador si hay que nombrarlo a él como asegurado adicional (additional insured); eso lo agrega la aseguradora de usted.',
  },
  'city-event': {
    en: 'General liability of at least $1,000,000 per occurrence and $2,000,000 aggregate, with an expiry date on or after the last day of the event. It must name the city as additional insured in the exact wording the city gives. Ask the organizer for that wording, so your insurer can add it, and whether the city requires more.',
    es: 'Responsabilidad civil general de al menos $1,000,000 por incidente (occurrence) y $2,000,000 en total (aggregate), con la ciudad como asegurada adicional (additional insured) en las palabras exactas que indique la ciudad, y una fecha de vencimiento igual o posterior al último día del evento. Pídale al organizador esas palabras, que agrega la aseguradora de usted, y pregúntele si la ciudad exige más.',
  },
});
