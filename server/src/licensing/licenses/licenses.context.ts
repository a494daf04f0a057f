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

/** What licenses show of their devices. The devices' module provides it. */
export interface LicenseDevices {
  countByStatus(on: Queryable, licenseId: number): Promise<DeviceCounts>;
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
