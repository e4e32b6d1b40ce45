import type { Multipart } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../../../http/errors/errors.ts';
import { refuseUnstorable } from '../../../http/input/unstorable-text.ts';
import { DOCUMENT_BYTES_MAX, FILE_BYTES_MAX, type UploadedFile } from '../../../lib/files/uploaded-file.ts';
import { inEach, type Texts } from '../../../lib/language/language.ts';
import { ERRORS, UPLOADS } from '../frame/error-messages.ts';
import { formOf } from './forms.ts';

/** Reads forms with file uploads, within limits. */

interface FormBounds {
  readonly fileBytes: number;
  /** The limit for one field. */
  readonly fieldBytes: number;
  /** The limit for the whole request. */
  readonly requestBytes: number;
  /** Shown if a request's declared content length exceeds the limit. */
  readonly tooLong: Texts;
  /** The maximum number of files. Defaults to 1. */
  readonly files?: number;
}

/**
 * The limits for a form with one document. In addition to the file, the form has field names, boundaries and
 * a few fields.
 */
export const DOCUMENT_FORM: FormBounds = {
  fileBytes: FILE_BYTES_MAX,
  fieldBytes: 1_000,
  requestBytes: FILE_BYTES_MAX + 64 * 1024,
  tooLong: inEach((language) => UPLOADS[language].tooLong),
};

/**
 * The limits for a form with all of an application's documents. A client may have 32 MB in transit
 * (`http/limits/open-bodies.ts`), so the whole form must be smaller.
 */
export const DOCUMENTS_FORM: FormBounds = {
  fileBytes: DOCUMENT_BYTES_MAX,
  fieldBytes: 1_000,
  requestBytes: 30 * 1024 * 1024 + 64 * 1024,
  tooLong: inEach((language) => UPLOADS[language].allTooLong),
  files: 16,
};

/**
 * Returns the limits for `@fastify/multipart`. If a form has several files, each comes with a few fields of
 * its own.
 */
export function multipartLimits({ fileBytes, fieldBytes, files = 1 }: FormBounds) {
  const fields = files === 1 ? 10 : files * 4;
  return {
    fileSize: fileBytes,
    files,
    fields,
    parts: files + fields,
    fieldSize: fieldBytes,
    fieldNameSize: 50,
    headerPairs: 20,
  };
}

/**
 * Returns true if a request's declared content length exceeds the limit, so that the body does not have to be
 * read.
 */
function saysTooLong({ headers }: Pick<FastifyRequest, 'headers'>, { requestBytes }: FormBounds): boolean {
  return Number(headers['content-length'] ?? 0) > requestBytes;
}

/** Rejects a request whose content length is over the limit before reading any of it. */
export function refuseLongRequests(bounds: FormBounds): (request: FastifyRequest) => Promise<void> {
  return async (request) => {
    if (saysTooLong(request, bounds))
      throw new AppError('body_too_large', bounds.tooLong.en, { forPeople: bounds.tooLong });
  };
}

/**
 * A form with one file. If the file was not read completely, `file` is a code for the reason, and some fields
 * may be missing.
 */
interface FormWithFile {
  readonly fields: URLSearchParams;
  readonly file: UploadedFile | 'tooLarge' | 'several' | undefined;
}

/**
 * Returns the submitted form with the file from the field `name`. A file with no content and no name means
 * that the user did not choose a file.
 */
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
    // Discard the rest without parsing it, because parsing 100,000 unused parts takes a second.
    request.raw.unpipe().resume();
    file = UNREAD[codeOf(error)];
    if (file === undefined)
      throw new AppError('invalid_body', UNREADABLE.en, { cause: error, forPeople: UNREADABLE });
  }
  for (const [name, value] of fields) refuseUnstorable(name, value);
  return { fields, file };
}

/**
 * Handles one file from the form and resolves when it is done. `fields` has the fields that came before the
 * file.
 */
type TakeFile = (name: string, file: UploadedFile | 'tooLarge', fields: URLSearchParams) => Promise<void>;

/**
 * Reads a form with several files and returns its fields. Each file is passed to `take` as soon as it is
 * read, so that only one is in memory at a time. A file that is too large is skipped, and the rest of the
 * form is still read. The plugin must be registered with `throwFileSizeLimit: false`.
 */
export async function readFormWithFiles(request: FastifyRequest, take: TakeFile): Promise<URLSearchParams> {
  if (!request.isMultipart()) return formOf(request);
  const fields = new URLSearchParams();
  const taken = new Set<string>();
  const parts = request.parts();
  for (;;) {
    const part = await orUnreadable(request, () => nextOf(parts));
    if (part === undefined) return fields;
    if (part.type === 'field') {
      refuseUnstorable(part.fieldname, textOf(part));
      fields.append(part.fieldname, textOf(part));
      continue;
    }
    const content = await orUnreadable(request, () => part.toBuffer());
    // Browsers send an empty part for each file field without a file.
    if (content.length === 0) continue;
    if (taken.has(part.fieldname)) throw new AppError('invalid_body', ONE_FILE.en, { forPeople: ONE_FILE });
    taken.add(part.fieldname);
    const file = part.file.truncated ? 'tooLarge' : { name: part.filename ?? '', content };
    await take(part.fieldname, file, fields);
  }
}

async function nextOf(parts: AsyncIterableIterator<Multipart>): Promise<Multipart | undefined> {
  const { done, value } = await parts.next();
  return done ? undefined : value;
}

async function orUnreadable<Value>(request: FastifyRequest, read: () => Promise<Value>): Promise<Value> {
  try {
    return await read();
  } catch (error) {
    request.raw.unpipe().resume();
    throw new AppError('invalid_body', UNREADABLE.en, { cause: error, forPeople: UNREADABLE });
  }
}

/**
 * Works like {@link readFormWithFile}, except that an empty file counts as no file. A second file is
 * rejected, because none of our pages sends two.
 */
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
