import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from './clean-up.ts';

/**
 * A minimal web build: pages with placeholders, script hashes, and one asset with compressed versions. @returns its
 * folder.
 */
export function writeTestDist(): string {
  const dist = temporaryFolder('dist');
  mkdirSync(join(dist, 'pages'));
  mkdirSync(join(dist, 'assets'));
  for (const locale of ['en', 'fr']) {
    const forms = ['login', 'second-step'];
    for (const name of [
      'app',
      'public',
      ...forms,
      'configure-mfa',
      'forgotten-password',
      'mailed-link',
      'break-glass',
      'logout',
      'sign-up',
      'sign-up-step',
    ]) {
      const form = forms.includes(name)
        ? '<form method="post"><div hidden=""><!--portico:antiforgery--></div><div role="alert"><!--portico:errors--></div></form>'
        : '';
      writeFileSync(
        join(dist, 'pages', `${name}.${locale}.html`),
        `<!doctype html><html lang="${locale}"><head><!--portico:preloaded--></head><body data-document="${name}">${form}</body></html>`,
      );
    }
  }
  writeFileSync(join(dist, 'csp.json'), JSON.stringify({ script: ["'sha256-abc='"], style: ["'sha256-def='"] }));
  writeFileSync(join(dist, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  writeFileSync(join(dist, 'assets', 'app-1a2b3c.js'), 'console.log(1)');
  writeFileSync(join(dist, 'assets', 'app-1a2b3c.js.br'), 'brotli');
  writeFileSync(join(dist, 'assets', 'app-1a2b3c.js.gz'), 'gzip');
  return dist;
}
