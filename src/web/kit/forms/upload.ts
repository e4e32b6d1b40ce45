import type { Multipart } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../../../http/errors/errors.ts';
import { refuseUnstorable } from '../../../http/input/unstorable-text.ts';
import { FILE_BYTES_MAX, type UploadedFile } from '../../../lib/files/uploaded-file.ts';
import { inEach, type Texts } from '../../../lib/language/language.ts';
import { ERRORS, UPLOADS } from '../frame/error-messages.ts';
import { formOf } from './forms.ts';

/** Forms with one file, read within bounds. */

interface FormBounds {
  readonly fileBytes: number;
  /** Of one field. */
  readonly fieldBytes: number;
  /** Of the whole request. */
  readonly requestBytes: number;
  /** What people read whose request says of itself that it is longer. */
  readonly tooLong: Texts;
}

/** A document: around the file are names of fields, boundaries, and the few fields themselves. */
export const DOCUMENT_FORM: FormBounds = {
  fileBytes: FILE_BYTES_MAX,
  fieldBytes: 1_000,
  requestBytes: FILE_BYTES_MAX + 64 * 1024,
  tooLong: inEach((language) => UPLOADS[language].tooLong),
};

/** For `@fastify/multipart`. */
export function multipartLimits({ fileBytes, fieldBytes }: FormBounds) {
  return {
    fileSize: fileBytes,
    files: 1,
    fields: 10,
    parts: 11,
    fieldSize: fieldBytes,
    fieldNameSize: 50,
    headerPairs: 20,
  };
}

/** Whether a request says of itself that it is too long, so that none of it need be read. */
function saysTooLong({ headers }: Pick<FastifyRequest, 'headers'>, { requestBytes }: FormBounds): boolean {
  return Number(headers['content-length'] ?? 0) > requestBytes;
}

/** Refuses what says of itself that it is too long, before any of it is read. */
export function refuseLongRequests(bounds: FormBounds): (request: FastifyRequest) => Promise<void> {
  return async (request) => {
    if (saysTooLong(request, bounds))
      throw new AppError('body_too_large', bounds.tooLong.en, { forPeople: bounds.tooLong });
  };
}

/** A form with one file. What was not read to its end has a word for it in place of the file, and may lack fields. */
interface FormWithFile {
  readonly fields: URLSearchParams;
  readonly file: UploadedFile | 'tooLarge' | 'several' | undefined;
}

/** The form that was sent, with the file of its field `name`; one without content and without a name was not chosen. */
export async function readFormWithFile(request: FastifyRequest, name: string): Promise<FormWithFile> {
  if (!request.isMultipart()) return { fields: formOf(request), file: undefined };
  const fields = new URLSearchParams();
  let file: FormWithFile['file'];
  try {
    for await (const part of request.parts()) {
      if (part.type === 'field') fields.append(part.fieldname, textOf(part));
      else {
        const content = await part.toBuffer();
        if (part.fieldname === name && (content.length > 0 || part.filename))
          file = { name: part.filename ?? '', content };
      }
    }
  } catch (error) {
    // What else arrives is thrown away as bytes: taking apart 100,000 parts that nobody reads takes a second.
    request.raw.unpipe().resume();
    file = UNREAD[codeOf(error)];
    if (file === undefined)
      throw new AppError('invalid_body', UNREADABLE.en, { cause: error, forPeople: UNREADABLE });
  }
  for (const [name, value] of fields) refuseUnstorable(name, value);
  return { fields, file };
}

/** As {@link readFormWithFile}, where an empty file is none and a second one is a mistake of a program. */
export async function readDocumentForm(
  request: FastifyRequest,
  name: string,
): Promise<FormWithFile & { readonly file: UploadedFile | 'tooLarge' | undefined }> {
  const { fields, file } = await readFormWithFile(request, name);
  if (file === 'several') throw new AppError('invalid_body', ONE_FILE.en, { forPeople: ONE_FILE });
  return { fields, file: file === 'tooLarge' || (file && file.content.length > 0) ? file : undefined };
}

const UNREADABLE = inEach((language) => ERRORS[language].unreadable);
const ONE_FILE = inEach((language) => UPLOADS[language].oneFile);

const UNREAD: Readonly<Record<string, 'tooLarge' | 'several'>> = {
  FST_REQ_FILE_TOO_LARGE: 'tooLarge',
  FST_FILES_LIMIT: 'several',
};

function textOf({ value }: Extract<Multipart, { type: 'field' }>): string {
  return typeof value === 'string' ? value : '';
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
