/** What an account lets be kept of what products report, by its usage data policy (SET-4, LIC-15). */
export interface KeptUsage {
  /** The names that machines have. */
  readonly names: boolean;
  /** Versions, addresses, and the values of fingerprints. */
  readonly details: boolean;
  /** How many checks were made, and what products count. */
  readonly counts: boolean;
}

/**
 * By policy: 0 keeps everything, 1 no names, 2 counts alone, 3 nothing beyond what licensing needs. That is the hardware ID, the moment of the last
 * activity, the days on which a device was seen, and keyed hashes of its fingerprints.
 */
export function usageKeptBy(policy: number): KeptUsage {
  return { names: policy <= 0, details: policy <= 1, counts: policy <= 2 };
}
