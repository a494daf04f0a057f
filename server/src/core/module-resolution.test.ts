import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

test('none of Zod’s messages in other languages are loaded', async () => {
  const program = `
    const { installModuleResolution } = await import('./src/core/module-resolution.ts');
    installModuleResolution();
    const { z } = await import('zod');
    console.log(Object.keys(z.locales).length);`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program], {
    cwd: new URL('../..', import.meta.url),
  });
  expect(stdout.trim()).toBe('0');
});
