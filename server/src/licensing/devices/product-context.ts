import type { Database, Queryable } from '../../core/db/database.ts';
import { type LicenseRow, lockLicense } from '../licenses/licenses.queries.ts';
import type { DeviceChangeContext } from './devices.context.ts';
import type { DeviceRow } from './devices.queries.ts';

/** A call that a product makes with its token, and its database. */
export type ProductContext = DeviceChangeContext & { readonly database: Pick<Database, 'query' | 'transaction'> };

/** What a product reports about its machine, as far as the account shares it (LIC-15). */
export interface Machine {
  readonly hardwareId: string;
  /** Undefined if it was not reported or is not shared. */
  readonly name: string | undefined;
  readonly ipAddress: string | null;
  readonly version: string | null;
  /** Undefined if none were reported; empty if they are not shared. */
  readonly fingerprints: readonly { readonly name: string; readonly value: string }[] | undefined;
  /** Keyed hashes of the first fingerprints, by which the machine is recognized (LIC-12); undefined if none were reported. */
  readonly hashedFingerprints: readonly Buffer[] | undefined;
}

/** Why a device gets no seat, and the license in its current state. */
export type Refusal =
  | { readonly outcome: 'notActive' | 'blocked' | 'trialUsed' | 'full' | 'deviceUnknown'; readonly license: LicenseRow }
  | { readonly outcome: 'tooOften'; readonly license: LicenseRow; readonly until: Date }
  | { readonly outcome: 'gone' };

/** A device that the license knows, and whether it was recognized by its fingerprints. */
export interface KnownDevice {
  readonly device: DeviceRow;
  readonly isRecognized: boolean;
}

/** Runs a change in its own transaction, with the license locked (DEV-4). @returns `gone` if the license was deleted */
export function withLockedLicense<Result>(
  context: ProductContext,
  licenseId: number,
  change: (on: Queryable, license: LicenseRow) => Promise<Result>,
): Promise<Result | { readonly outcome: 'gone' }> {
  return context.database.transaction(async (on) => {
    const license = await lockLicense(on, context.accountId, licenseId);
    return license ? change(on, license) : { outcome: 'gone' };
  });
}
