import type { FileHandle } from 'node:fs/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import parseRange from 'range-parser';
import { AppError } from '../errors/errors.ts';
import { sendHeadOnly } from './head-only.ts';
import { isHeld, sendNotModified } from './send-cacheable.ts';

export interface ServedFile {
  readonly name: string;
  readonly type: string;
  readonly bytes: number;
  /** Hexadecimal. */
  readonly sha256: string;
  readonly modifiedAt: Date;
}

/**
 * Sends a file, or the one range of it that was requested (RFC 9110 §13 and RFC 9110 §14), and closes the
 * handle. A request for several ranges gets the whole file. The validator is the file's hash, so a download
 * can be resumed from another process.
 */
export async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  file: ServedFile,
  handle: FileHandle,
): Promise<FastifyReply> {
  try {
    const etag = `"${file.sha256}"`;
    const modified = file.modifiedAt.toUTCString();
    reply.headers({ etag, 'last-modified': modified, 'accept-ranges': 'bytes' });
    checkPreconditions(request, etag, file.modifiedAt);
    if (isUnchanged(request, etag, file.modifiedAt)) {
      await handle.close();
      return sendNotModified(request, reply);
    }
    const range = rangeOf(request, { etag, modified, bytes: file.bytes });
    const { start, end } = range ?? { start: 0, end: file.bytes - 1 };
    reply.headers({
      'content-type': file.type,
      'content-length': String(end - start + 1),
      'content-disposition': `attachment; filename="${file.name}"`,
      'repr-digest': `sha-256=:${Buffer.from(file.sha256, 'hex').toString('base64')}:`,
    });
    if (range) reply.code(206).header('content-range', `bytes ${start}-${end}/${file.bytes}`);
    if (request.method === 'HEAD') {
      await handle.close();
      return sendHeadOnly(reply);
    }
    return reply.send(handle.createReadStream({ start, end }));
  } catch (error) {
    await handle.close();
    throw error;
  }
}

function checkPreconditions({ headers }: FastifyRequest, etag: string, modifiedAt: Date): void {
  const wanted = headers['if-match'];
  const since = headers['if-unmodified-since'];
  const isOther =
    wanted !== undefined
      ? !wanted.split(',').some((part) => ['*', etag].includes(part.trim()))
      : since !== undefined && wholeSeconds(modifiedAt) > Date.parse(since);
  if (isOther)
    throw new AppError(
      'precondition_failed',
      'This is not the file that you have: it has been made again since.',
    );
}

/** Returns true if the client has the current version. If-None-Match overrides If-Modified-Since. */
function isUnchanged(request: FastifyRequest, etag: string, modifiedAt: Date): boolean {
  if (request.headers['if-none-match'] !== undefined) return isHeld(request, etag);
  const since = request.headers['if-modified-since'];
  return since !== undefined && wholeSeconds(modifiedAt) <= Date.parse(since);
}

/** Returns the range to send, or undefined to send the whole file, which also answers an invalid range. */
function rangeOf(
  { method, headers }: FastifyRequest,
  { etag, modified, bytes }: { readonly etag: string; readonly modified: string; readonly bytes: number },
): { readonly start: number; readonly end: number } | undefined {
  const { range } = headers;
  const unchanged = headers['if-range'];
  if (method !== 'GET' || range === undefined) return undefined;
  // With a weak validator or a different date, the client's copy may have other bytes, and a range of this
  // file would not fit it.
  if (unchanged !== undefined && unchanged !== etag && unchanged !== modified) return undefined;
  // RFC 9110 §14.1.2: a suffix range longer than the file means the whole file. Programs that read small
  // Parquet files send such requests.
  const [, lastBytes] = /^bytes=-(\d+)$/.exec(range) ?? [];
  const ranges = parseRange(bytes, Number(lastBytes) > bytes ? `bytes=-${bytes}` : range);
  if (ranges === -1)
    throw new AppError('range_not_satisfiable', `The file has ${bytes} bytes; the range is not within it.`, {
      headers: { 'content-range': `bytes */${bytes}` },
    });
  if (ranges === -2 || ranges.type !== 'bytes' || ranges.length !== 1) return undefined;
  return ranges[0];
}

/** Rounds down to seconds, the precision of HTTP dates. */
function wholeSeconds(moment: Date): number {
  return Math.floor(moment.getTime() / 1_000) * 1_000;
}
