/** The estimate that a chosen password needs at least, of 0 to 4 (PWD-9). */
export const lowestPasswordScore = 3;

/** Characters that are estimated. What follows only adds strength, and the estimate takes time with the square of the length. */
export const longestEstimatedPassword = 128;

/** Shorter words of the user's own are in many passwords by chance. */
const shortestWord = 3;

/** What a weak password is made of; `guessable` where nothing of it stands out. */
export type PasswordWeakness = 'own' | 'date' | 'repeat' | 'sequence' | 'guessable';

/** What the estimator calls each pattern, the most telling one first. */
const patterns: readonly (readonly [pattern: string, weakness: PasswordWeakness])[] = [
  ['userInputs', 'own'],
  ['date', 'date'],
  ['repeat', 'repeat'],
  ['spatial', 'sequence'],
  ['sequence', 'sequence'],
];

/** An estimate of zxcvbn, as far as it is looked at. */
interface Estimate {
  readonly score: number;
  readonly sequence: readonly { readonly pattern: string; readonly dictionaryName?: string }[];
}

/** What makes a password easy to guess by its estimate; null for a strong one (PWD-9). */
export function weaknessOf({ score, sequence }: Estimate): PasswordWeakness | null {
  if (score >= lowestPasswordScore) return null;
  const found = sequence.map(({ pattern, dictionaryName }) => dictionaryName ?? pattern);
  return patterns.find(([pattern]) => found.includes(pattern))?.[1] ?? 'guessable';
}

/** What is known of a user, as words that a password must not be made of: each as a whole, and the words in it. */
export function ownWords(known: readonly string[]): string[] {
  const whole = known.map((one) => one.toLowerCase());
  const parts = whole.flatMap((one) => one.split(/[^\p{L}\p{N}]+/u));
  return [...new Set([...whole, ...parts])].filter((word) => word.length >= shortestWord);
}
