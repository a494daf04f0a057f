import { findPasswordWeakness, longestEstimatedPassword, ownWords, type PasswordWeakness } from '@portico/contract';
import type { Said } from '../../core/http/app-error.ts';
import type { MessageKey } from '../../core/messages/index.ts';

type Estimator = InstanceType<typeof import('@zxcvbn-ts/core').ZxcvbnFactory>;
let loading: Promise<Estimator> | undefined;

/** Loaded when the first password is chosen: the dictionaries take 0.1 seconds and several megabytes. */
function loadEstimator(): Promise<Estimator> {
  loading ??= Promise.all([import('@zxcvbn-ts/core'), import('@zxcvbn-ts/language-common')]).then(
    ([{ ZxcvbnFactory }, { dictionary, adjacencyGraphs }]) =>
      new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs, maxLength: longestEstimatedPassword }),
  );
  return loading;
}

const reasons: Readonly<Record<PasswordWeakness, MessageKey>> = {
  own: 'session.password.weak.own',
  date: 'session.password.weak.date',
  repeat: 'session.password.weak.repeat',
  sequence: 'session.password.weak.sequence',
  guessable: 'session.password.weak',
};

/**
 * Why a password is easy to guess for anyone who knows its user; null for a strong one (PWD-9). @param own the user's
 * address and names, the account's, and those of the context (PWD-17)
 */
export async function findWeakness(password: string, own: readonly string[]): Promise<Said | null> {
  const estimator = await loadEstimator();
  const weakness = findPasswordWeakness(estimator.check(password.slice(0, longestEstimatedPassword), ownWords(own)));
  return weakness && { key: reasons[weakness] };
}
