import {
  findPasswordWeakness,
  longestEstimatedPassword,
  ownWords,
  type PasswordWeakness,
} from '@portico/contract/sign-up';
import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';

const estimator = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs, maxLength: longestEstimatedPassword });

/**
 * The strength of a password from 0 to 4, and its weakness, which is null for a strong password (SIGN-8). The server
 * estimates in the same way (PWD-9).
 */
export function estimatePassword(
  password: string,
  known: readonly string[],
): { score: number; weakness: PasswordWeakness | null } {
  const estimate = estimator.check(password.slice(0, longestEstimatedPassword), ownWords(known));
  return { score: estimate.score, weakness: findPasswordWeakness(estimate) };
}
