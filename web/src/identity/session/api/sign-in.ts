import type { SecondFactorMethod, SignInOutcome } from '@portico/contract';
import { paths } from '@portico/contract/browser';
import { antiForgeryToken } from '../../../lib/anti-forgery.ts';
import { api } from '../../../lib/api.ts';
import { stepAddress, wantedReturnUrl } from './return-url.ts';

/** The address after a step of the sign-in: the return URL, or the second step. */
export function nextAddress({ redirectUrl }: SignInOutcome): string {
  return redirectUrl ?? stepAddress(paths.secondStep);
}

/**
 * Sends the form with the newest token and the return URL.
 * @returns the address to open
 * @throws ApiError, for example with the codes InvalidCredentials and TooManyRequests
 */
export async function signIn(form: HTMLFormElement): Promise<string> {
  const data = new FormData(form);
  data.set('__RequestVerificationToken', antiForgeryToken());
  const returnUrl = wantedReturnUrl();
  if (returnUrl) data.set('ReturnUrl', returnUrl);
  return nextAddress(await api('POST /LoginWithMFA', { body: data }));
}

function toFormData(values: Record<string, string>): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(values)) data.set(name, value);
  data.set('__RequestVerificationToken', antiForgeryToken());
  return data;
}

/**
 * The sign-in of this browser that waits for its second factor.
 * @throws ApiError ChallengeExpired if it has ended
 */
export const getChallenge = () => api('GET /api/Session/Challenge');

/**
 * Sends a code.
 * @throws ApiError TooManyRequests while no further one is sent, ChallengeExpired
 */
export const sendCode = (method: SecondFactorMethod) =>
  api('POST /LoginWithMFA', { query: { handler: 'SendCode' }, body: toFormData({ method }) });

export interface SecondFactorProof {
  /** Null for a recovery code. */
  method: SecondFactorMethod | null;
  code: string;
  /** Whether this browser skips the second factor for 30 days. */
  rememberBrowser: boolean;
}

/**
 * Completes the sign-in with a code.
 * @throws ApiError InvalidCode, TooManyRequests, ChallengeExpired
 */
export function verifyCode({ method, code, rememberBrowser }: SecondFactorProof): Promise<SignInOutcome> {
  const body = toFormData({ code, ...(method && { method }), ...(rememberBrowser && { rememberBrowser: 'true' }) });
  return api('POST /LoginWithMFA', { query: { handler: 'Verify' }, body });
}

/** Cancels the waiting sign-in. */
export const cancelChallenge = () => api('POST /api/Session/Challenge/Cancel', { body: {} });
