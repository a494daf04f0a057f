import type { Database } from '../../../core/db/database.ts';
import { noteUse } from '../../product-tokens/working-token.queries.ts';

/** Milliseconds after which a process notes the use of a token again: thousands of devices share one. */
const noteMilliseconds = 60_000;
/** Tokens that are remembered. */
const mostTokens = 10_000;

/** When tokens were last used (TOK-8). */
export interface TokenUse {
  note(tokenId: number, use: { readonly version: string | null; readonly address: string | null }): Promise<void>;
}

export function createTokenUse({ query }: Database): TokenUse {
  const notedAt = new Map<number, number>();
  return {
    async note(tokenId, { version, address }) {
      const now = performance.now();
      if (now - (notedAt.get(tokenId) ?? Number.NEGATIVE_INFINITY) < noteMilliseconds || address === null) return;
      if (notedAt.size >= mostTokens) notedAt.clear();
      notedAt.set(tokenId, now);
      await noteUse(query, tokenId, { version, address });
    },
  };
}
