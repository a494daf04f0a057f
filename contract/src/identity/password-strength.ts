/** The lowest score, of 0 to 4, of an acceptable password (PWD-9). */
export const lowestPasswordScore = 3;

/**
 * Maximum number of characters to estimate. Further ones only add strength, but the time grows with the square of the
 * length.
 */
export const longestEstimatedPassword = 128;

/** Minimum length of a user's own word. Shorter ones appear in many passwords by chance. */
const shortestWord = 3;

/** Why a password is weak; `guessable` if no single cause stands out. */
export type PasswordWeakness = 'own' | 'date' | 'repeat' | 'sequence' | 'guessable';

/** The estimator's names of patterns, the most informative first. */
const patterns: readonly (readonly [pattern: string, weakness: PasswordWeakness])[] = [
  ['userInputs', 'own'],
  ['date', 'date'],
  ['repeat', 'repeat'],
  ['spatial', 'sequence'],
  ['sequence', 'sequence'],
];

/** The parts of a zxcvbn estimate that are used. */
interface Estimate {
  readonly score: number;
  readonly sequence: readonly { readonly pattern: string; readonly dictionaryName?: string }[];
}

/** What makes a password easy to guess; null for a strong one (PWD-9). */
export function findPasswordWeakness({ score, sequence }: Estimate): PasswordWeakness | null {
  if (score >= lowestPasswordScore) return null;
  const found = sequence.map(({ pattern, dictionaryName }) => dictionaryName ?? pattern);
  return patterns.find(([pattern]) => found.includes(pattern))?.[1] ?? 'guessable';
}

/** Words that a user's password must not consist of: each known value, and the words in it. */
export function ownWords(known: readonly string[]): string[] {
  const whole = known.map((one) => one.toLowerCase());
  const parts = whole.flatMap((one) => one.split(/[^\p{L}\p{N}]+/u));
  return [...new Set([...whole, ...parts])].filter((word) => word.length >= shortestWord);
}
