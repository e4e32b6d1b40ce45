import { defineMessages } from '../../../lib/language/define-messages.ts';

/** Wording for the window card, which a vendor prints. */
export const WINDOW_CARD = defineMessages({
  title: { en: 'Window card: {name}', es: 'Tarjeta para la ventana: {name}' },
  description: {
    en: 'A card with your grade, the date and a QR code, to print for your window.',
    es: 'Una tarjeta con calificación, fecha y código QR, para imprimir y poner en la ventana.',
  },
  kicker: { en: 'To print', es: 'Para imprimir' },
  how: {
    en: 'Print this page with your browser. Only the card is printed. Print a new one after each inspection: the code opens your current record, and customers will see if the two differ.',
    es: 'Imprima esta página con su navegador. Solo se imprime la tarjeta. Imprima otra después de cada inspección: el código abre su historial actual, y los clientes verán si no coinciden.',
  },
  back: { en: 'Your public record', es: 'Su historial público' },
  grade: { en: 'Grade', es: 'Calificación' },
  upTo: {
    en: 'From inspections on file through {day}',
    es: 'Según las inspecciones registradas hasta el {day}',
  },
  last: { en: 'Last inspection: {day}', es: 'Última inspección: {day}' },
  printed: { en: 'Printed {day}', es: 'Tarjeta del {day}' },
  scan: { en: 'Scan for today’s record', es: 'Escanee para ver el historial de hoy' },
  code: { en: 'QR code with the address {url}', es: 'Código QR con la dirección {url}' },
  independent: {
    en: 'Our independent reading of public records. The {regulator} doesn’t give grades.',
    es: 'Nuestra lectura independiente de registros públicos. El {regulator} no da calificaciones.',
  },
  fictional: {
    en: 'Demo data. No such business exists.',
    es: 'Datos de demostración. Este negocio no existe.',
  },
  none: {
    en: 'There is no card right now because there is no grade to show: {why}',
    es: 'En este momento no hay tarjeta porque no hay calificación que mostrar: {why}',
  },
  old: {
    en: 'There is no card right now because our records are old. {age}',
    es: 'En este momento no hay tarjeta porque nuestros registros son antiguos. {age}',
  },
  next: {
    en: '<link>See what it takes to get a grade</link>.',
    es: '<link>Vea qué hace falta para tener una calificación</link>.',
  },
});
