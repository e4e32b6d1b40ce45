import { defineMessages } from '../../../lib/language/define-messages.ts';

/** Wording for the window card, which a vendor prints. */
export const WINDOW_CARD = defineMessages({
  title: { en: 'Window card: {name}', es: 'Tarjeta para la ventana: {name}' },
  description: {
    en: 'A card with grade, date and QR code, to print for the window.',
    es: 'Una tarjeta con calificación, fecha y código QR, para imprimir y poner en la ventana.',
  },
  kicker: { en: 'To print', es: 'Para imprimir' },
  how: {
    en: 'Print this page with your browser. Only the card is printed. Print a new one after each inspection: the code leads to your record of that day, and guests see if the two differ.',
    es: 'Imprima esta página con su navegador. Solo se imprime la tarjeta. Imprima otra después de cada inspección: el código lleva a su historial de ese día, y los clientes ven si no coinciden.',
  },
  back: { en: 'Your public record', es: 'Su historial público' },
  grade: { en: 'Grade', es: 'Calificación' },
  upTo: {
    en: 'From inspections on file up to {day}',
    es: 'Según las inspecciones registradas hasta el {day}',
  },
  last: { en: 'Last inspection: {day}', es: 'Última inspección: {day}' },
  printed: { en: 'Card of {day}', es: 'Tarjeta del {day}' },
  scan: { en: 'Scan for today’s record', es: 'Escanee para ver el historial de hoy' },
  code: { en: 'QR code with the address {url}', es: 'Código QR con la dirección {url}' },
  independent: {
    en: 'An independent reading of public records. The {regulator} gives no grades.',
    es: 'Una lectura independiente de registros públicos. El {regulator} no da calificaciones.',
  },
  fictional: {
    en: 'Demo data. No such business exists.',
    es: 'Datos de demostración. Este negocio no existe.',
  },
  none: {
    en: 'There is no card now, because there is no grade to show: {why}',
    es: 'Ahora no hay tarjeta, porque no hay calificación que mostrar: {why}',
  },
  old: {
    en: 'There is no card now, because the records here are old. {age}',
    es: 'Ahora no hay tarjeta, porque los registros que hay aquí son antiguos. {age}',
  },
  next: {
    en: '<link>See what it takes to get a grade</link>.',
    es: '<link>Vea qué hace falta para tener una calificación</link>.',
  },
});
