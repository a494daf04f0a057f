import { solveChallenge as solve } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';
import { api } from '../../../lib/api.ts';

/**
 * Requests a proof of work and solves it with the browser's own cryptography, outside the main thread.
 * @returns the value to send
 */
export async function solveChallenge(): Promise<string> {
  const challenge = await api('GET /api/SignUp/Challenge');
  const solution = await solve({
    challenge: challenge as unknown as Parameters<typeof solve>[0]['challenge'],
    deriveKey,
  });
  if (!solution) throw new Error('the proof of work was not found');
  return btoa(JSON.stringify({ challenge, solution }));
}
