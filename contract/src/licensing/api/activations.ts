import { z } from 'zod';
import { rowId } from '../../api/values.ts';
import { serialNumber } from '../serial-numbers.ts';
import {
  counters,
  defineCall,
  deviceName,
  featureValues,
  fingerprints,
  hardwareId,
  licensedDevice,
  licensedLicense,
  offlineHours,
  reportId,
  request,
} from './call.ts';

/** Whether a product may continue, and if not, why. */
export const validationCodes = [
  'Valid',
  'DeviceUnknown',
  'DeviceReleased',
  'DeviceBlocked',
  'DeviceExceeded',
  'LicenseExpired',
  'LicenseCanceled',
  'LicensePending',
  'FeatureMissing',
  'SessionEnded',
] as const;
export type ValidationCode = (typeof validationCodes)[number];

const validation = z.object({
  valid: z.boolean(),
  code: z.enum(validationCodes),
  device: licensedDevice.optional(),
  license: licensedLicense.optional(),
  features: featureValues,
  offlineHours,
});

/** Calls of a product about its own device. */
export const activationCalls = {
  activate: defineCall({
    call: 'activations',
    summary: 'Puts a device on a host-locked license. Repeating it for the same device returns the same activation',
    token: 'any',
    body: request({
      serialNumber: serialNumber.optional(),
      hardwareId,
      name: deviceName.optional(),
      fingerprints: fingerprints.optional(),
      /** A device to evict, from the list in LicenseFull. */
      replaces: rowId.optional(),
    }),
    response: z.object({
      status: z.enum(['activated', 'already', 'recognized']),
      device: licensedDevice,
      license: licensedLicense,
      offlineHours,
    }),
    codes: [
      'LicenseUnknown',
      'LicenseAmbiguous',
      'LicenseNotActive',
      'LicenseFull',
      'DeviceUnknown',
      'DeviceBlocked',
      'TrialUsed',
      'ReleaseLimit',
      'HostLockedOnly',
    ],
  }),
  deactivate: defineCall({
    call: 'deactivations',
    summary: 'Releases the device with a hardware ID, or any device with a secret token. Repeating it changes nothing',
    token: 'any',
    body: request({
      serialNumber: serialNumber.optional(),
      /** For secret tokens only. */
      deviceId: rowId.optional(),
      /** The device on which the product runs. */
      hardwareId: hardwareId.optional(),
    }).refine(({ deviceId, hardwareId }) => (deviceId === undefined) !== (hardwareId === undefined)),
    response: z.object({ released: z.literal(true) }),
    codes: ['LicenseUnknown', 'LicenseAmbiguous', 'LicenseNotActive', 'DeviceUnknown', 'DeviceBlocked', 'ReleaseLimit'],
  }),
  validate: defineCall({
    call: 'validations',
    summary: 'Returns whether a device may run, and with which features',
    token: 'any',
    body: request({
      serialNumber: serialNumber.optional(),
      hardwareId,
      fingerprints: fingerprints.optional(),
      feature: z.object({ scope: z.string().min(1).max(100), name: z.string().min(1).max(100) }).optional(),
    }),
    response: validation,
    codes: ['LicenseUnknown', 'LicenseAmbiguous'],
  }),
  heartbeat: defineCall({
    call: 'heartbeats',
    summary: 'Does the same as a validation, and reports the usage since the last heartbeat',
    token: 'any',
    body: request({
      serialNumber: serialNumber.optional(),
      hardwareId,
      sessionId: z.uuid().optional(),
      counters: counters.optional(),
      /** Checks by the product since the last heartbeat; 1 if left out. */
      checks: z.int().nonnegative().max(1_000_000).optional(),
      reportId: reportId.optional(),
    }),
    response: validation,
    codes: ['LicenseUnknown', 'LicenseAmbiguous'],
  }),
  readFeatures: defineCall({
    call: 'features',
    summary: 'The features of a license',
    token: 'any',
    body: request({ serialNumber: serialNumber.optional() }),
    response: z.object({ license: licensedLicense, features: featureValues }),
    codes: ['LicenseUnknown', 'LicenseAmbiguous', 'LicenseNotActive'],
  }),
  evict: defineCall({
    call: 'evictions',
    summary: 'Releases another device, or ends its sessions, to free a seat',
    token: 'any',
    body: request({
      deviceId: rowId,
      /** The device that asks. Required with a public token. */
      for: z.object({ hardwareId }).optional(),
    }),
    response: z.object({ released: z.literal(true) }),
    codes: ['LicenseNotActive', 'DeviceUnknown', 'DeviceBlocked', 'ReleaseLimit'],
  }),
};

/** A device that could be evicted, as listed in `LicenseFull`. */
const evictable = z.object({
  id: rowId,
  name: z.string(),
  /** Null if the product never reported the device. */
  lastActivity: z.iso.datetime().nullable(),
  /**
   * Whether the device's lease is borrowed; ending a borrowed lease uses a release. Left out for host-locked
   * licenses.
   */
  isBorrowed: z.boolean().optional(),
});

/** `additionalData` of `LicenseFull`. */
export const licenseFullData = z.object({
  quantity: z.int().nonnegative(),
  /** At most 20, the longest unused first. */
  devices: z.array(evictable),
  /** Whether a release is left to evict one of them. */
  mayEvict: z.boolean(),
  releasesLeft: z.int().nonnegative(),
  /** When the next release comes back; null if all are left. */
  nextAt: z.iso.datetime().nullable(),
  /** The license's page in the portal. */
  portalUrl: z.url(),
});
export type LicenseFullData = z.infer<typeof licenseFullData>;
