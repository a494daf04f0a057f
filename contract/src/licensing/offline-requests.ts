import { z } from 'zod';
import { defineEndpoint } from '../api/endpoint.ts';
import { rowId, rowIdParameter } from '../api/values.ts';
import { longestOfflineRequest } from './offline-request-limits.ts';

/** The result of an offline device's request. */
const answeredRequest = z.object({
  kind: z.enum(['activation', 'deactivation']),
  /** `released` is for a deactivation, the others for an activation. */
  status: z.enum(['activated', 'already', 'recognized', 'released']),
  deviceId: rowId,
  deviceName: z.string(),
  hardwareId: z.string(),
  /** The text of the activation file; null for a deactivation. */
  file: z.string().nullable(),
});
export type AnsweredRequest = z.infer<typeof answeredRequest>;

/** Requests of offline devices, which a user brings to the portal (OFF-1). */
export const offlineRequests = {
  answer: defineEndpoint({
    method: 'POST',
    path: '/api/Licenses/{id}/OfflineRequests',
    summary: 'Answers the request of an offline device: with its activation file, or by releasing the device',
    action: 'devices.manage',
    params: z.object({ id: rowIdParameter }),
    body: z.object({
      /** The text of a request file, a short code or a proof code. */
      request: z.string().trim().min(1).max(longestOfflineRequest),
    }),
    response: answeredRequest,
    errors: ['Conflict', 'LicenseFull', 'LicenseNotActive', 'ReleaseLimit'],
  }),
};
