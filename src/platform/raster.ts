import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { CACHE_SIZES } from '../lib/cache/cache-sizes.ts';
import { createBoundedPool } from './threads/bounded-pool.ts';

/** Renders our own SVG as PNG. Throws {@link PoolFullError} if too many requests are waiting. */
export type RenderPng = (svg: string, widthPixels: number) => Promise<Buffer>;

interface Picture {
  readonly svg: string;
  readonly width: number;
}

interface RasterizerOptions {
  /** System fonts are not used, so the picture is the same on every machine. */
  readonly fontFiles: readonly string[];
  readonly fontFamily: string;
  readonly bytesMax?: number;
  readonly waitingMax?: number;
}

const WAITING_MAX = 20;

/**
 * Renders one picture at a time, on a separate thread from the one that handles requests. Recent pictures are
 * cached.
 */
export function createRasterizer(options: RasterizerOptions): RenderPng {
  const { fontFiles, fontFamily, bytesMax = CACHE_SIZES.pictures, waitingMax = WAITING_MAX } = options;
  const pool = createBoundedPool({ atOnce: 1, waitingMax });
  const draw = async (svg: string, width: number): Promise<Buffer> => {
    // Loaded when the first picture is rendered, so that startup does not wait for it.
    const { renderAsync } = await import('@resvg/resvg-js');
    const font = { fontFiles: [...fontFiles], loadSystemFonts: false, defaultFontFamily: fontFamily };
    const fitted = { mode: 'width', value: width } as const;
    const image = await renderAsync(svg, { fitTo: fitted, font });
    return image.asPng();
  };

  const drawn = new LRUCache<string, Buffer, Picture>({
    maxSize: bytesMax,
    sizeCalculation: ({ length }) => length,
    fetchMethod: (_key, _stale, { context: { svg, width } }) => pool.run(() => draw(svg, width), 'first'),
    // If a picture is evicted from the cache while it is being rendered, it is still sent.
    ignoreFetchAbort: true,
  });
  return (svg, width) => {
    const key = createHash('sha256').update(`${width} ${svg}`).digest('base64url');
    return drawn.forceFetch(key, { context: { svg, width } });
  };
}
