import type { paths } from '@portico/contract';

/** Where signing in leads, as the query of the page's address asks for it; the server decides. */
export function wantedReturnUrl(): string | null {
  for (const [name, value] of new URLSearchParams(location.search)) {
    if (name.toLowerCase() === 'returnurl') return value;
  }
  return null;
}

/** A page of the sign-in, with the way back that this page's address asks for. */
export function stepAddress(path: typeof paths.login | typeof paths.secondStep): string {
  const returnUrl = wantedReturnUrl();
  return returnUrl ? `${path}?ReturnUrl=${encodeURIComponent(returnUrl)}` : path;
}
