import { findPlan, type Product } from '../../catalog/index.ts';
import type { Database, Queryable } from '../../core/db/database.ts';
import type { LicenseRow } from '../licenses/licenses.queries.ts';
import type { DeviceChangeContext } from './devices.context.ts';
import type { DeviceRow } from './devices.queries.ts';

/** What a product asks for by its token, and where it is written. */
export type ProductContext = DeviceChangeContext & { readonly database: Pick<Database, 'query' | 'transaction'> };

/** What a product tells of the machine that it runs on, as far as the account lets it be kept (LIC-15). */
export interface Machine {
  readonly hardwareId: string;
  /** Undefined where it told none, or none may be kept. */
  readonly name: string | undefined;
  readonly ipAddress: string | null;
  readonly version: string | null;
  /** Undefined where it told none; empty where none may be kept. */
  readonly fingerprints: readonly { readonly name: string; readonly value: string }[] | undefined;
  /** Keyed hashes of its first fingerprints, by which it is known (LIC-12); undefined where it told none. */
  readonly hashedFingerprints: readonly Buffer[] | undefined;
}

/** Why a device gets no place, with the license as it is. */
export type Refusal =
  | { readonly outcome: 'notActive' | 'blocked' | 'full' | 'deviceUnknown'; readonly license: LicenseRow }
  | { readonly outcome: 'tooOften'; readonly license: LicenseRow; readonly until: Date }
  | { readonly outcome: 'gone' };

/** A device that is known on its license, and whether its hardware ID is a new one. */
export interface KnownDevice {
  readonly device: DeviceRow;
  readonly isRecognized: boolean;
}

export function findLicenseProduct({ products }: ProductContext, { productId }: LicenseRow): Product | undefined {
  return products.get(productId);
}

/** Days for which the license's plan lends. */
export function maxBorrowDays({ products }: ProductContext, license: LicenseRow): number {
  return findPlan(products, license)?.borrowDays ?? 0;
}

/** Runs a change in a transaction of its own, which holds the license (DEV-4). `gone` where there is none any more. */
export function withLockedLicense<Result>(
  context: ProductContext,
  lock: (on: Queryable) => Promise<LicenseRow | undefined>,
  change: (on: Queryable, license: LicenseRow) => Promise<Result>,
): Promise<Result | { readonly outcome: 'gone' }> {
  return context.database.transaction(async (on) => {
    const license = await lock(on);
    return license ? change(on, license) : { outcome: 'gone' };
  });
}
