import { scrypt } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import type { Logo } from '../accounts/brands.queries.ts';
import { drawLogo, drawShape } from './logos.ts';

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 4, background: '#0f766e' } });
const png = await picture(300, 60).png().toBuffer();

const [jpeg, webp, tiff, wide, small, vast] = await Promise.all([
  picture(300, 60).jpeg().toBuffer(),
  picture(300, 60).webp().toBuffer(),
  picture(9, 9).tiff().toBuffer(),
  picture(2_000, 1_000).png().toBuffer(),
  picture(30, 10).png().toBuffer(),
  picture(5_000, 4_000).png().toBuffer(),
]);

const svg = (content: string, head = '') =>
  Buffer.from(
    `${head}<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="200" height="40">${content}</svg>`,
  );

/** The drawn picture, decoded. */
async function drawn(file: Buffer) {
  const logo = (await drawLogo(file)) as Logo;
  expect(logo).toMatchObject({ hash: expect.stringMatching(/^[0-9a-f]{64}$/) });
  return { ...logo, ...(await sharp(logo.content).metadata()) };
}

describe('a logo (BRAND-2)', () => {
  test.each([
    ['PNG', png],
    ['JPEG', jpeg],
    ['WebP', webp],
    ['SVG', svg('<rect width="200" height="40" fill="#0f766e"/>')],
  ])('is redrawn as PNG from a %s', async (_, file) => {
    const { format, width, height } = await drawn(file);
    expect(format).toBe('png');
    expect(height).toBeGreaterThan(0);
    expect(width).toBeGreaterThan(height as number);
  });

  test('is shrunk but never enlarged, and an SVG is as sharp as possible', async () => {
    expect(await drawn(wide)).toMatchObject({ width: 224, height: 112 });
    expect(await drawn(small)).toMatchObject({ width: 30, height: 10 });
    const { width, height } = await drawn(svg('<rect width="200" height="40" fill="red"/>'));
    expect(Math.abs((width as number) - 560)).toBeLessThanOrEqual(1);
    expect(Math.abs((height as number) - 112)).toBeLessThanOrEqual(1);
  });

  test('drops everything except the picture', async () => {
    const hidden = Buffer.concat([png, Buffer.from('<html><script>alert(1)</script></html>')]);
    expect((await drawn(hidden)).content.includes('script')).toBe(false);
    const image = await picture(300, 60)
      .withExif({ IFD0: { Copyright: 'alert-in-exif' } })
      .jpeg()
      .toBuffer();
    expect(image.includes('alert-in-exif')).toBe(true);
    expect((await drawn(image)).content.includes('alert-in-exif')).toBe(false);
  });

  test('an SVG runs and loads nothing', async () => {
    let requests = 0;
    const server = createServer((_request, response) => {
      requests += 1;
      response.end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/x.png`;
    try {
      const file = svg(`<script>fetch("${address}")</script>
        <style>@import url("${address}"); rect { fill: url(${address}) }</style>
        <image href="${address}" width="10" height="10"/><image xlink:href="file:///etc/passwd" width="10" height="10"/>
        <foreignObject width="9" height="9"><iframe xmlns="http://www.w3.org/1999/xhtml" src="${address}"/></foreignObject>
        <circle cx="90" cy="20" r="20" fill="red" onload="fetch('${address}')"/>`);
      expect(await drawn(file)).toMatchObject({ format: 'png' });
      expect(requests).toBe(0);
    } finally {
      server.close();
    }
  });

  test.each([
    ['a text', Buffer.from('logo.png')],
    ['empty', Buffer.alloc(0)],
    ['an HTML page', Buffer.from('<html><script>alert(1)</script></html>')],
    ['a GIF', Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')],
    ['a TIFF', tiff],
    ['a truncated PNG', png.subarray(0, png.length - 30)],
    [
      'an SVG that reads a file of the server',
      svg('<text>&x;</text>', '<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>'),
    ],
    [
      'an SVG whose entities expand exponentially',
      svg(
        '<text>&a9;</text>',
        `<!DOCTYPE svg [<!ENTITY a0 "aaaaaaaaaa">${Array.from({ length: 9 }, (_, n) => `<!ENTITY a${n + 1} "${`&a${n};`.repeat(10)}">`).join('')}]>`,
      ),
    ],
  ])('rejects a file that is %s', async (_, file) => {
    expect(await drawLogo(file)).toBe('companies.logo.format');
  });

  test('rejects a picture with too many pixels, even if a small file only claims so', async () => {
    const forged = Buffer.from(png);
    forged.writeUInt32BE(60_000, 16);
    forged.writeUInt32BE(60_000, 20);
    expect(await drawLogo(forged)).toBe('companies.logo.pixels');
    expect(await drawLogo(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="90000" height="90000"/>'))).toBe(
      'companies.logo.pixels',
    );
    expect(await drawLogo(vast)).toBe('companies.logo.pixels');
  });
});

describe('an SVG that is made to keep the portal busy', () => {
  const busy = (element: string) =>
    svg(
      `<${element} id="f">${'<feTurbulence baseFrequency="0.9" numOctaves="100"/>'.repeat(40)}</${element}>${'<rect width="200" height="40" filter="url(#f)"/>'.repeat(8)}`,
    );

  test('is rejected if it uses filters', async () => {
    expect(await drawLogo(busy('filter'))).toBe('companies.logo.filters');
    expect(await drawShape(busy('filter'))).toEqual({ problem: 'companies.logo.filters' });
  });

  test('is killed after five seconds, while the thread pool serves others', async () => {
    // The word is hidden from a search of the file: an SVG may be compressed.
    const drawing = drawLogo(gzipSync(busy('filter')));
    const began = performance.now();
    let longest = 0;
    const watch = setInterval(async () => {
      const asked = performance.now();
      await promisify(scrypt)('password', 'salt', 32);
      longest = Math.max(longest, performance.now() - asked);
    }, 200);
    expect(await drawing).toBe('companies.logo.slow');
    clearInterval(watch);
    expect(performance.now() - began).toBeLessThan(8_000);
    expect(longest).toBeLessThan(3_000);
  }, 30_000);
});

describe('the shape of a customer’s logo (BRAND-9)', () => {
  /** An image of random pixels, which compresses badly. */
  const noise = (channels: 2 | 4) => {
    let last = 1;
    const bytes = Array.from({ length: 48 * 48 * channels }, () => {
      last = (Math.imul(last, 1_103_515_245) + 12_345) >>> 0;
      return last >>> 24;
    });
    return sharp(Buffer.from(bytes), { raw: { width: 48, height: 48, channels } });
  };
  const decodePixels = (uri: unknown) =>
    sharp(Buffer.from(String(uri).split(',')[1] as string, 'base64'))
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });

  test('is black on a transparent ground, in the picture’s proportions', async () => {
    const file = svg('<rect width="100" height="40" fill="#0f766e"/>');
    const { data, info } = await decodePixels(await drawShape(file));
    expect([info.width, info.height]).toEqual([48, 10]);
    const pixels = Array.from({ length: info.width * info.height }, (_, n) => [
      ...data.subarray(n * info.channels, (n + 1) * info.channels),
    ]);
    expect(pixels.every((pixel) => pixel.slice(0, -1).every((part) => part === 0))).toBe(true);
    expect([pixels[100]?.at(-1), pixels[140]?.at(-1)]).toEqual([255, 0]);
  });

  test.each([
    ['PNG', noise(4).png()],
    ['gray PNG', noise(2).png()],
    ['PNG of 16 bits', noise(4).toColourspace('rgb16').png()],
    ['PNG with a palette', noise(4).png({ palette: true })],
    ['WebP', noise(4).webp({ lossless: true })],
  ])('fits into a catalog file, whatever a %s contains', async (_, file) => {
    const uri = await drawShape(await file.toBuffer());
    expect(uri).toMatch(/^data:image\/png;base64,/);
    expect(Buffer.from(String(uri).split(',')[1] as string, 'base64').length).toBeLessThan(4 * 1024);
  });

  test('rejects a picture that shows at most a rectangle, and a file that is not a picture', async () => {
    for (const file of [png, jpeg, svg('<rect width="200" height="40"/>'), svg('')])
      expect(await drawShape(file)).toEqual({ problem: 'companies.logo.shapeless' });
    expect(await drawShape(tiff)).toEqual({ problem: 'companies.logo.format' });
    expect(await drawShape(vast)).toEqual({ problem: 'companies.logo.pixels' });
  });
});
