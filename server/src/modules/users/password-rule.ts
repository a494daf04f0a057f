import { readFileSync } from 'node:fs';
import type { Said } from '../../http/app-error.ts';

/** Longer ones are refused rather than cut off. */
const longestInBytes = 1000;

/** What is missing from a password, in the order in which it is said (PWD-1 to PWD-4). Empty when it may be used. */
export function passwordProblems(password: string): Said[] {
  const problems: Said[] = [];
  if ([...password].length < 8) problems.push({ key: 'session.password.length' });
  if (!/\p{Ll}/u.test(password)) problems.push({ key: 'session.password.lowercase' });
  if (!/\p{Lu}/u.test(password)) problems.push({ key: 'session.password.uppercase' });
  if (!/\p{Nd}/u.test(password)) problems.push({ key: 'session.password.digit' });
  if (!/[^\p{L}\p{N}]/u.test(password)) problems.push({ key: 'session.password.special' });
  if (new Set(password).size < 2) problems.push({ key: 'session.password.unique' });
  if (Buffer.byteLength(password) > longestInBytes) problems.push({ key: 'session.password.tooLong' });
  if (problems.length === 0 && isCommon(password)) problems.push({ key: 'session.password.common' });
  return problems;
}

let common: Set<string> | undefined;

/**
 * Whether it is on the list, or is a listed word with digits and signs around it or in place of letters ('P@ssw0rd', 'Dragon2024!'):
 * that is how people make a common password fit a rule like ours, and how it is guessed.
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
  // A short word in a long password is not what makes it weak.
  if (core.length * 2 >= lower.length) candidates.push(core, spelled(core));
  return candidates.some((candidate) => candidate.length * 2 >= lower.length && common?.has(candidate));
}
