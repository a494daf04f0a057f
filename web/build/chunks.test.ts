import { expect, it } from 'vitest';
import { entryChunk } from './chunks.ts';

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
  '/web/src/ui/cyclic-a.tsx': ['/web/src/ui/cyclic-b.tsx'],
  '/web/src/ui/cyclic-b.tsx': ['/web/src/ui/cyclic-a.tsx', '/web/src/app/main.tsx'],
};
const context = { getModuleInfo: (id: string) => ({ importers: importers[id] ?? [] }) };

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
