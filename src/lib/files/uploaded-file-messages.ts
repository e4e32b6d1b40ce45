import { defineMessages } from '../language/define-messages.ts';

/** Messages about an invalid upload. */
export const FILES = defineMessages({
  tooLarge: {
    en: 'This file is larger than 4 MB. A photo of lower quality will do.',
    es: 'Este archivo pesa más de 4 MB. Basta una foto de menor calidad.',
  },
  appleFormat: {
    en: 'This photo is in HEIC, the format of iPhones, which many programs can’t open. On the iPhone choose Settings > Camera > Formats > Most Compatible and take it again, or take a screenshot of it and send that.',
    es: 'Esta foto está en HEIC, el formato del iPhone, que muchos programas no abren. En el iPhone elija Ajustes > Cámara > Formatos > Más compatible y tómela de nuevo, o haga una captura de pantalla de la foto y envíela.',
  },
  otherType: {
    en: 'This file is no PDF, JPEG or PNG. A photo or a scan of the paper will do.',
    es: 'Este archivo no es PDF, JPEG ni PNG. Basta una foto o un escaneo del documento.',
  },
});
