import type { Audit } from '../../accounts/index.ts';
import type { Catalog } from '../../catalog/index.ts';
import type { Config } from '../../core/config.ts';
import type { Database, Queryable } from '../../core/db/database.ts';

/** Devices of one license by status. */
export interface DeviceCounts {
  readonly active: number;
  readonly pending: number;
  readonly blocked: number;
  readonly exceeded: number;
  readonly canceled: number;
}

/** The releases of the last thirty days that count. */
export interface CountedReleases {
  readonly count: number;
  /** When the first of them was; null without one. */
  readonly first: Date | null;
}

/** What licenses show of their devices. The devices' module provides it. */
export interface LicenseDevices {
  countByStatus(on: Queryable, licenseId: number): Promise<DeviceCounts>;
  /** The releases of licenses that count since `since` (DEV-10); licenses without any are missing. */
  countReleases(
    on: Queryable,
    licenseIds: readonly number[],
    since: Date,
  ): Promise<ReadonlyMap<number, CountedReleases>>;
  /**
   * The hardware IDs that the license covers: those with a place that are not blocked, in the order of their places. They are noted to be in a file.
   * Called with the license locked.
   */
  fileCovered(on: Queryable, licenseId: number): Promise<string[]>;
}

export interface LicensesContext {
  readonly database: Database;
  readonly catalog: Pick<Catalog, 'findProducts'>;
  readonly audit: Audit;
  readonly config: Pick<Config, 'appSecret'>;
  readonly devices: LicenseDevices;
}
