import { z } from 'zod';
import { serialNumber } from '../serial-numbers.ts';
import {
  counters,
  defineCall,
  deviceName,
  fingerprints,
  hardwareId,
  licensedDevice,
  licensedLicense,
  reportId,
  request,
} from './call.ts';

const sessionId = z.uuid();

const opened = z.object({
  session: z.object({
    id: sessionId,
    /** The end of the lease, by the database's clock. */
    expiresAt: z.iso.datetime(),
    /** Null unless the lease is borrowed. */
    borrowedUntil: z.iso.datetime().nullable(),
  }),
  renewAfterSeconds: z.int().positive(),
  device: licensedDevice,
  license: licensedLicense,
});

/** Calls about leases of floating licenses. */
export const sessionCalls = {
  checkOut: defineCall({
    call: 'sessions',
    summary: 'Takes a seat of a floating license. The same request key returns the same session',
    token: 'any',
    body: request({
      serialNumber: serialNumber.optional(),
      hardwareId,
      name: deviceName.optional(),
      fingerprints: fingerprints.optional(),
      /** Created by the product for each start, so that a request may be repeated. */
      requestKey: z.string().regex(/^[!-~]{1,64}$/),
      /** Days of offline work. */
      borrowDays: z.int().min(1).max(365).optional(),
    }),
    response: opened,
    codes: [
      'LicenseUnknown',
      'LicenseAmbiguous',
      'LicenseNotActive',
      'LicenseFull',
      'DeviceBlocked',
      'TrialUsed',
      'NotFloating',
      'BorrowingNotAllowed',
      'ReleaseLimit',
    ],
  }),
  renew: defineCall({
    call: 'sessions/renewals',
    summary: 'Renews the lease of a session',
    token: 'any',
    body: request({ sessionId, counters: counters.optional(), reportId: reportId.optional() }),
    response: opened,
    codes: ['SessionEnded', 'LicenseNotActive', 'DeviceBlocked'],
  }),
  giveBack: defineCall({
    call: 'sessions/returns',
    summary: 'Ends a session. Repeating it changes nothing',
    token: 'any',
    body: request({ sessionId }),
    response: z.object({ returned: z.literal(true) }),
    codes: [],
  }),
};
