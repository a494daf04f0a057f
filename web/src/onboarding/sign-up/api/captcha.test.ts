import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { describeProblem } from '../../../lib/problem.ts';
import { answer } from '../../../test/render.tsx';

const words = 'Recaptcha validation error. Please, reload the page.';

/** Imports the module again, because the module keeps the script that it has loaded. */
async function openCaptcha() {
  vi.resetModules();
  const { solveCaptcha, CaptchaError } = await import('./captcha.ts');
  const { describeProblem: describe } = await import('../../../lib/problem.ts');
  const failure = (kind: 'recaptcha' | 'altcha') =>
    solveCaptcha({ kind, key: 'site-key' }).then(
      () => undefined,
      (error: unknown) => ({ isCaptchaError: error instanceof CaptchaError, words: describe(error) }),
    );
  return { solveCaptcha, failure };
}

/** The requested scripts. The browser loads none of them; the tests fire their events. */
let scripts: HTMLScriptElement[] = [];
const script = () => scripts.at(-1);
const failed = { isCaptchaError: true, words };

beforeEach(() => {
  scripts = [];
  vi.spyOn(document.head, 'append').mockImplementation((added) => void scripts.push(added as HTMLScriptElement));
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  Reflect.deleteProperty(window, 'grecaptcha');
});

it('returns nothing if there is no captcha', async () => {
  const { solveCaptcha } = await openCaptcha();
  expect(await solveCaptcha({ kind: 'none', key: null })).toBeUndefined();
  expect(scripts).toEqual([]);
});

it("returns the token of reCAPTCHA, whose script is loaded once with the page's key", async () => {
  const { solveCaptcha } = await openCaptcha();
  const execute = vi.fn(async () => 'a token');
  const first = solveCaptcha({ kind: 'recaptcha', key: 'site key' });
  const second = solveCaptcha({ kind: 'recaptcha', key: 'site key' });
  expect(script()?.src).toBe('https://www.google.com/recaptcha/api.js?render=site%20key');
  Object.assign(window, { grecaptcha: { ready: (then: () => void) => then(), execute } });
  script()?.dispatchEvent(new Event('load'));
  expect(await Promise.all([first, second])).toEqual(['a token', 'a token']);
  expect(scripts).toHaveLength(1);
  expect(execute).toHaveBeenCalledWith('site key', { action: 'sign_up' });
});

it("rejects if the captcha's script is blocked, and loads the script again at the next attempt", async () => {
  const { failure } = await openCaptcha();
  const first = failure('recaptcha');
  script()?.dispatchEvent(new Event('error'));
  expect(await first).toEqual(failed);
  const second = failure('recaptcha');
  expect(scripts).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(15_000);
  expect(await second).toEqual(failed);
});

it('rejects if another script was loaded, or if the script refuses', async () => {
  const { failure } = await openCaptcha();
  const first = failure('recaptcha');
  script()?.dispatchEvent(new Event('load'));
  expect(await first).toEqual(failed);
  Object.assign(window, {
    grecaptcha: { ready: (then: () => void) => then(), execute: () => Promise.reject(new Error('invalid site key')) },
  });
  const second = failure('recaptcha');
  script()?.dispatchEvent(new Event('load'));
  expect(await second).toEqual(failed);
});

it('rejects if no proof of work is available', async () => {
  vi.useRealTimers();
  vi.stubGlobal(
    'fetch',
    vi.fn(async () => answer(503, { code: 'Unavailable', message: 'Later', requestId: 'r' })),
  );
  const { failure } = await openCaptcha();
  expect(await failure('altcha')).toEqual(failed);
});

it('passes on errors that the captcha did not cause', () => {
  expect(describeProblem(new Error('anything'))).toBe('Something went wrong!');
});
