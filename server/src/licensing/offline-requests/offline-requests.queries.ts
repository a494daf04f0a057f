import { and, desc, eq, exists, gt, inArray, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Queryable } from '../../core/db/database.ts';
import { offlineRequests } from '../../core/db/schema/offline-requests.gen.ts';

export type OfflineRequestRow = typeof offlineRequests.$inferSelect;

/** The earlier answer of a license to a request. */
export async function findAnswer(
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

/** Stores an answer. The answer to a repeated short code replaces the earlier one. */
export async function saveAnswer(on: Queryable, answered: typeof offlineRequests.$inferInsert): Promise<void> {
  const { answer, activationName, deviceId, userId } = answered;
  await on
    .insert(offlineRequests)
    .values(answered)
    .onConflictDoUpdate({
      target: [offlineRequests.licenseId, offlineRequests.nonce],
      set: { answer, activationName, deviceId, userId, createdAt: new Date() },
    });
}

/** The maximum number of activations that are compared with a proof. A device could still have any of them. */
const maxActivations = 20;

/** The activation files of a device, the newest first. */
export async function listActivationFiles(on: Queryable, deviceId: number): Promise<string[]> {
  const found = await on
    .select({ answer: offlineRequests.answer })
    .from(offlineRequests)
    .where(and(eq(offlineRequests.deviceId, deviceId), eq(offlineRequests.kind, 'activation')))
    .orderBy(desc(offlineRequests.id))
    .limit(maxActivations);
  return found.map(({ answer }) => answer);
}

/** The activations of a license that a proof code may name: nearly always one (OFF-6). */
export async function listByActivationName(
  on: Queryable,
  licenseId: number,
  activationName: string,
): Promise<Pick<OfflineRequestRow, 'deviceId' | 'answer'>[]> {
  return on
    .select({ deviceId: offlineRequests.deviceId, answer: offlineRequests.answer })
    .from(offlineRequests)
    .where(and(eq(offlineRequests.licenseId, licenseId), eq(offlineRequests.activationName, activationName)))
    .orderBy(desc(offlineRequests.id))
    .limit(maxActivations);
}

/**
 * Moves requests to the license that continues theirs. If several licenses answered the same request, the continuing
 * license's answer stays, otherwise the newest. The other answers get another nonce and keep their files, because a
 * device may have one (OFF-4).
 */
export async function moveOfflineRequests(on: Queryable, fromIds: readonly number[], toId: number): Promise<void> {
  const from = [...fromIds];
  const same = alias(offlineRequests, 'same');
  const counting = on
    .select({ id: same.id })
    .from(same)
    .where(
      and(
        eq(same.nonce, offlineRequests.nonce),
        or(eq(same.licenseId, toId), and(inArray(same.licenseId, from), gt(same.id, offlineRequests.id))),
      ),
    );
  await on
    .update(offlineRequests)
    .set({
      licenseId: toId,
      nonce: sql`case when ${exists(counting)} then ${offlineRequests.nonce} || ' ' || ${offlineRequests.id} else ${offlineRequests.nonce} end`,
    })
    .where(inArray(offlineRequests.licenseId, from));
}
