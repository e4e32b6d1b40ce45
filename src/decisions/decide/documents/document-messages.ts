import { defineNames } from '../../../lib/language/define-messages.ts';
import type { EventType } from '../schemas.ts';

/** The documents that an organizer collects, each with its name, the reason for it, and what it must show. */

export type DocumentCode =
  | 'license_copy'
  | 'renewed_license'
  | 'fire_extinguisher_tag'
  | 'hood_suppression_certificate'
  | 'propane_declaration'
  | 'generator_details'
  | 'food_manager_certificate'
  | 'employee_training_records'
  | 'water_sewer_location'
  | 'city_permit'
  | 'business_tax_receipt'
  | 'fire_marshal_walk_through'
  | 'insurance_certificate';

export const DOCUMENT_NAMES = defineNames<DocumentCode>({
  license_copy: {
    en: 'Copy of the state license',
    es: 'Copia de la licencia del estado',
  },
  renewed_license: {
    en: 'Renewed state license',
    es: 'Licencia del estado renovada',
  },
  fire_extinguisher_tag: {
    en: 'Fire-extinguisher service tag',
    es: 'Etiqueta de servicio del extintor',
  },
  hood_suppression_certificate: {
    en: 'Hood-suppression certificate',
    es: 'Certificado del sistema contra incendios de la campana',
  },
  propane_declaration: {
    en: 'Propane declaration',
    es: 'Declaración de propano',
  },
  generator_details: {
    en: 'Generator details',
    es: 'Datos del generador',
  },
  food_manager_certificate: {
    en: 'Certified-food-manager certificate',
    es: 'Certificado de Food Manager',
  },
  employee_training_records: {
    en: 'Food-employee training records',
    es: 'Registros de capacitación de los empleados',
  },
  water_sewer_location: {
    en: 'Water and waste-water location',
    es: 'Lugar de agua potable y aguas residuales',
  },
  city_permit: {
    en: 'City permit',
    es: 'Permiso de la ciudad',
  },
  business_tax_receipt: {
    en: 'Local business tax receipt',
    es: 'Recibo del impuesto comercial local (business tax receipt)',
  },
  fire_marshal_walk_through: {
    en: 'Fire-marshal walk-through',
    es: 'Recorrido del jefe de bomberos (fire marshal)',
  },
  insurance_certificate: {
    en: 'Certificate of insurance',
    es: 'Certificado de seguro',
  },
});

export const DOCUMENT_REASONS = defineNames<DocumentCode>({
  license_copy: {
    en: 'It shows that the truck that arrives is the one you checked.',
    es: 'Demuestra que el vehículo o la cocina que llega es el que usted revisó.',
  },
  renewed_license: {
    en: 'The license on record expires before the event. Licenses are good for one year, and the vendor gets a new one when it renews.',
    es: 'La licencia registrada vence antes del evento. Las licencias duran un año, y el vendedor recibe la nueva cuando la renueva.',
  },
  fire_extinguisher_tag: {
    en: 'The crew must be able to put out a small fire before it reaches a tent or a crowd.',
    es: 'El personal debe poder apagar un fuego pequeño antes de que llegue a una carpa o al público.',
  },
  hood_suppression_certificate: {
    en: 'A handheld extinguisher can’t stop a grease fire under a hood.',
    es: 'Un extintor de mano no apaga un fuego de grasa bajo la campana.',
  },
  propane_declaration: {
    en: 'You and the fire marshal need to know how much propane there is and where it’s kept.',
    es: 'Usted y la autoridad de bomberos necesitan saber cuánto gas hay y dónde se guarda.',
  },
  generator_details: {
    en: 'Power, noise and fuel determine where a vendor can park.',
    es: 'La electricidad, el ruido y el combustible deciden dónde puede instalarse un vendedor.',
  },
  food_manager_certificate: {
    en: 'Someone in charge has passed a food safety test.',
    es: 'Alguien a cargo aprobó un examen sobre cómo mantener seguros los alimentos.',
  },
  employee_training_records: {
    en: 'Handwashing and temperature control tend to slip on long days and with temporary staff.',
    es: 'El lavado de manos y el control de temperaturas suelen fallar en las jornadas largas y con personal temporal.',
  },
  water_sewer_location: {
    en: 'A vendor needs a legal place to take on clean water and dump wastewater.',
    es: 'El vendedor necesita un lugar permitido para cargar agua limpia y descargar la usada.',
  },
  city_permit: {
    en: 'On public property, the city decides who may sell, where, and for how long.',
    es: 'En terreno público, la ciudad decide quién puede vender, dónde y por cuánto tiempo.',
  },
  business_tax_receipt: {
    en: 'Cities and counties that ask for one usually ask the organizer to collect it.',
    es: 'Las ciudades y los condados que lo exigen suelen pedirle al organizador que lo reúna.',
  },
  fire_marshal_walk_through: {
    en: 'The fire marshal sees the vehicles as they’re parked, before guests arrive.',
    es: 'El jefe de bomberos revisa los vehículos ya instalados, antes de que llegue el público.',
  },
  insurance_certificate: {
    en: 'If a guest gets hurt, the vendor’s insurance pays first.',
    es: 'Si un asistente se lastima, primero paga el seguro del vendedor.',
  },
});

