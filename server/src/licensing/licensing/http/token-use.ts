import { createBatches, runSeparatelyOnDataError } from '../../../core/db/batches.ts';
import { type Database, retryOnConflict } from '../../../core/db/database.ts';
import { recordUses, type TokenUse } from '../../product-tokens/working-token.queries.ts';

/** A process records the use of a token at most this often, because thousands of devices share one. */
const recordIntervalMs = 60_000;
/** Tokens that are remembered. */
const maxTokens = 10_000;
const limits = { maxItems: 100, atOnce: 2, maxWait: 10 };

/** Records when tokens were last used (TOK-8). */
export interface TokenUses {
  note(tokenId: number, use: { readonly version: string | null; readonly address: string | null }): Promise<void>;
}

export function createTokenUses({ query }: Database): TokenUses {
  const recordedAt = new Map<number, number>();
  const record = createBatches<TokenUse, void>(
    (uses) =>
      runSeparatelyOnDataError(uses, async (some) => {
        await retryOnConflict(() => recordUses(query, some));
        return some.map(() => undefined);
      }),
    limits,
  );
  return {
    async note(tokenId, { version, address }) {
      const now = performance.now();
      if (now - (recordedAt.get(tokenId) ?? Number.NEGATIVE_INFINITY) < recordIntervalMs || address === null) return;
      if (recordedAt.size >= maxTokens) recordedAt.clear();
      recordedAt.set(tokenId, now);
      await record({ tokenId, version, address });
    },
  };
}
