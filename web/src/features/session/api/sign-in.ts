import { paths } from '@portico/contract';
import { antiForgeryToken } from '../../../lib/anti-forgery.ts';
import { api } from '../../../lib/api.ts';

/** Where signing in leads, as the query of the sign-in page's address asks for it; the server decides. */
export function wantedReturnUrl(): string | null {
  for (const [name, value] of new URLSearchParams(location.search)) {
    if (name.toLowerCase() === 'returnurl') return value;
  }
  return null;
}

/**
 * Sends the form as it stands, with the newest token and the wanted return address.
 * @returns the address to go on to @throws ApiError, among others with the codes InvalidCredentials and TooManyRequests
 */
export async function signIn(form: HTMLFormElement): Promise<string> {
  const data = new FormData(form);
  data.set('__RequestVerificationToken', antiForgeryToken());
  const returnUrl = wantedReturnUrl();
  if (returnUrl) data.set('ReturnUrl', returnUrl);
  const { redirectUrl } = await api('POST /LoginWithMFA', { body: data });
  return redirectUrl ?? paths.secondStep;
}
