import autocannon from 'autocannon';

export interface Load {
  /** Answers a second. */
  readonly rate: number;
  /** Milliseconds within which 99 of 100 answers came. */
  readonly p99: number;
}

/** Browsers that ask at once, each as soon as it has its answer. */
const connections = 10;

/**
 * Loads a server for `seconds`.
 * @throws when any answer is not a 2xx: a refusal is fast and no figure.
 */
export async function load(
  options: Pick<autocannon.Options, 'url' | 'headers' | 'requests'>,
  seconds: number,
): Promise<Load> {
  const result = await autocannon({ ...options, connections, duration: seconds });
  if (result.non2xx > 0 || result.errors > 0 || result['2xx'] === 0) {
    throw new Error(`${options.url}: ${result['2xx']} good answers, ${result.non2xx} others, ${result.errors} errors`);
  }
  return { rate: result['2xx'] / result.duration, p99: result.latency.p99 };
}
