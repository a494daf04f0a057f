import { createHash } from 'node:crypto';
import type { Theme } from '@portico/contract';
import type { Sharp } from 'sharp';
import type { MessageKey } from '../../core/messages/index.ts';
import type { Logo } from '../accounts/brands.queries.ts';

/** What is wrong with a file. */
export type LogoProblem = Extract<MessageKey, `companies.logo.${string}`>;

/** Pixels of a stored logo at most: four times what pages and mails show, for sharp screens. */
const maxLogoSize = { width: 704, height: 112 };

/** Pixels of a customer's shape at most: more than twice what the sign-up shows. So many shades without a color fit into what a catalog file takes. */
const maxShapeSize = { width: 48, height: 48 };

/** Pixels of a picture that is decoded at all: a small file may claim to be enormous. */
const maxPixels = 16_000_000;

/** Of 255, how much the darkest and the lightest part of a shape differ at least. */
const minContrast = 32;

/** How much of each pixel is covered, of 255. */
interface Shades {
  readonly data: Buffer;
  readonly info: { readonly width: number; readonly height: number };
}

/** Seconds for drawing one picture. Logos take some hundredths. */
const maxSeconds = 5;

const formats: readonly string[] = ['png', 'jpeg', 'webp', 'svg'];

/** The library, with every reader closed but those of our formats. It is heavy, and loaded when the first logo comes. */
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
 * Draws a PNG, JPEG, WebP or SVG file anew as PNG (BRAND-2). Its content decides what it is, whatever its name or declared type. Only the picture is kept: scripts, links,
 * metadata and bytes that hide behind it are gone. An SVG is drawn without running or loading anything.
 * @returns what is wrong where it is no such picture
 */
export async function drawLogo(file: Uint8Array): Promise<Logo | LogoProblem> {
  const content = await draw(file, maxLogoSize, (picture) => picture.png({ compressionLevel: 9 }).toBuffer());
  if (typeof content === 'string') return content;
  return { content, hash: createHash('sha256').update(content).digest('hex') };
}

/**
 * Draws the shape of a picture anew, in black on a transparent ground (BRAND-9). A file is read as `drawLogo` does.
 * @returns a `data:` URI of a PNG of less than 4 kB, or what is wrong
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

/** Whether nothing, or nothing but a rectangle, would be seen. The edge does not tell: it is blurred where it falls between two pixels. */
function isShapeless({ data, info: { width, height } }: Shades): boolean {
  const inside = data.filter((_, index) => {
    const [row, column] = [Math.floor(index / width), index % width];
    return row > 0 && row < height - 1 && column > 0 && column < width - 1;
  });
  return inside.length === 0 || Math.max(...inside) - Math.min(...inside) < minContrast;
}

/** Reads a picture, makes it as large as there is room and no larger than it is, and hands it on. */
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
    // An SVG is drawn at the size that is stored. 72 is the density at which its own size was told.
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

/** Densities that the library takes. */
const clamp = (density: number) => Math.min(Math.max(density, 1), 100_000);

/** Where a company's logo is served. Another picture has another address. */
export function logoAddress(companyId: number, theme: Theme, { hash }: Pick<Logo, 'hash'>): string {
  return `/CompanyLogos/${companyId}/${theme}/${hash}`;
}
