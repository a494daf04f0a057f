/** What an account shares of its products' reports, by its usage-data policy (SET-4, LIC-15). */
export interface KeptUsage {
  /** Names of machines. */
  readonly names: boolean;
  /** Versions, IP addresses, and the values of fingerprints. */
  readonly details: boolean;
  /** The number of checks, and the products' counters. */
  readonly counts: boolean;
}

/**
 * Policy 0 shares everything, 1 excludes names, 2 shares only counts, 3 shares nothing. Hardware ID, last activity, days of activity and keyed hashes
 * of fingerprints are always stored, because licensing needs them.
 */
export function usageKeptBy(policy: number): KeptUsage {
  return { names: policy <= 0, details: policy <= 1, counts: policy <= 2 };
}
