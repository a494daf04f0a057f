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

/** The functions of devices that licenses call. `devices` provides them. */
export interface LicenseDevices {
  countByStatus(on: Queryable, licenseId: number): Promise<DeviceCounts>;
  /** Lists the hardware IDs that the license covers, in the order of their seats, and records that a file covers them. Call it with the license locked. */
  fileCovered(on: Queryable, licenseId: number): Promise<string[]>;
}

export interface LicensesContext {
  readonly database: Database;
  readonly catalog: Pick<Catalog, 'at' | 'findProducts'>;
  readonly audit: Audit;
  readonly config: Pick<Config, 'appSecret'>;
  readonly devices: LicenseDevices;
}
