import type { Multipart } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../../http/errors.ts';
import { refuseUnstorable } from '../../http/unstorable-text.ts';
import { FILE_BYTES_MAX, type UploadedFile } from '../../lib/uploaded-file.ts';
import { formOf } from './forms.ts';

/** A form with one file. `tooLarge` stands for a file that was not read to its end. */
interface FormWithFile {
  readonly fields: URLSearchParams;
  readonly file: UploadedFile | 'tooLarge' | undefined;
}

/** Around the file: names of fields, boundaries, and the few fields themselves. */
const REQUEST_BYTES_MAX = FILE_BYTES_MAX + 64 * 1024;

export const UPLOAD_LIMITS = {
  ...{ fileSize: FILE_BYTES_MAX, files: 1, fields: 10, parts: 11 },
  ...{ fieldSize: 1_000, fieldNameSize: 50, headerPairs: 20 },
} as const;

/** Whether a request says of itself that its file is too long, so that none of it need be read. */
export function saysTooLong({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  return Number(headers['content-length'] ?? 0) > REQUEST_BYTES_MAX;
}

/** Refuses what says of itself that it is too long, before any of it is read. */
export async function refuseLongRequests(request: FastifyRequest): Promise<void> {
  if (saysTooLong(request))
    throw new AppError('body_too_large', 'This file is larger than 4 MB. Go back and choose another one.');
}

/** The form that was sent, with the file of its field `name`. */
export async function readFormWithFile(request: FastifyRequest, name: string): Promise<FormWithFile> {
  if (!request.isMultipart()) return { fields: formOf(request), file: undefined };
  const fields = new URLSearchParams();
  let file: FormWithFile['file'];
  try {
    for await (const part of request.parts()) {
      if (part.type === 'field') fields.append(part.fieldname, textOf(part));
      else {
        const content = await part.toBuffer();
        // A form without a chosen file sends an empty one.
        if (part.fieldname === name && content.length > 0) file = { name: part.filename ?? '', content };
      }
    }
  } catch (error) {
    if (!isTooLarge(error))
      throw new AppError('invalid_body', 'What was sent cannot be read.', { cause: error });
    file = 'tooLarge';
  }
  for (const [name, value] of fields) refuseUnstorable(name, value);
  return { fields, file };
}

function textOf({ value }: Extract<Multipart, { type: 'field' }>): string {
  return typeof value === 'string' ? value : '';
}

function isTooLarge(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'FST_REQ_FILE_TOO_LARGE';
}
