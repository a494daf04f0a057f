import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Locale } from '@portico/contract';
import { build, type InlineConfig } from 'vite';
import { cspHash, getChunk, type Manifest, staticFiles } from './assets.ts';
import { type DocumentName, type DocumentParts, documentNames, renderDocument } from './documents.ts';

const web = join(import.meta.dirname, '..');
const locales: readonly Locale[] = ['en', 'fr'];

/** What `src/app/prerender.tsx` exports. */
export interface Prerender {
  prerender(
    name: DocumentName,
    locale: Locale,
  ): Promise<Pick<DocumentParts, 'title' | 'body' | 'loadFailure' | 'noScript'>>;
}

const shared: InlineConfig = { root: web, configFile: join(web, 'vite.config.ts'), logLevel: 'warn' };

/** Writes the browser's assets and the manifest into `dist`. */
export async function buildClient(dist: string): Promise<void> {
  await build({ ...shared, build: { outDir: dist } });
}

/** Bundles a script of `src/app/bootstrap` into one line for inline use. */
async function inlineScript(name: 'head' | 'body'): Promise<string> {
  const result = await build({
    root: web,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    build: {
      write: false,
      target: 'es2022',
      lib: { entry: join(web, `src/app/bootstrap/${name}.ts`), formats: ['iife'], name: 'portico', fileName: name },
      rolldownOptions: { output: { codeSplitting: false } },
    },
  });
  const [output] = Array.isArray(result) ? result : [result];
  if (!output || !('output' in output)) throw new Error(`no output for the ${name} script`);
  const code = output.output[0].code.trim();
  if (code.includes('</script')) throw new Error(`the ${name} script cannot be inlined, because it contains </script`);
  return code;
}

async function loadPrerender(dist: string): Promise<Prerender> {
  const outDir = join(dist, '.prerender');
  await build({
    ...shared,
    publicDir: false,
    build: { ssr: 'src/app/prerender.tsx', outDir, emptyOutDir: true, minify: false },
  });
  const module = (await import(pathToFileURL(join(outDir, 'prerender.js')).href)) as Prerender;
  await rm(outDir, { recursive: true, force: true });
  return module;
}

interface Sources {
  entry: string;
  /** A lazy module of the entry that the document's page needs; preloaded together with the entry. */
  page?: string;
  styles?: string;
  critical: string;
  catalog: string;
}

const wayIn = (page: string): Sources => ({
  entry: 'src/app/sign-in-main.tsx',
  page: `src/${page}-page.tsx`,
  critical: 'src/app/way-in.css',
  catalog: 'sign-in',
});

const signUp: Sources = {
  entry: 'src/app/sign-in-main.tsx',
  page: 'src/onboarding/pages/sign-up/sign-up-page.tsx',
  critical: 'src/app/sign-up.css',
  catalog: 'sign-up',
};

const sources: Record<DocumentName, Sources> = {
  'sign-up': signUp,
  'sign-up-step': signUp,
  app: { entry: 'src/app/main.tsx', styles: 'src/app/app.css', critical: 'src/app/skeleton.css', catalog: 'app' },
  public: { entry: 'src/app/main.tsx', styles: 'src/app/app.css', critical: 'src/app/skeleton.css', catalog: 'app' },
  login: { entry: 'src/app/sign-in-main.tsx', critical: 'src/app/sign-in.css', catalog: 'sign-in' },
  'second-step': wayIn('identity/session/second-step/second-step'),
  'configure-mfa': wayIn('identity/pages/configure-mfa/configure-mfa'),
  'forgotten-password': wayIn('identity/session/links/forgotten-password'),
  'mailed-link': wayIn('identity/session/links/mailed-link'),
  'break-glass': wayIn('identity/session/single-sign-on/break-glass'),
  logout: wayIn('identity/session/sign-out/sign-out'),
};

/** Writes `pages/*.html` and `csp.json` into `dist`, which must already contain the client's assets and manifest. */
export async function buildDocuments(dist: string): Promise<void> {
  const [manifestText, { prerender }, headScript, bodyScript] = await Promise.all([
    readFile(join(dist, 'manifest.json'), 'utf8'),
    loadPrerender(dist),
    inlineScript('head'),
    inlineScript('body'),
  ]);
  const manifest = JSON.parse(manifestText) as Manifest;
  const font = Object.values(manifest).find((chunk) => chunk.file.endsWith('.woff2'))?.file;
  const styleHashes = new Set<string>();

  for (const name of documentNames) {
    const { entry, page, styles, critical, catalog } = sources[name];
    const criticalStyles = (await readFile(join(dist, getChunk(manifest, critical).file), 'utf8')).trim();
    styleHashes.add(cspHash(criticalStyles));
    for (const locale of locales) {
      const files = [
        ...new Set(
          [entry, `src/locales/${catalog}/${locale}.po`, ...(page ? [page] : [])].flatMap((source) =>
            staticFiles(manifest, source),
          ),
        ),
      ].filter((file) => file !== getChunk(manifest, entry).file && file.endsWith('.js'));
      const document = renderDocument({
        name,
        locale,
        ...(await prerender(name, locale)),
        criticalStyles,
        headScript,
        bodyScript,
        entry: `/${getChunk(manifest, entry).file}`,
        modulePreloads: files.map((file) => `/${file}`),
        ...(styles ? { styles: `/${getChunk(manifest, styles).file}` } : {}),
        ...(font ? { font: `/${font}` } : {}),
      });
      await writeFile(join(dist, 'pages', `${name}.${locale}.html`), document);
    }
  }
  const csp = { script: [cspHash(headScript), cspHash(bodyScript)], style: [...styleHashes] };
  await writeFile(join(dist, 'csp.json'), `${JSON.stringify(csp, null, 2)}\n`);
}
