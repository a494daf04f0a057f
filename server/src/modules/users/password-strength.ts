import type { Said } from '../../http/app-error.ts';
import type { MessageKey } from '../../messages/index.ts';

/** The estimate that a chosen password needs at least, of 0 to 4 (PWD-9). */
const lowestScore = 3;
/** What follows is not estimated: it only adds strength, and the estimate takes time with the square of the length. */
const longestEstimated = 128;
/** Shorter words of the user's own are in many passwords by chance. */
const shortestWord = 3;

type Estimator = InstanceType<typeof import('@zxcvbn-ts/core').ZxcvbnFactory>;
let loading: Promise<Estimator> | undefined;

/** Loaded when the first password is chosen: the words take a tenth of a second and some megabytes. */
function loadEstimator(): Promise<Estimator> {
  loading ??= Promise.all([import('@zxcvbn-ts/core'), import('@zxcvbn-ts/language-common')]).then(
    ([{ ZxcvbnFactory }, { dictionary, adjacencyGraphs }]) =>
      new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs, maxLength: longestEstimated }),
  );
  return loading;
}

/** What a weak password is made of, by the library's name of the pattern, the most telling one first. */
const reasons = [
  ['userInputs', 'session.password.weak.own'],
  ['date', 'session.password.weak.date'],
  ['repeat', 'session.password.weak.repeat'],
  ['spatial', 'session.password.weak.sequence'],
  ['sequence', 'session.password.weak.sequence'],
] as const satisfies readonly (readonly [string, MessageKey])[];

/**
 * What makes a password easy to guess for whoever knows its user; null for a strong one (PWD-9).
 * @param own what is known of the user: address, names, account and company
 */
export async function findWeakness(password: string, own: readonly string[]): Promise<Said | null> {
  const estimator = await loadEstimator();
  const { score, sequence } = estimator.check(password.slice(0, longestEstimated), wordsOf(own));
  if (score >= lowestScore) return null;
  const patterns = sequence.map(({ pattern, dictionaryName }) => dictionaryName ?? pattern);
  const [, key = 'session.password.weak' as const] = reasons.find(([pattern]) => patterns.includes(pattern)) ?? [];
  return { key };
}

/** Each of what is known as a whole, and the words in it. */
function wordsOf(own: readonly string[]): string[] {
  const whole = own.map((one) => one.toLowerCase());
  const parts = whole.flatMap((one) => one.split(/[^\p{L}\p{N}]+/u));
  return [...new Set([...whole, ...parts])].filter((word) => word.length >= shortestWord);
}
