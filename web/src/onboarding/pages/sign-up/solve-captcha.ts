import type { PreloadedSignUp } from '@portico/contract';
import { notify } from '../../../lib/notify.tsx';
import { CaptchaError, solveCaptcha } from '../../sign-up/api/captcha.ts';

/** Milliseconds for which a failed captcha is told (spec 1 §8). */
const toastLife = 5_000;

/** Solves the captcha of the page before a call of the plans and the purchase. That it failed is told besides where the call was made. @throws CaptchaError */
export async function solveOrTell(captcha: PreloadedSignUp['captcha']): Promise<string | undefined> {
  try {
    return await solveCaptcha(captcha);
  } catch (error) {
    if (error instanceof CaptchaError) notify.error(error.message, { duration: toastLife });
    throw error;
  }
}
