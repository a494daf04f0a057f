import { expect, test } from 'vitest';
import { readOptions } from './options.ts';

test.each([
  [['--port', 'many'], "--port takes a number, not 'many'."],
  [['--allow-host', 'sandbox:80'], "--allow-host takes a name without a port, not 'sandbox:80'."],
  [['--listen', 'everywhere'], "--listen takes an IP address, not 'everywhere'."],
  [['--webhook-url', 'nowhere'], "--webhook-url takes an address, not 'nowhere'."],
  [['--surprise'], "Unknown option '--surprise'"],
])('rejects the options %j', (parameters, words) => {
  expect(() => readOptions(parameters)).toThrow(words);
});

test('takes several hosts and webhook URLs, and has defaults for the rest', () => {
  const parameters = [
    '--allow-host',
    'sandbox',
    '--allow-host',
    '[::1]',
    '--webhook-url',
    'http://localhost:3000/hook',
  ];
  expect(readOptions(parameters)).toMatchObject({
    'allow-host': ['sandbox', '[::1]'],
    'webhook-url': ['http://localhost:3000/hook'],
    port: '12111',
    listen: '127.0.0.1',
    'secret-key': 'sk_test_sandbox',
  });
});
