import { z } from 'zod';
import { listQuery, listSchema, utc } from '../api/values.ts';

/** An event of a timeline (INV-11). */
export const timelineEvent = z.object({
  stripeId: z.string(),
  /** Stripe's event type, such as charge.succeeded; Stripe may add others. */
  type: z.string(),
  /** In the user's language. */
  typeDescription: z.string(),
  created: utc,
});
export type TimelineEvent = z.infer<typeof timelineEvent>;

export const timelineQuery = listQuery(['created'], { sortField: 'created', order: 'desc', pageSize: 20 });
export const timeline = listSchema(timelineEvent);
