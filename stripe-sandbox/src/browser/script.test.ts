import { Script } from 'node:vm';
import { expect, test } from 'vitest';
import { bundleScript } from './script.ts';

test.each([
  ['stripe', 'stripe.js', 'window.Stripe = Stripe'],
  ['card-field', 'card-field.js', "postToPage('loaded')"],
])('bundles the modules of %s into one classic script in import order', async (folder, entry, last) => {
  const script = await bundleScript(folder, entry);
  // A name that two modules declare would be a syntax error.
  new Script(script);
  expect(script.lastIndexOf(last)).toBeGreaterThan(script.length - 200);
  expect(script).not.toMatch(/^(import|export)\b/m);
  for (const [, name = ''] of script.matchAll(/^(?:const|class|function|async function) (\w+)/gm)) {
    expect(script.match(new RegExp(`^(?:const|class|function|async function) ${name}\\b`, 'gm'))).toHaveLength(1);
  }
});

test('rejects a module with an unsupported import', async () => {
  await expect(bundleScript('.', 'pages.ts')).rejects.toThrow('unsupported');
});
