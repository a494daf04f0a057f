import type { paths } from '@portico/contract';

/** The return URL in the query of the page's address; the server validates it. */
export function wantedReturnUrl(): string | null {
  for (const [name, value] of new URLSearchParams(location.search)) {
    if (name.toLowerCase() === 'returnurl') return value;
  }
  return null;
}

/** A page of the sign-in, with this page's return URL. */
export function stepAddress(path: typeof paths.login | typeof paths.secondStep): string {
  const returnUrl = wantedReturnUrl();
  return returnUrl ? `${path}?ReturnUrl=${encodeURIComponent(returnUrl)}` : path;
}
