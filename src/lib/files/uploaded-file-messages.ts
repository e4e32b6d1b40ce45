import { defineMessages } from '../language/define-messages.ts';

/** Messages about an invalid upload. */
export const FILES = defineMessages({
  tooLarge: {
    en: 'This file is larger than {max} MB. Take the photo again at a lower quality, or send a screenshot of it.',
    es: 'Este archivo pesa más de {max} MB. Tome la foto otra vez con menor calidad o envíe una captura de pantalla.',
  },
  appleFormat: {
    en: 'This photo is in HEIC, an iPhone format that many programs can’t open. To send a JPEG: open Settings > Camera > Formats, choose Most Compatible, and take the photo again. Or open the photo, take a screenshot, and send that.',
    es: 'Esta foto está en HEIC, un formato del iPhone que muchos programas no abren. Para enviar un JPEG: abra Ajustes > Cámara > Formatos, elija “Más compatible” y tome la foto otra vez. O abra la foto, haga una captura de pantalla y envíela.',
  },
  otherType: {
    en: 'This file isn’t a PDF, JPEG or PNG. A photo or scan of the document will do.',
    es: 'Este archivo no es PDF, JPEG ni PNG. Basta una foto o un escaneo del documento.',
  },
});
