import { and, desc, eq, inArray } from 'drizzle-orm';
import type { Queryable } from '../../db/database.ts';
import { offlineRequests } from '../../db/schema/offline-requests.gen.ts';

export type OfflineRequestRow = typeof offlineRequests.$inferSelect;

/** What a license answered to a request before. */
export async function findAnswered(
  on: Queryable,
  licenseId: number,
  nonce: string,
): Promise<OfflineRequestRow | undefined> {
  const [found] = await on
    .select()
    .from(offlineRequests)
    .where(and(eq(offlineRequests.licenseId, licenseId), eq(offlineRequests.nonce, nonce)));
  return found;
}

/** Keeps an answer. That of a short code, which asks again, takes the place of the former one. */
export async function keepAnswer(on: Queryable, answered: typeof offlineRequests.$inferInsert): Promise<void> {
  const { answer, deviceId, userId } = answered;
  await on
    .insert(offlineRequests)
    .values(answered)
    .onConflictDoUpdate({
      target: [offlineRequests.licenseId, offlineRequests.nonce],
      set: { answer, deviceId, userId, createdAt: new Date() },
    });
}

/** Activations that are looked at for a proof: those that a device could still have. */
const mostActivations = 20;

/** The activation files of a device, the newest first. */
export async function listActivationFiles(on: Queryable, deviceId: number): Promise<string[]> {
  const found = await on
    .select({ answer: offlineRequests.answer })
    .from(offlineRequests)
    .where(and(eq(offlineRequests.deviceId, deviceId), eq(offlineRequests.kind, 'activation')))
    .orderBy(desc(offlineRequests.id))
    .limit(mostActivations);
  return found.map(({ answer }) => answer);
}

/** Moves the requests of licenses to the license that continues them. */
export async function moveOfflineRequests(on: Queryable, fromIds: readonly number[], toId: number): Promise<void> {
  await on
    .update(offlineRequests)
    .set({ licenseId: toId })
    .where(inArray(offlineRequests.licenseId, [...fromIds]));
}
