import type { Database } from '../../../core/db/database.ts';
import { recordUse } from '../../product-tokens/working-token.queries.ts';

/** A process records the use of a token at most this often, because thousands of devices share one. */
const recordIntervalMs = 60_000;
/** Tokens that are remembered. */
const maxTokens = 10_000;

/** Records when tokens were last used (TOK-8). */
export interface TokenUse {
  note(tokenId: number, use: { readonly version: string | null; readonly address: string | null }): Promise<void>;
}

export function createTokenUse({ query }: Database): TokenUse {
  const recordedAt = new Map<number, number>();
  return {
    async note(tokenId, { version, address }) {
      const now = performance.now();
      if (now - (recordedAt.get(tokenId) ?? Number.NEGATIVE_INFINITY) < recordIntervalMs || address === null) return;
      if (recordedAt.size >= maxTokens) recordedAt.clear();
      recordedAt.set(tokenId, now);
      await recordUse(query, tokenId, { version, address });
    },
  };
}
