import { z } from 'zod';
import { day, listSchema } from '../../api/values.ts';
import { serialNumber } from '../serial-numbers.ts';
import { defineCall, licensedDevice, request } from './call.ts';

const dayMilliseconds = 86_400_000;
/** Maximum length of a range, in days. */
const maxDays = 730;

const usageDay = z.object({
  /** UTC, `YYYY-MM-DD`. */
  day: z.iso.date(),
  checks: z.int().nonnegative(),
  refusals: z.int().nonnegative(),
  /** Devices that were seen. */
  devices: z.int().nonnegative(),
  activations: z.int().nonnegative(),
  deactivations: z.int().nonnegative(),
  peakSessions: z.int().nonnegative(),
  /** Sums of the counters from heartbeats and renewals, by name. */
  counters: z.record(z.string(), z.int().nonnegative()),
});
export type UsageDay = z.infer<typeof usageDay>;

/** Calls of the vendor's or the customer's servers. */
export const reportCalls = {
  listDevices: defineCall({
    call: 'devices/list',
    summary: 'The devices of a license that are not released',
    token: 'secret',
    body: request({
      serialNumber: serialNumber.optional(),
      page: z.int().min(1).max(1_000_000).default(1),
      pageSize: z.int().min(1).max(100).default(20),
    }),
    response: listSchema(licensedDevice.extend({ lastActivity: z.iso.datetime().nullable() })),
    codes: ['LicenseUnknown', 'LicenseAmbiguous'],
  }),
  readUsage: defineCall({
    call: 'usage/read',
    summary: 'The reported usage of a license by day',
    token: 'secret',
    body: request({ serialNumber: serialNumber.optional(), from: day, to: day }).refine(
      ({ from, to }) => from <= to && Date.parse(to) - Date.parse(from) < maxDays * dayMilliseconds,
      { path: ['to'] },
    ),
    response: z.object({ days: z.array(usageDay) }),
    codes: ['LicenseUnknown', 'LicenseAmbiguous'],
  }),
};
