import type { Device, DeviceDetails, DeviceEvent, LicenseDevice, Locale } from '@portico/contract';
import { z } from 'zod';
import { nameProduct, type Product } from '../../catalog/index.ts';
import { formRevision } from '../../core/http/form-revision.ts';
import type { LicenseRow } from '../licenses/licenses.queries.ts';
import { countsAsRelease, type DeviceHolding } from '../releases/releases.rules.ts';
import type { ListedDevice, listDevicesOfLicense } from './devices.lists.queries.ts';
import type { DeviceEventRow, DeviceRow } from './devices.queries.ts';
import { isHardwareIdEditable } from './devices.rules.ts';

const productUsage = z.array(z.object({ name: z.string(), version: z.string() }));
const fingerprints = z.array(z.object({ name: z.string(), value: z.string() }));
/** The stored detail of an event. A replacement has the hardware ID of the new device. */
const eventDetail = z.object({ replacedBy: z.string().optional() });

export interface Naming {
  readonly products: ReadonlyMap<string, Product>;
  readonly locale: Locale;
}

export function presentDevice(row: ListedDevice, license: LicenseRow, { products, locale }: Naming): Device {
  return {
    id: row.id,
    name: row.name,
    hardwareId: row.hardwareId,
    ipAddress: row.ipAddress,
    comment: row.comment,
    status: row.status,
    assigned: row.assignedAt.toISOString(),
    updated: row.updatedAt.toISOString(),
    lastActivity: row.lastActivityAt?.toISOString() ?? null,
    licenseId: license.id,
    licenseNumber: license.number,
    licenseModel: license.licenseModel,
    productId: license.productId,
    productName: nameProduct(products, license.productId, locale),
  };
}

/** The values of the form that edits a device. */
export function editableDetails({ name, hardwareId, ipAddress, comment }: DeviceRow) {
  return { name, hardwareId, ipAddress: ipAddress ?? '', comment };
}

export function presentDetails(
  row: DeviceRow,
  license: LicenseRow,
  { naming, holding, activeSessions }: { naming: Naming; holding: DeviceHolding; activeSessions: number },
): DeviceDetails {
  return {
    ...presentDevice(row, license, naming),
    productUsage: presentUsage(row.productUsage, naming),
    fingerprints: fingerprints.parse(row.fingerprints),
    activeSessions,
    blockReason: row.blockReason,
    released: row.releasedAt?.toISOString() ?? null,
    releaseCounts: countsAsRelease(row, license, holding),
    hardwareIdEditingAllowed: isHardwareIdEditable(row),
    revision: formRevision(editableDetails(row)),
  };
}

/** The products that a device reported, by name. A product may report its id instead of its name. */
function presentUsage(reported: unknown, { products, locale }: Naming) {
  return productUsage
    .parse(reported)
    .map(({ name, version }) => ({ name: nameProduct(products, name, locale), version }));
}

export function presentLicenseDevice(
  row: Awaited<ReturnType<typeof listDevicesOfLicense>>[number],
  license: Pick<LicenseRow, 'licenseModel'>,
  { naming, holding, activeSessions }: { naming: Naming; holding: DeviceHolding; activeSessions: number },
): LicenseDevice {
  return {
    id: row.id,
    name: row.name,
    hardwareId: row.hardwareId,
    status: row.status,
    assigned: row.assignedAt.toISOString(),
    lastActivity: row.lastActivityAt?.toISOString() ?? null,
    comment: row.comment,
    productUsage: presentUsage(row.productUsage, naming),
    activeSessions,
    releaseCounts: countsAsRelease(row, license, holding),
  };
}

export function presentEvent(row: DeviceEventRow, userNames: ReadonlyMap<number, string>): DeviceEvent {
  return {
    id: row.id,
    deviceId: row.deviceId,
    deviceName: row.deviceName,
    kind: row.kind,
    at: row.at.toISOString(),
    by: row.userId === null ? null : (userNames.get(row.userId) ?? null),
    byOperator: row.actingUserId !== null,
    reason: row.reason,
    replacedBy: eventDetail.parse(row.detail).replacedBy ?? null,
  };
}
