import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

test('only Zod’s messages in the portal’s languages are loaded', async () => {
  const program = `
    const { installModuleResolution } = await import('./src/core/module-resolution.ts');
    installModuleResolution();
    const [{ z }, { describeIssues }] = await Promise.all([import('zod'), import('./src/core/http/validation.ts')]);
    const { error } = z.object({ seats: z.number().multipleOf(5) }).safeParse({ seats: 7 });
    const say = (locale) => describeIssues(error.issues, locale).seats;
    console.log(JSON.stringify({ others: Object.keys(z.locales), en: say('en'), fr: say('fr') }));`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program], {
    cwd: new URL('../..', import.meta.url),
  });
  expect(JSON.parse(stdout)).toEqual({
    others: [],
    en: ['Invalid number: must be a multiple of 5'],
    fr: ['Nombre invalide : doit être un multiple de 5'],
  });
});
