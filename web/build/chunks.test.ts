import { expect, it } from 'vitest';
import { domainChunk, entryChunk, type ModuleContext, partsChunk } from './chunks.ts';

const importers: Record<string, string[]> = {
  '/web/src/app/main.tsx': [],
  '/web/src/app/sign-in-main.tsx': [],
  '/web/src/app/router.tsx': ['/web/src/app/main.tsx'],
  '/web/src/identity/session/page.tsx': ['/web/src/app/sign-in-main.tsx'],
  '/web/src/ui/button.tsx': ['/web/src/identity/session/page.tsx', '/web/src/app/router.tsx'],
  '/web/src/ui/password-input.tsx': ['/web/src/identity/session/page.tsx'],
  '/web/src/ui/dialog.tsx': [],
  // A lazy page before the sign-in.
  '/web/src/identity/session/links/link-page.tsx': [],
  '/web/src/ui/skeleton.tsx': ['/web/src/identity/session/links/link-page.tsx', '/web/src/app/router.tsx'],
  '/web/src/ui/badge.tsx': ['/web/src/billing/invoices/invoice-row.tsx'],
  '/web/src/ui/chart.tsx': ['/web/src/billing/invoices/invoice-row.tsx'],
  '/web/src/ui/meter.tsx': ['/web/src/identity/session/links/link-page.tsx'],
  '/web/src/billing/invoices/invoice-row.tsx': [],
  '/web/src/billing/invoices/invoice-status.tsx': [],
  '/web/src/ui/cyclic-a.tsx': ['/web/src/ui/cyclic-b.tsx'],
  '/web/src/ui/cyclic-b.tsx': ['/web/src/ui/cyclic-a.tsx', '/web/src/app/main.tsx'],
};
/** The imports of modules. */
const importedIds: Record<string, string[]> = {
  '/web/src/billing/invoices/invoice-row.tsx': ['/web/src/ui/badge.tsx', '/web/src/ui/chart.tsx'],
  '/web/src/billing/invoices/invoice-status.tsx': ['/web/src/ui/badge.tsx', '/web/src/ui/button.tsx'],
};
const large: Record<string, number> = { '/web/src/ui/chart.tsx': 50_000, '/web/src/ui/button.tsx': 50_000 };
const context: ModuleContext = {
  getModuleInfo: (id) => ({
    importers: importers[id] ?? [],
    importedIds: importedIds[id] ?? [],
    code: 'x'.repeat(large[id] ?? 100),
  }),
};

it.each([
  ['/web/src/app/main.tsx', 'app'],
  // Shared code of lazy pages must not start the application.
  ['/web/src/app/router.tsx', 'app-parts'],
  ['/web/src/ui/skeleton.tsx', 'base'],
  ['/web/src/identity/session/page.tsx', 'sign-in'],
  ['/web/src/ui/button.tsx', 'base'],
  // Shared code of lazy pages must not start the sign-in page.
  ['/web/src/ui/password-input.tsx', 'base'],
  ['/web/src/ui/dialog.tsx', null],
  ['/web/src/ui/cyclic-a.tsx', 'app-parts'],
])('puts %s into the chunk %s', (id, chunk) => {
  expect(entryChunk(id, context)).toBe(chunk);
});

it.each([
  ['/web/src/ui/badge.tsx', 'parts'],
  ['/web/src/ui/chart.tsx', null],
  // Otherwise a page before the sign-in would load all parts.
  ['/web/src/ui/meter.tsx', null],
  ['/web/src/billing/invoices/invoice-status.tsx', null],
])('collects small components: %s is in the chunk %s', (id, chunk) => {
  expect(partsChunk(id, context)).toBe(chunk);
});

it.each([
  // Modules that every page has loaded do not count.
  ['/web/src/billing/invoices/invoice-status.tsx', 'billing-parts'],
  // A large import would be moved into the chunk, too.
  ['/web/src/billing/invoices/invoice-row.tsx', null],
  ['/web/src/ui/badge.tsx', null],
])('collects the small modules of a domain: %s is in the chunk %s', (id, chunk) => {
  expect(domainChunk(id, context)).toBe(chunk);
});
