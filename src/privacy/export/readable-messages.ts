import { defineMessages } from '../../lib/language/define-messages.ts';

/** Text in the readable files of an export. */
export const READABLE = defineMessages({
  title: { en: 'YOUR DATA', es: 'SUS DATOS' },
  madeAt: { en: 'Created {at}. About {email}.', es: 'Creado el {at}. Sobre {email}.' },
  yes: { en: 'yes', es: 'sí' },
  no: { en: 'no', es: 'no' },
  eventName: { en: 'Event', es: 'Evento' },
  mailSubject: { en: 'Subject', es: 'Asunto' },
  nothing: {
    en: 'This service doesn’t have any data about you.',
    es: 'Este servicio no tiene datos sobre usted.',
  },
});

/** The content of README.txt. It contains both languages because the reader's language is unknown. */
export const README = `YOUR DATA
(En español más abajo.)

This ZIP file contains the data this service stores about you.

your-data.txt   Everything in plain English. Start here. Opens in any text editor.
sus-datos.txt   The same in Spanish.
data.json       The complete data for programs, with the numbers that connect one row to another,
                the database's field names, and what is left out and why.
files/          The documents you uploaded that we still have. "documents" came with
                applications, "claims" with license claims. The lists say which file is which.

Each time shows its time zone. Operators' actions are short codes, such as
"claim.verify". Document details are in English, and email subjects are as they were sent.

Not included: passwords, keys and codes, because anyone who finds them could use them; and applications
that others sent to your events, because those are their data.

This file contains personal data. Keep it where only you can read it.

--------------------------------------------------------------------------------------------------

SUS DATOS

Este archivo ZIP contiene los datos que este servicio guarda sobre usted.

sus-datos.txt   Todo en español sencillo. Empiece aquí. Se abre en cualquier editor de texto.
your-data.txt   Lo mismo en inglés.
data.json       Lo mismo para programas, completo: con los números que unen una fila con otra, los
                nombres de los campos como los tiene la base de datos, y lo que falta y por qué.
files/          Los documentos que usted subió y que todavía se conservan. Los de "documents"
                llegaron con solicitudes, los de "claims" con reclamos de una licencia. Las listas
                dicen cuál es cada archivo.

Cada hora lleva al lado su zona horaria. Lo que hicieron los operadores está en códigos cortos, como
"claim.verify"; los detalles de los documentos, en inglés; y los asuntos de los correos, como se enviaron.

No están aquí: las contraseñas, claves y códigos, porque quien los encuentre podría usarlos; ni las
solicitudes que otros enviaron a sus eventos, porque esos datos son de ellos.

Este archivo tiene datos personales. Guárdelo donde solo usted pueda leerlo.
`;
