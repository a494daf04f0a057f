import { createHash } from 'node:crypto';
import type { Theme } from '@portico/contract';
import type { Sharp } from 'sharp';
import type { MessageKey } from '../../core/messages/index.ts';
import type { Logo } from '../accounts/brands.queries.ts';

export type LogoProblem = Extract<MessageKey, `companies.logo.${string}`>;

/** Maximum size of a stored logo, in pixels: four times what pages and mail show, for sharp screens. */
const maxLogoSize = { width: 704, height: 112 };

/** Maximum size of a customer's shape, in pixels: more than twice what the sign-up page shows. It always fits the size limit of the catalog file. */
const maxShapeSize = { width: 48, height: 48 };

/** Pictures with more pixels are not decoded: a small file may claim to be enormous. */
const maxPixels = 16_000_000;

/** Minimum difference between a shape's darkest and lightest part, on a scale from 0 to 255. */
const minContrast = 32;

/** The coverage of each pixel, from 0 to 255. */
interface Shades {
  readonly data: Buffer;
  readonly info: { readonly width: number; readonly height: number };
}

/** Maximum seconds for drawing one picture. Logos take some hundredths of a second. */
const maxSeconds = 5;

const formats: readonly string[] = ['png', 'jpeg', 'webp', 'svg'];

/** Loads the library with readers for our formats only. It is heavy, so it is loaded with the first logo. */
async function loadSharp() {
  const { default: sharp } = await import('sharp');
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({
    operation: [
      'VipsForeignLoadPngBuffer',
      'VipsForeignLoadJpegBuffer',
      'VipsForeignLoadWebpBuffer',
      'VipsForeignLoadSvgBuffer',
    ],
  });
  sharp.cache(false);
  sharp.concurrency(1);
  return sharp;
}

let loading: ReturnType<typeof loadSharp> | undefined;

const getSharp = () => (loading ??= loadSharp());

/**
 * Redraws a PNG, JPEG, WebP or SVG file as PNG (BRAND-2). The content decides the format. Scripts, links, metadata and
 * trailing bytes are dropped, and an SVG runs and loads nothing. @returns the problem if it is not such a picture
 */
export async function drawLogo(file: Uint8Array): Promise<Logo | LogoProblem> {
  const content = await draw(file, maxLogoSize, (picture) => picture.png({ compressionLevel: 9 }).toBuffer());
  if (typeof content === 'string') return content;
  return { content, hash: createHash('sha256').update(content).digest('hex') };
}

/**
 * Redraws the shape of a picture in black on a transparent ground (BRAND-9). Reads the file like `drawLogo`. @returns a
 * `data:` URI of a PNG of less than 4 kB, or the problem
 */
export async function drawShape(file: Uint8Array): Promise<string | { readonly problem: LogoProblem }> {
  const shades = await draw(file, maxShapeSize, (picture) =>
    picture.ensureAlpha().extractChannel('alpha').raw({ depth: 'uchar' }).toBuffer({ resolveWithObject: true }),
  );
  if (typeof shades === 'string') return { problem: shades };
  if (isShapeless(shades)) return { problem: 'companies.logo.shapeless' };
  const pixels = Buffer.alloc(shades.data.length * 2);
  for (const [index, shade] of shades.data.entries()) pixels[index * 2 + 1] = shade;
  const { width, height } = shades.info;
  const sharp = await getSharp();
  const content = await sharp(pixels, { raw: { width, height, channels: 2 } })
    .png({ compressionLevel: 9 })
    .toBuffer();
  return `data:image/png;base64,${content.toString('base64')}`;
}

/** Whether nothing but a rectangle would be visible. Ignores the edge, which is blurred if it falls between two pixels. */
function isShapeless({ data, info: { width, height } }: Shades): boolean {
  const inside = data.filter((_, index) => {
    const [row, column] = [Math.floor(index / width), index % width];
    return row > 0 && row < height - 1 && column > 0 && column < width - 1;
  });
  return inside.length === 0 || Math.max(...inside) - Math.min(...inside) < minContrast;
}

/** Reads a picture, shrinks it to fit into `largest` if needed, and passes it to `finish`. */
async function draw<Result>(
  file: Uint8Array,
  largest: { readonly width: number; readonly height: number },
  finish: (picture: Sharp) => Promise<Result>,
): Promise<Result | LogoProblem> {
  const sharp = await getSharp();
  try {
    const picture = { limitInputPixels: maxPixels, failOn: 'error' } as const;
    const { format, width, height } = await sharp(file, picture).metadata();
    if (!formats.includes(format)) return 'companies.logo.format';
    if (width * height > maxPixels) return 'companies.logo.pixels';
    // An SVG is drawn at the stored size: a density of 72 would draw it at its own size.
    const density = 72 * Math.min(largest.width / width, largest.height / height);
    return await finish(
      sharp(file, { ...picture, ...(format === 'svg' && { density: clamp(density) }) })
        .rotate()
        .resize({ ...largest, fit: 'inside', withoutEnlargement: true })
        .timeout({ seconds: maxSeconds }),
    );
  } catch (error) {
    return error instanceof Error && /pixel limit/.test(error.message)
      ? 'companies.logo.pixels'
      : 'companies.logo.format';
  }
}

/** Limits a density to what the library accepts. */
const clamp = (density: number) => Math.min(Math.max(density, 1), 100_000);

/** The address of a brand's logo. A different picture has a different address. */
export function logoAddress(companyId: number, theme: Theme, { hash }: Pick<Logo, 'hash'>): string {
  return `/CompanyLogos/${companyId}/${theme}/${hash}`;
}
