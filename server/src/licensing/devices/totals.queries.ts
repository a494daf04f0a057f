import { eq } from 'drizzle-orm';
import type { Queryable } from '../../core/db/database.ts';
import { deviceTotals } from '../../core/db/schema/devices.gen.ts';

/** The number of an account's devices that are not released. A trigger keeps it. */
export async function findDeviceTotal(on: Queryable, accountId: number): Promise<number> {
  const [kept] = await on
    .select({ devices: deviceTotals.devices })
    .from(deviceTotals)
    .where(eq(deviceTotals.accountId, accountId));
  return kept?.devices ?? 0;
}
