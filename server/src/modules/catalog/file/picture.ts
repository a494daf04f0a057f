import { readFileSync, statSync } from 'node:fs';
import { dirname, isAbsolute, resolve } from 'node:path';

/** Bytes. */
export const largestPicture = 64 * 1024;

/** Bytes. Each page of the sign-up carries all of them. */
export const largestCustomersLogo = 4 * 1024;

/** A picture file as a data: URI, or its problem. */
export type Picture = { readonly uri: string } | { readonly problem: string };

/**
 * Reads a picture beside the catalog file. The content decides its type, not the name. SVG is rejected because it can contain scripts.
 * @param most bytes
 */
export function readPicture(catalogFile: string, path: string, most: number): Picture {
  if (/^[a-z][a-z0-9+.-]*:/i.test(path) || isAbsolute(path)) {
    return { problem: 'should be the path of a picture, relative to this file' };
  }
  const file = resolve(dirname(catalogFile), path);
  let content: Buffer;
  try {
    if (statSync(file).size > most) return { problem: `should be a picture of ${most / 1024} kB or less` };
    content = readFileSync(file);
  } catch (error) {
    return { problem: `should be a picture that can be read: ${file} (${(error as NodeJS.ErrnoException).code})` };
  }
  const type = typeOf(content);
  if (!type) return { problem: 'should be a PNG, JPEG or WebP picture; other formats, SVG among them, are not taken' };
  return { uri: `data:${type};base64,${content.toString('base64')}` };
}

function typeOf(content: Buffer): string | undefined {
  const ascii = (from: number, to: number) => content.subarray(from, to).toString('latin1');
  if (content.subarray(0, 8).equals(Buffer.from('89504e470d0a1a0a', 'hex')) && ascii(12, 16) === 'IHDR')
    return 'image/png';
  if (content.subarray(0, 3).equals(Buffer.from('ffd8ff', 'hex'))) return 'image/jpeg';
  if (ascii(0, 4) === 'RIFF' && ascii(8, 12) === 'WEBP') return 'image/webp';
  return undefined;
}
