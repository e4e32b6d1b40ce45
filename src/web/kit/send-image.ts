import type { FastifyReply, FastifyRequest } from 'fastify';
import { sendCacheable } from '../../http/answers/send-cacheable.ts';
import { AppError } from '../../http/errors/errors.ts';
import type { RenderPng } from '../../platform/raster.ts';
import { PoolFullError } from '../../platform/threads/bounded-pool.ts';

/** Headers for a file that any site may embed. The file cannot run scripts or load anything. */
export const SHARED_FILE_HEADERS = {
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
} as const;

/** The maximum time that caches may keep serving a picture of a record after the record changes. */
const IMAGE_SECONDS_MAX = 300;

/** Sends our SVG, either unchanged or rendered as a PNG. */
export async function sendImage(
  request: FastifyRequest,
  reply: FastifyReply,
  image: { readonly svg: string; readonly png?: { readonly render: RenderPng; readonly width: number } },
): Promise<FastifyReply> {
  const { svg, png } = image;
  const body = png ? await drawPng(svg, png) : svg;
  const type = png ? 'image/png' : 'image/svg+xml; charset=utf-8';
  return sendCacheable(request, reply.headers(SHARED_FILE_HEADERS), {
    body,
    type,
    maxAgeSeconds: IMAGE_SECONDS_MAX,
  });
}

async function drawPng(
  svg: string,
  { render, width }: { render: RenderPng; width: number },
): Promise<Buffer> {
  try {
    return await render(svg, width);
  } catch (error) {
    if (!(error instanceof PoolFullError)) throw error;
    throw new AppError('busy', 'Too many pictures are being drawn right now. Try again in a few seconds.', {
      headers: { 'retry-after': '5' },
    });
  }
}
