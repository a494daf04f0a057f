import type { Device, DeviceDetails, LicenseDetails, LicenseDevice } from '@portico/contract';

/** An active license of Desktop with three seats, two of them in use. */
export function makeLicense(change: Partial<LicenseDetails> = {}): LicenseDetails {
  return {
    id: 7,
    number: 'LI-7',
    serialNumber: 'ABCDEFGHIJKLMNOP',
    licenseModel: 0,
    orderId: 5,
    orderNumber: 'OR-5',
    orderDate: '2026-01-01T12:00:00.000Z',
    expirationDate: '2099-01-01T12:00:00.000Z',
    isExpired: false,
    status: 1,
    trial: false,
    products: [{ productId: 'desktop', name: 'Desktop', version: null, quantity: 3 }],
    planName: 'Professional',
    hardwareIdQuantity: 3,
    usedHardwareIdQuantity: 2,
    exceededHardwareIdQuantity: 0,
    isDownloadAvailable: true,
    subscriptionId: 9,
    startDate: '2026-01-01T12:00:00.000Z',
    isPaymentDue: false,
    renews: true,
    endsSoon: false,
    devices: { active: 2, pending: 0, blocked: 0, exceeded: 0, canceled: 0 },
    releases: { allowed: 3, left: 2, nextAt: '2026-12-03T12:00:00.000Z' },
    signingKeyId: '2026-09',
    ...change,
  };
}

/** A device of that license in the license's list: active, not recently seen. */
export function makeLicenseDevice(change: Partial<LicenseDevice> = {}): LicenseDevice {
  return {
    id: 1,
    name: 'FRONT-DESK',
    hardwareId: '7C1E9A40B2D5F6',
    status: 0,
    assigned: '2026-01-02T12:00:00.000Z',
    lastActivity: '2026-11-01T12:00:00.000Z',
    comment: 'Lobby',
    productUsage: [{ name: 'Desktop', version: '5.4.1' }],
    activeSessions: 0,
    releaseCounts: true,
    ...change,
  };
}

/** The device of `makeLicenseDevice`, as in the account's list. */
export function makeDevice(change: Partial<Device> = {}): Device {
  const { productUsage: _usage, activeSessions: _sessions, releaseCounts: _counts, ...device } = makeLicenseDevice();
  return {
    ...device,
    ipAddress: '10.0.4.2',
    updated: '2026-11-01T12:00:00.000Z',
    licenseId: 7,
    licenseNumber: 'LI-7',
    licenseModel: 0,
    productId: 'desktop',
    productName: 'Desktop',
    ...change,
  };
}

/** The device of `makeLicenseDevice`, as on its own page. */
export function makeDeviceDetails(change: Partial<DeviceDetails> = {}): DeviceDetails {
  const { productUsage, activeSessions, releaseCounts } = makeLicenseDevice();
  return {
    ...makeDevice(),
    productUsage,
    activeSessions,
    releaseCounts,
    fingerprints: [],
    blockReason: null,
    released: null,
    hardwareIdEditingAllowed: false,
    revision: 'seen',
    ...change,
  };
}
