import { z } from 'zod';
import { defineEndpoint } from '../api/endpoint.ts';
import { catalogId, rowId } from '../api/values.ts';

const isDone = z.boolean();

/** One of the first tasks of a new account. */
export const firstStep = z.discriminatedUnion('kind', [
  /** Choosing a plan; present while the account has none. */
  z.object({ kind: z.literal('plan'), isDone }),
  /** Opening the product's own address, or downloading the product there. */
  z.object({
    kind: z.literal('open'),
    isDone,
    productId: catalogId,
    productName: z.string(),
    url: z.string(),
    /** The purpose of the address; null if it only opens the product. */
    urlCaption: z.string().nullable(),
  }),
  /** Adding a device to the license. */
  z.object({ kind: z.literal('device'), isDone, licenseId: rowId, productName: z.string() }),
  /** Adding or inviting another user. */
  z.object({ kind: z.literal('people'), isDone }),
]);
export type FirstStep = z.infer<typeof firstStep>;

export const firstSteps = {
  list: defineEndpoint({
    method: 'GET',
    path: '/api/FirstSteps',
    summary: 'The first steps of a new account that the user may do; empty once they are completed or hidden',
    action: 'firstSteps.view',
    response: z.object({ items: z.array(firstStep).max(4) }),
  }),
  noteOpened: defineEndpoint({
    method: 'POST',
    path: '/api/FirstSteps/Opened',
    summary: "Records that a user of the account opened its product's own address",
    action: 'firstSteps.note',
    response: z.object({}),
  }),
  hide: defineEndpoint({
    method: 'DELETE',
    path: '/api/FirstSteps',
    summary: 'Hides the first steps from all users of the account permanently',
    action: 'firstSteps.hide',
    response: z.object({}),
  }),
};
