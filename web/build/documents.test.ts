import { expect, it } from 'vitest';
import { cspHash, type Manifest, staticFiles } from './assets.ts';
import { placeholders, renderDocument } from './documents.ts';

const parts = {
  name: 'login',
  locale: 'fr',
  title: 'Se connecter',
  body: `<form>${placeholders.antiForgery}</form>`,
  loadFailure: '',
  noScript: '',
  criticalStyles: 'a{}',
  headScript: 'first()',
  bodyScript: 'last()',
  entry: '/assets/app.js',
  modulePreloads: ['/assets/base.js'],
  styles: '/assets/app.css',
  font: '/assets/inter.woff2',
} as const;

it('a document has the preloaded data before the script that reads the data, and nothing that blocks the first paint', () => {
  const html = renderDocument(parts);
  expect(html).toContain('<html lang="fr"');
  expect(html.split(placeholders.preloaded)).toHaveLength(2);
  expect(html.indexOf(placeholders.preloaded)).toBeLessThan(html.indexOf('first()'));
  expect(html).not.toContain('rel="stylesheet"');
  expect(html.match(/<script(?! type="module")[^>]*src=/)).toBeNull();
  expect(html).toContain('<link rel="preload" href="/assets/inter.woff2" as="font"');
});

it('hashes inline code in the format of a content security policy', () => {
  expect(cspHash('alert(1)')).toBe("'sha256-bhHHL3z2vDgxUt0W3dWQOrprscmda2Y5pLsLg4GF+pI='");
});

it('follows static imports only', () => {
  const manifest: Manifest = {
    'a.tsx': { file: 'a.js', imports: ['b.js'], dynamicImports: ['c.tsx'], css: ['a.css'] },
    'b.js': { file: 'b.js', imports: ['a.tsx'] },
    'c.tsx': { file: 'c.js' },
  };
  expect(staticFiles(manifest, 'a.tsx')).toEqual(['a.js', 'a.css', 'b.js']);
  expect(() => staticFiles(manifest, 'none.tsx')).toThrow('none.tsx');
});