export const DOCUMENT_CONTENTS = defineNames<Exclude<DocumentCode, 'insurance_certificate'>>({
  license_copy: {
    en: 'The license number that was checked, the business name, and an expiry date on or after the event date.',
    es: 'El número de licencia que se consultó, el nombre del negocio y una fecha de vencimiento igual o posterior a la fecha del evento.',
  },
  renewed_license: {
    en: 'The license number that was checked, and an expiry date on or after the last day of the event.',
    es: 'El número de licencia que se consultó y una fecha de vencimiento igual o posterior al último día del evento.',
  },
  fire_extinguisher_tag: {
    en: 'A service tag dated within the last year on every extinguisher, and a K-class extinguisher if anything is cooked with grease or oil. Ask the local fire marshal what else is required.',
    es: 'Una etiqueta de servicio del último año en cada extintor; un extintor de clase K donde se cocine con grasa o aceite. Pregunte a la autoridad local de bomberos qué más exige.',
  },
  hood_suppression_certificate: {
    en: 'When the hood’s suppression system was last serviced, who did it, and when the next service is due, which must be after the event date. If the vendor doesn’t cook with grease, a signed statement that says so.',
    es: 'Cuándo se hizo el último servicio del sistema contra incendios de la campana, quién lo hizo y cuándo toca el próximo, que debe ser después de la fecha del evento. Si el vendedor no cocina con grasa, una declaración firmada que lo diga.',
  },
  propane_declaration: {
    en: 'The number and size of the cylinders, how they’re secured, and the date of the last leak test. Or a signed statement that there is no propane on board.',
    es: 'Número y tamaño de los cilindros, cómo están sujetos y la fecha de la última prueba de fugas; o una declaración firmada que diga que no se lleva propano.',
  },
  generator_details: {
    en: 'Fuel, wattage, the manufacturer’s noise rating if there is one, and where spare fuel is kept. Or a signed statement that there is no generator, and what power the vendor needs instead.',
    es: 'Combustible, potencia en vatios, ruido si el fabricante lo indica y dónde se guarda el combustible de reserva; o una declaración firmada que diga que no se trae generador y qué electricidad hace falta en su lugar.',
  },
  food_manager_certificate: {
    en: 'The name of a person who manages this business, the certifying body, and an expiry date on or after the event date.',
    es: 'El nombre de una persona que administra este negocio, la entidad que certifica y una fecha de vencimiento igual o posterior a la fecha del evento.',
  },
  employee_training_records: {
    en: 'The name and training date of everyone who will handle food at the event.',
    es: 'El nombre y la fecha de capacitación de todos los que vayan a manejar alimentos en el evento.',
  },
  water_sewer_location: {
    en: 'The name and address of the place, or of the commissary if the vendor uses one, with its signature or a receipt.',
    es: 'El nombre y la dirección del lugar, o de la cocina de apoyo (commissary) si usa una, con una firma o un recibo de ese lugar.',
  },
  city_permit: {
    en: 'This event’s name and date, and this vendor or the vendor area. Ask the city whether your event’s permit covers vendors or each vendor needs its own approval.',
    es: 'El nombre y la fecha de este evento, y este vendedor o el área de vendedores. Pregunte a la ciudad si el permiso de su evento cubre a los vendedores o si cada uno necesita su propia aprobación.',
  },
  business_tax_receipt: {
    en: 'The business name and a period that covers the event date. Ask the city which receipt it accepts, and who is exempt.',
    es: 'El nombre del negocio y un período que incluya la fecha del evento. Pregunte a la ciudad qué recibo acepta y a quiénes no se lo exige.',
  },
  fire_marshal_walk_through: {
    en: 'An appointment before opening and, on the day of the event, a sign-off that includes this vendor. Ask the fire marshal how far ahead to book.',
    es: 'Una cita antes de abrir y, el mismo día, una aprobación firmada que incluya a este vendedor. Pregunte al jefe de bomberos con cuánta anticipación hay que reservar.',
  },
});

export const INSURANCE_COVERS = defineNames<EventType>({
  'food-truck-night': {
    en: 'General liability of at least $300,000, in the name on the license and in effect on the event date. Ask your own insurer whether that is enough for your site.',
    es: 'Responsabilidad civil general de al menos $300,000, al nombre que figura en la licencia y sin vencer en la fecha del evento. Pregunte a su propia aseguradora si eso basta para su terreno.',
  },
  festival: {
    en: 'General liability of at least $1,000,000 per occurrence and $2,000,000 aggregate, in the name on the license and in effect on the event date. Ask your insurer whether you should be named as additional insured.',
    es: 'Responsabilidad civil general de al menos $1,000,000 por incidente (occurrence) y $2,000,000 en total (aggregate), al nombre que figura en la licencia y sin vencer en la fecha del evento. Pregunte a su aseguradora si usted debe figurar como asegurado adicional (additional insured).',
  },
  'city-event': {
    en: 'General liability of at least $1,000,000 per occurrence and $2,000,000 aggregate, in effect on the event date. It must name the city as additional insured in the exact wording the city gives. Ask the city for that wording, and whether it requires more.',
    es: 'Responsabilidad civil general de al menos $1,000,000 por incidente (occurrence) y $2,000,000 en total (aggregate), con la ciudad como asegurada adicional (additional insured) en las palabras exactas que indique la ciudad, y sin vencer en la fecha del evento. Pida esas palabras a la ciudad y pregunte si exige más.',
  },
});
