import { and, asc, desc, eq, inArray, ne } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Queryable } from '../../core/db/database.ts';
import { devices } from '../../core/db/schema/devices.gen.ts';

/** A device, and another account's device with the same hardware ID. Both may be released. */
export interface SameMachine {
  readonly licenseId: number;
  readonly deviceName: string;
  readonly hardwareId: string;
  readonly otherLicenseId: number;
  readonly otherAccountId: number;
}

/** The devices of these licenses that other accounts have too, the first added first. */
export function listSameMachines(on: Queryable, licenseIds: readonly number[], limit: number): Promise<SameMachine[]> {
  const others = alias(devices, 'others');
  return on
    .select({
      licenseId: devices.licenseId,
      deviceName: devices.name,
      hardwareId: devices.hardwareId,
      otherLicenseId: others.licenseId,
      otherAccountId: others.accountId,
    })
    .from(devices)
    .innerJoin(others, and(eq(others.hardwareId, devices.hardwareId), ne(others.accountId, devices.accountId)))
    .where(inArray(devices.licenseId, [...licenseIds]))
    .orderBy(asc(devices.id), asc(others.id))
    .limit(limit);
}

/** The licenses of other accounts that have or had a device with this hardware ID, the latest device first. */
export async function listLicensesElsewhere(
  on: Queryable,
  accountId: number,
  hardwareId: string,
  limit: number,
): Promise<number[]> {
  const found = await on
    .select({ licenseId: devices.licenseId })
    .from(devices)
    .where(and(eq(devices.hardwareId, hardwareId), ne(devices.accountId, accountId)))
    .orderBy(desc(devices.id))
    .limit(limit);
  return found.map(({ licenseId }) => licenseId);
}
