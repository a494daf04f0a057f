import { expect, it } from 'vitest';
import { importIcons } from './icons.ts';

const files = new Map([
  ['Check', '/icons/check.mjs'],
  ['Menu', '/icons/menu.mjs'],
]);

it('imports each icon from its own file under its own name', () => {
  const code =
    "import { a } from 'a';\nimport {\n  Check,\n  type LucideIcon,\n  Menu as MenuIcon,\n} from 'lucide-react';\nuse(Check);";
  expect(importIcons(code, files)).toBe(
    'import { a } from \'a\';\nimport Check from "/icons/check.mjs"; import MenuIcon from "/icons/menu.mjs";\nuse(Check);',
  );
});

it('leaves types unchanged', () => {
  const code = "import type { LucideIcon } from 'lucide-react';";
  expect(importIcons(code, files)).toBe(code);
});

it('rejects an icon that does not exist', () => {
  expect(() => importIcons("import { Chekc } from 'lucide-react';", files)).toThrow('Chekc');
});
