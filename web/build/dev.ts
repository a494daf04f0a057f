import type { Server } from 'node:http';
import { join } from 'node:path';
import type { Locale } from '@portico/contract';
import { type Connect, createServer } from 'vite';
import { type DocumentName, isSignUp, isWayIn, renderDocument } from './documents.ts';

const web = join(import.meta.dirname, '..');

export interface Development {
  /** Serves modules, styles and assets; register it before the documents' routes. */
  middlewares: Connect.Server;
  /** A document with the placeholders of a built one; only the script creates its markup. */
  document(name: DocumentName, locale: Locale, url: string): Promise<string>;
  close(): Promise<void>;
}

/** Vite in middleware mode, with hot reloading over the port of `httpServer`. */
export async function createDevelopment({ httpServer }: { httpServer: Server }): Promise<Development> {
  const vite = await createServer({
    root: web,
    configFile: join(web, 'vite.config.ts'),
    appType: 'custom',
    server: { middlewareMode: true, ws: { server: httpServer }, watch: { ignored: ['**/dist/**'] } },
  });
  return {
    middlewares: vite.middlewares,
    async document(name, locale, url) {
      const html = renderDocument({
        name,
        locale,
        title: '',
        body: '',
        loadFailure: '',
        noScript: '',
        criticalStyles: '',
        headScript: '',
        bodyScript: '',
        entry: isWayIn(name) || isSignUp(name) ? '/src/app/sign-in-main.tsx' : '/src/app/main.tsx',
        modulePreloads: [],
        head: [
          '<script type="module" src="/src/app/bootstrap/head.ts"></script>',
          `<link rel="stylesheet" href="/src/app/${documentStyles(name)}.css">`,
        ].join('\n'),
      });
      return vite.transformIndexHtml(url, html);
    },
    close: () => vite.close(),
  };
}

function documentStyles(name: DocumentName): string {
  if (name === 'login') return 'sign-in';
  if (isSignUp(name)) return 'sign-up';
  return isWayIn(name) ? 'way-in' : 'app';
}
