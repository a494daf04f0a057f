import { t } from '@lingui/core/macro';
import type { PreloadedSignUp } from '@portico/contract';
import { captchaAction } from '@portico/contract/sign-up';
import { loadChunk } from '../../../lib/lazy.tsx';
import { MessageError } from '../../../lib/problem.ts';

/** The captcha could not be solved: its script is blocked, or it takes too long. */
export class CaptchaError extends MessageError {
  override readonly name = 'CaptchaError';

  /** @param reason for the console */
  constructor(reason: string, options: ErrorOptions = {}) {
    super(t`Recaptcha validation error. Please, reload the page.`, { cause: reason, ...options });
  }
}

interface ReCaptcha {
  ready: (then: () => void) => void;
  execute: (key: string, options: { action: string }) => Promise<string>;
}

const reCaptchaAddress = 'https://www.google.com/recaptcha/api.js';
const scriptTimeout = 15_000;

let reCaptcha: Promise<ReCaptcha> | undefined;

function loadReCaptcha(key: string): Promise<ReCaptcha> {
  reCaptcha ??= new Promise<ReCaptcha>((resolve, reject) => {
    const script = document.createElement('script');
    const fail = () => {
      reCaptcha = undefined;
      script.remove();
      reject(new CaptchaError('the script of the captcha could not be loaded'));
    };
    const timer = setTimeout(fail, scriptTimeout);
    script.addEventListener('error', fail, { once: true });
    script.addEventListener(
      'load',
      () => {
        clearTimeout(timer);
        const loaded = (window as { grecaptcha?: ReCaptcha }).grecaptcha;
        if (loaded) loaded.ready(() => resolve(loaded));
        else fail();
      },
      { once: true },
    );
    script.src = `${reCaptchaAddress}?render=${encodeURIComponent(key)}`;
    script.async = true;
    document.head.append(script);
  });
  return reCaptcha;
}

/**
 * Solves the page's captcha.
 * @returns the value to send with the form or the call; undefined if there is no captcha
 * @throws CaptchaError
 */
export async function solveCaptcha({ kind, key }: PreloadedSignUp['captcha']): Promise<string | undefined> {
  if (kind === 'none') return undefined;
  try {
    if (kind === 'altcha') {
      const { solveChallenge } = await loadChunk(() => import('./altcha.ts'));
      return await solveChallenge();
    }
    return await (await loadReCaptcha(key ?? '')).execute(key ?? '', { action: captchaAction });
  } catch (error) {
    throw error instanceof CaptchaError ? error : new CaptchaError('the captcha was not solved', { cause: error });
  }
}
