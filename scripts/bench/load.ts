import autocannon from 'autocannon';

export interface Load {
  /** Responses a second. */
  readonly rate: number;
  /** The 99th percentile in milliseconds. */
  readonly p99: number;
}

/** Number of concurrent clients, each of which sends the next request after a response. */
const connections = 10;

/**
 * Loads a server for `seconds`.
 * @throws for any response that is not a 2xx, because refusals are fast and would distort the rate.
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
