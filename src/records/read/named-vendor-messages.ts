import { defineMessages } from '../../lib/language/define-messages.ts';

/** The reasons why a typed number does not identify one vendor. */
export const NAMED_VENDOR = defineMessages({
  typeNumber: { en: 'Type the vendor’s license number.', es: 'Escriba el número de licencia del vendedor.' },
  noDigits: {
    en: 'This license number has no digits. Type the digits, such as {digits}.',
    es: 'Este número de licencia no tiene dígitos. Escriba los dígitos, por ejemplo {digits}.',
  },
  otherDigits: {
    en: 'The digits in {typed} don’t form one license number. Type only the number, such as {digits}.',
    es: 'Los dígitos de {typed} no forman un solo número de licencia. Escriba solo el número, por ejemplo {digits}.',
  },
  twoVendors: {
    en: 'This address names two different vendors. Search for the right one.',
    es: 'Esta dirección nombra a dos vendedores distintos. Busque al que usted quiere consultar.',
  },
  notOnRecord: {
    en: 'We can’t find {number} in records through {day}. Check the number, or look it up at {url}',
    es: 'No encontramos {number} en los registros hasta el {day}. Revise el número o búsquelo en {url}',
  },
  notRead: {
    en: 'We have no data about {number} because we haven’t loaded the license file for its district. Look the license up at {url}',
    es: 'No tenemos datos sobre {number} porque no hemos cargado el archivo de licencias de su distrito. Busque la licencia en {url} (en inglés)',
  },
  newLicense: {
    en: 'The regulator’s file of new licenses lists {number}, approved on {day}. The main license file doesn’t list it yet, so there is no record. Look it up at {url}',
    es: 'El archivo de licencias nuevas de la agencia reguladora contiene {number}, aprobada el {day}. El archivo principal de licencias todavía no la incluye, así que no hay historial. Búsquela en {url} (en inglés)',
  },
  otherLetters: {
    en: 'No food truck or caterer has the number {number}, but the same digits belong to {numbers}.',
    es: 'Ningún food truck ni empresa de catering tiene el número {number}. Esos mismos dígitos son los de {numbers}.',
  },
  ambiguous: {
    en: 'Two licenses share these digits: {numbers}. Type the number with its letters.',
    es: 'Dos licencias comparten estos dígitos: {numbers}. Escriba el número con sus letras.',
  },
  unknownId: {
    en: 'No vendor in the regulator’s files through {day} has the ID {id}.',
    es: 'Ningún vendedor tiene el identificador {id} en los archivos de la agencia reguladora hasta el {day}.',
  },
  vendorIn: { en: '{number}, {name} in {city}', es: '{number}, {name}, en {city}' },
  didYouMean: { en: 'Did you mean {vendors}?', es: '¿Quiso decir {vendors}?' },
  orElse: { en: ', or ', es: ', o ' },
});
