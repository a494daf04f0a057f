import { randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Database } from '../src/core/db/database.ts';
import { deviceEvents, devices } from '../src/core/db/schema/devices.gen.ts';
import { licenses } from '../src/core/db/schema/licenses.gen.ts';
import { orderProducts, orders } from '../src/core/db/schema/orders.gen.ts';
import { createSerialNumber } from '../src/licensing/licenses/serial-number.ts';

export type OrderRow = typeof orders.$inferSelect;
export type LicenseRow = typeof licenses.$inferSelect;
export type DeviceRow = typeof devices.$inferSelect;

type Sold = { readonly productId?: string; readonly planId?: string };

const unique = () => randomBytes(8).toString('hex');

/** An active, paid order for one device of `desktop`, with its product. */
export async function insertOrder(
  { query }: Database,
  accountId: number,
  { productId = 'desktop', planId = 'desktop-basic', ...columns }: Partial<typeof orders.$inferInsert> & Sold = {},
): Promise<OrderRow> {
  const [order] = await query
    .insert(orders)
    .values({
      accountId,
      number: `T-${unique()}`,
      status: 1,
      paymentStatus: 1,
      orderedAt: new Date(),
      licenseModel: 0,
      deviceQuantity: 1,
      price: 1_000,
      currency: 'usd',
      ...columns,
    })
    .returning();
  if (!order) throw new Error('no order was inserted');
  await query
    .insert(orderProducts)
    .values({ orderId: order.id, productId, planId, quantity: order.deviceQuantity, price: order.price });
  return order;
}

/**
 * An active, host-locked license for one device of `desktop` that never expires. Creates an order unless one is given.
 */
export async function insertLicense(
  database: Database,
  accountId: number,
  columns: Partial<typeof licenses.$inferInsert> = {},
): Promise<LicenseRow> {
  const { productId = 'desktop', planId = 'desktop-basic', licenseModel = 0, quantity = 1 } = columns;
  const orderId =
    columns.orderId ??
    (await insertOrder(database, accountId, { productId, planId, licenseModel, deviceQuantity: quantity })).id;
  const [license] = await database.query
    .insert(licenses)
    .values({
      accountId,
      number: `L-${unique()}`,
      serialNumber: createSerialNumber(),
      licenseModel,
      productId,
      planId,
      status: 1,
      trial: false,
      startsAt: new Date(),
      quantity,
      ...columns,
      orderId,
    })
    .returning();
  if (!license) throw new Error('no license was inserted');
  await database.query.update(orders).set({ licenseId: license.id }).where(eq(orders.id, orderId));
  return license;
}

/** A pending device of a license. Neither its status nor the license's counts are derived. */
export async function insertDevice(
  { query }: Database,
  license: Pick<LicenseRow, 'id' | 'accountId'>,
  columns: Partial<typeof devices.$inferInsert> = {},
): Promise<DeviceRow> {
  const [device] = await query
    .insert(devices)
    .values({
      accountId: license.accountId,
      licenseId: license.id,
      name: 'Front desk',
      hardwareId: unique(),
      status: 3,
      ...columns,
    })
    .returning();
  if (!device) throw new Error('no device was inserted');
  return device;
}

/** An event of a device, such as a release that counts. */
export async function insertDeviceEvent(
  { query }: Database,
  device: Pick<DeviceRow, 'id' | 'licenseId'>,
  columns: Partial<typeof deviceEvents.$inferInsert> & Pick<typeof deviceEvents.$inferInsert, 'kind'>,
): Promise<void> {
  await query.insert(deviceEvents).values({ deviceId: device.id, licenseId: device.licenseId, ...columns });
}
