import type { PreloadedSignUp } from '@portico/contract';
import { notify } from '../../lib/notify.tsx';
import { CaptchaError, solveCaptcha } from './api/captcha.ts';

/** Milliseconds for which a failure of the captcha is shown (spec 1 §8). */
const toastLife = 5_000;

/**
 * Solves the page's captcha before a call or the final form. Shows a failure as a toast, even if the page shows it, too (WEB-6).
 * @throws CaptchaError
 */
export async function solveOrReport(captcha: PreloadedSignUp['captcha']): Promise<string | undefined> {
  try {
    return await solveCaptcha(captcha);
  } catch (error) {
    if (error instanceof CaptchaError) notify.error(error.message, { duration: toastLife, repeatsAlert: true });
    throw error;
  }
}
