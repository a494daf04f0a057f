import { expect, it } from 'vitest';
it('imports', async () => {
  for (const f of ['./token-menu.tsx','./token-dialog.tsx','./replace-dialog.tsx','./new-token-dialog.tsx']) {
    try { const m = await import(f); console.log(f, Object.keys(m)); } catch (e) { console.log(f, String(e)); }
  }
  expect(1).toBe(1);
});
