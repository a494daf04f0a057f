import { readFileSync } from 'node:fs';
import type { Said } from '../../core/http/app-error.ts';

/** Maximum bytes of a password. Longer passwords are rejected, not truncated (PWD-2). */
const maxBytes = 1000;

/** The unmet parts of the password rule, in the order of their messages (PWD-1 to PWD-4). Empty for an allowed password. */
export function passwordProblems(password: string): Said[] {
  const problems: Said[] = [];
  if ([...password].length < 8) problems.push({ key: 'session.password.length' });
  if (!/\p{Ll}/u.test(password)) problems.push({ key: 'session.password.lowercase' });
  if (!/\p{Lu}/u.test(password)) problems.push({ key: 'session.password.uppercase' });
  if (!/\p{Nd}/u.test(password)) problems.push({ key: 'session.password.digit' });
  if (!/[^\p{L}\p{N}]/u.test(password)) problems.push({ key: 'session.password.special' });
  if (new Set(password).size < 2) problems.push({ key: 'session.password.unique' });
  if (Buffer.byteLength(password) > maxBytes) problems.push({ key: 'session.password.tooLong' });
  if (problems.length === 0 && isCommon(password)) problems.push({ key: 'session.password.common' });
  return problems;
}

let common: Set<string> | undefined;

/**
 * Whether a password is a listed word, also with digits and signs around it or in place of letters ('P@ssw0rd',
 * 'Dragon2024!'). Attackers try such variants first (PWD-3).
 */
function isCommon(password: string): boolean {
  common ??= new Set(
    readFileSync(new URL('./common-passwords.txt', import.meta.url), 'utf8')
      .split('\n')
      .filter(Boolean),
  );
  const lower = password.toLowerCase();
  const core = lower.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
  const spelled = (word: string) =>
    word
      .replace(/[@4]/g, 'a')
      .replace(/0/g, 'o')
      .replace(/[1!]/g, 'i')
      .replace(/3/g, 'e')
      .replace(/[$5]/g, 's')
      .replace(/7/g, 't');
  const candidates = [lower, spelled(lower), spelled(lower).replace(/[^\p{L}]+$/u, '')];
  // A short listed word does not weaken a long password.
  if (core.length * 2 >= lower.length) candidates.push(core, spelled(core));
  return candidates.some((candidate) => candidate.length * 2 >= lower.length && common?.has(candidate));
}
