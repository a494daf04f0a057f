import { expect, test } from 'vitest';
import { describeDevice, nameDevice } from './user-agent.ts';

const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0';

test.each([
  [firefox, { browser: 'Firefox', system: 'Windows', kind: 'desktop' }],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
    { browser: 'Safari', system: 'iOS', kind: 'phone' },
  ],
  [
    'Mozilla/5.0 (iPad; CPU OS 16_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/16.5 Mobile/15E148 Safari/604.1',
    { browser: 'Safari', system: 'iOS', kind: 'tablet' },
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0',
    { browser: 'Microsoft Edge', system: 'macOS', kind: 'desktop' },
  ],
  ['', { browser: '', system: '', kind: 'unknown' }],
  [null, { browser: '', system: '', kind: 'unknown' }],
])('%s is shown as %j', (userAgent, device) => {
  expect(describeDevice(userAgent)).toEqual(device);
});

test('describing a browser returns a result for any input, without delay', () => {
  const begun = performance.now();
  for (const userAgent of ['curl', '\0', '(((((', 'x'.repeat(100_000), `Mozilla/5.0 ${'(a;'.repeat(50_000)}`])
    expect(describeDevice(userAgent).kind).toMatch(/desktop|phone|tablet|unknown/);
  expect(performance.now() - begun).toBeLessThan(500);
});

test('describing a browser returns its name and system, without unknown parts', () => {
  expect(nameDevice(firefox)).toBe('Firefox, Windows');
  expect(nameDevice('')).toBe('');
});
