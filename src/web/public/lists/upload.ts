import type { FastifyRequest } from 'fastify';
import { AppError } from '../../../http/errors.ts';
import { refuseUnstorable } from '../../../http/unstorable-text.ts';
import { LIST_BYTES_MAX } from '../../../ledger/lists/table.ts';
import { formOf } from '../../kit/forms.ts';

/** The form of a list with its file, if one was chosen; `problem` says why a file was not taken. */
export interface ListUpload {
  readonly fields: URLSearchParams;
  readonly file: Buffer | undefined;
  readonly problem: string | undefined;
}

export const UPLOAD_LIMITS = {
  ...{ fileSize: LIST_BYTES_MAX, files: 1, fields: 10, parts: 12 },
  ...{ fieldSize: LIST_BYTES_MAX, fieldNameSize: 50, headerPairs: 20 },
} as const;
const REQUEST_BYTES_MAX = 2 * LIST_BYTES_MAX + 64 * 1024;

const PROBLEMS: Readonly<Record<string, string>> = {
  FST_REQ_FILE_TOO_LARGE:
    'This file is larger than 1 MB. Leave only the columns with license number, business name and city.',
  FST_FILES_LIMIT: 'Choose one file. Several can be checked one after the other.',
};

/** Refuses what says of itself that it is too long, before any of it is read. */
export async function refuseLongLists({ headers }: FastifyRequest): Promise<void> {
  if (Number(headers['content-length'] ?? 0) > REQUEST_BYTES_MAX)
    throw new AppError('body_too_large', 'This list is larger than 1 MB. Go back and choose a smaller one.');
}

export async function readListUpload(request: FastifyRequest): Promise<ListUpload> {
  if (!request.isMultipart()) return { fields: formOf(request), file: undefined, problem: undefined };
  const fields = new URLSearchParams();
  let file: Buffer | undefined;
  let problem: string | undefined;
  try {
    for await (const part of request.parts()) {
      if (part.type === 'field')
        fields.append(part.fieldname, typeof part.value === 'string' ? part.value : '');
      else {
        const content = await part.toBuffer();
        // A form without a chosen file sends an empty one, which has no name.
        if (part.fieldname === 'file' && (content.length > 0 || part.filename)) file = content;
      }
    }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    problem = PROBLEMS[code];
    if (problem === undefined)
      throw new AppError('invalid_body', 'What was sent cannot be read.', { cause: error });
  }
  for (const [name, value] of fields) refuseUnstorable(name, value);
  return { fields, file, problem };
}
