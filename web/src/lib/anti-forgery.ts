import { preloaded } from './preloaded.ts';
import { readStored, writeStored } from './storage.ts';

const tokenKey = 'antiForgeryToken';

/** The newest token of any tab. The head script of each page stores its token in localStorage (CSRF-5). */
export function antiForgeryToken(): string {
  return readStored(tokenKey) ?? preloaded().antiForgeryToken;
}

export function storeAntiForgeryToken(token: string): void {
  if (token) writeStored(tokenKey, token);
}
