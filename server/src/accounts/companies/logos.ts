import { fork } from 'node:child_process';
import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import type { Theme } from '@portico/contract';
import PQueue from 'p-queue';
import type { Logo } from '../accounts/brands.queries.ts';
import type { LogoProblem, PictureAnswer, PictureRequest } from './draw-picture.ts';

/** Maximum milliseconds for drawing one picture, with the start of its process. Logos take some tenths of a second. */
const maxMilliseconds = 5_000;

/** One picture at a time, so that many of them take at most one processor. */
const turns = new PQueue({ concurrency: 1 });

const program = fileURLToPath(new URL('./draw-picture.ts', import.meta.url));

/**
 * Draws a picture in a process of its own, without the portal's environment, and kills it if it takes too long (BRAND-2). Nothing else can stop the
 * drawing of an SVG, and in this process it would occupy one of four threads.
 */
function drawApart(file: Uint8Array, kind: PictureRequest['kind']): Promise<PictureAnswer> {
  return turns.add(
    () =>
      new Promise<PictureAnswer>((resolve, reject) => {
        const child = fork(program, {
          env: {},
          execArgv: [],
          serialization: 'advanced',
          stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
          timeout: maxMilliseconds,
          killSignal: 'SIGKILL',
        });
        child.once('message', (answer: PictureAnswer) => resolve(answer));
        child.once('error', reject);
        // Without effect after a message. A killed process has sent none.
        child.once('exit', (_code, signal) =>
          signal === 'SIGKILL' ? resolve('companies.logo.slow') : resolve('companies.logo.format'),
        );
        child.send({ file, kind } satisfies PictureRequest);
      }),
  );
}

/**
 * Redraws a PNG, JPEG, WebP or SVG file as PNG (BRAND-2). The content decides the format. Scripts, links, metadata and
 * trailing bytes are dropped, and an SVG runs and loads nothing. @returns the problem if it is not such a picture
 */
export async function drawLogo(file: Uint8Array): Promise<Logo | LogoProblem> {
  const drawn = await drawApart(file, 'logo');
  if (typeof drawn === 'string') return drawn;
  const content = Buffer.from(drawn);
  return { content, hash: createHash('sha256').update(content).digest('hex') };
}

/**
 * Redraws the shape of a picture in black on a transparent ground (BRAND-9). Reads the file like `drawLogo`. @returns a
 * `data:` URI of a PNG of less than 4 kB, or the problem
 */
export async function drawShape(file: Uint8Array): Promise<string | { readonly problem: LogoProblem }> {
  const drawn = await drawApart(file, 'shape');
  if (typeof drawn === 'string') return { problem: drawn };
  return `data:image/png;base64,${Buffer.from(drawn).toString('base64')}`;
}

/** The address of a brand's logo. A different picture has a different address. */
export function logoAddress(companyId: number, theme: Theme, { hash }: Pick<Logo, 'hash'>): string {
  return `/CompanyLogos/${companyId}/${theme}/${hash}`;
}
