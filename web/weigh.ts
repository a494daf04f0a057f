import { readFile, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { getChunk, type Manifest, staticFiles } from './build/assets.ts';
import { assignCatalogs } from './build/message-catalogs.ts';

const dist = join(import.meta.dirname, 'dist');
const locales = ['en', 'fr'] as const;
const { catalogsOf } = assignCatalogs(import.meta.dirname);

/** The kinds of users who load a page. Operators also load their own menu and pages. */
type Reader = 'visitor' | 'customer' | 'operator';

/** Bytes of brotli (WEB-15). */
const limits: Readonly<Record<Reader, number>> = { visitor: 112_000, customer: 193_000, operator: 203_000 };
/** Maximum number of files, for the pages that people see first and most often. */
const maxRequests: readonly (readonly [page: string, files: number])[] = [
  ['sign-in', 8],
  ['sign-up', 14],
  ['home', 25],
  ['billing', 25],
  ['purchase', 25],
];

export interface Weight {
  name: string;
  reader: Reader;
  /** Bytes of brotli: JavaScript and CSS, including the document's inline styles and scripts. */
  bytes: number;
  /** Files besides the document, including the font. */
  requests: number;
}

const fileSize = async (file: string) =>
  (await stat(join(dist, `${file}.br`)).catch(() => stat(join(dist, file)))).size;

async function inlineBytes(document: string): Promise<number> {
  const { brotliCompressSync } = await import('node:zlib');
  const html = await readFile(join(dist, 'pages', document), 'utf8');
  const inline = [...html.matchAll(/<(script|style)>([\s\S]*?)<\/\1>/g)].map(([, , code]) => code).join('\n');
  return brotliCompressSync(inline).length;
}

async function weigh(name: string, document: string, sources: string[], reader: Reader): Promise<Weight> {
  const manifest = JSON.parse(await readFile(join(dist, 'manifest.json'), 'utf8')) as Manifest;
  const files = [...new Set(sources.flatMap((source) => staticFiles(manifest, source)))];
  const sizes = await Promise.all(files.map(fileSize));
  const bytes = sizes.reduce((sum, size) => sum + size, await inlineBytes(document));
  return { name, reader, bytes, requests: files.length + 1 };
}

/**
 * The other pages before the sign-in, by their documents. Only the one that includes parts of the profile is heavier
 * than the sign-in page.
 */
const wayIn = [
  ['second-step', 'identity/session/second-step/second-step-page.tsx', 'visitor'],
  ['forgotten-password', 'identity/session/links/forgotten-password-page.tsx', 'visitor'],
  ['mailed-link', 'identity/session/links/mailed-link-page.tsx', 'visitor'],
  ['break-glass', 'identity/session/single-sign-on/break-glass-page.tsx', 'visitor'],
  ['logout', 'identity/session/sign-out/sign-out-page.tsx', 'visitor'],
  ['configure-mfa', 'identity/pages/configure-mfa/configure-mfa-page.tsx', 'customer'],
] as const;

/** A screen of the application. Screens of operators also load the operators' menu and pages. */
function weighScreen(page: string, locale: string): Promise<Weight> {
  const catalogs = catalogsOf(page);
  const isOperators = catalogs.includes('operator') || /\/(sandbox|catalog|operator-[\w-]+)\.tsx$/.test(page);
  const sources = [
    'src/app/main.tsx',
    'src/app/app.css',
    ...(isOperators ? ['src/app/operators/operator-parts.ts', `src/locales/operator/${locale}.po`] : []),
    ...catalogs.map((catalog) => `src/locales/${catalog}/${locale}.po`),
    page,
  ];
  const name = `${basename(page, '.tsx')} (${locale})`;
  return weigh(name, `app.${locale}.html`, sources, isOperators ? 'operator' : 'customer');
}

/** Weighs the first load of each page in both languages. */
export async function weighAll(): Promise<Weight[]> {
  const manifest = JSON.parse(await readFile(join(dist, 'manifest.json'), 'utf8')) as Manifest;
  const pages = Object.keys(manifest).filter((source) => /^src\/[\w-]+\/pages\/[^/]+\.tsx$/.test(source));
  const weights: Promise<Weight>[] = [];
  for (const locale of locales) {
    const signIn = [getChunk(manifest, 'src/app/sign-in-main.tsx').src ?? '', `src/locales/sign-in/${locale}.po`];
    weights.push(weigh(`sign-in (${locale})`, `login.${locale}.html`, signIn, 'visitor'));
    for (const [name, page, reader] of wayIn) {
      const late =
        name === 'configure-mfa'
          ? ['src/identity/pages/configure-mfa/set-up.tsx', `src/locales/profile/${locale}.po`]
          : [];
      weights.push(weigh(`${name} (${locale})`, `${name}.${locale}.html`, [...signIn, `src/${page}`, ...late], reader));
    }
    const signUp = [getChunk(manifest, 'src/app/sign-in-main.tsx').src ?? '', `src/locales/sign-up/${locale}.po`];
    weights.push(
      weigh(
        `sign-up (${locale})`,
        `sign-up.${locale}.html`,
        [...signUp, 'src/onboarding/pages/sign-up/sign-up-page.tsx'],
        'visitor',
      ),
    );
    for (const page of pages) weights.push(weighScreen(page, locale));
  }
  return Promise.all(weights);
}

/** The pages that are over their limit; empty if none. */
export function tooHeavy(weights: readonly Weight[]): string[] {
  return weights.flatMap(({ name, reader, bytes, requests }) => [
    ...(bytes > limits[reader] ? [`${name}: ${bytes} bytes of ${limits[reader]}`] : []),
    ...maxRequests.flatMap(([page, most]) =>
      name.startsWith(`${page} `) && requests > most ? [`${name}: ${requests} requests of ${most}`] : [],
    ),
  ]);
}

if (import.meta.main) {
  const weights = await weighAll();
  for (const { name, reader, bytes, requests } of weights) {
    console.log(
      `${(bytes / 1000).toFixed(1).padStart(7)} kB of ${limits[reader] / 1000}  ${String(requests).padStart(3)} requests  ${name}`,
    );
  }
  const failures = tooHeavy(weights);
  for (const failure of failures) console.error(`too heavy: ${failure}`);
  if (failures.length > 0) process.exitCode = 1;
}
