import { preloaded } from './preloaded.ts';
import { readStored, writeStored } from './storage.ts';

const tokenKey = 'antiForgeryToken';

/** The newest token of any tab: the head script writes the page's own into localStorage, every later page its newer one (CSRF-5). */
export function antiForgeryToken(): string {
  return readStored(tokenKey) ?? preloaded().antiForgeryToken;
}

export function keepAntiForgeryToken(token: string): void {
  if (token) writeStored(tokenKey, token);
}
