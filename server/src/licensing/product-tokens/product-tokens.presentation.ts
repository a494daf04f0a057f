import type { ProductToken } from '@portico/contract';
import type { TokenRow } from './product-tokens.queries.ts';
import { lastDayOf, stateOf, typeOf } from './product-tokens.rules.ts';

/** Stand in place of what of a token is not stored. */
const hidden = '••••';

export interface Surroundings {
  readonly now: Date;
  readonly names: ReadonlyMap<number, { readonly name: string }>;
}

/** A token as the account sees it, without what opens anything (TOK-2). */
export function presentToken(row: TokenRow, { now, names }: Surroundings): ProductToken {
  const { lastUsedAt, lastVersion, lastAddress, disabledAt, leakReport, createdBy } = row;
  return {
    tokenId: row.id,
    token: row.prefix + hidden,
    name: row.name,
    created: row.createdAt.toISOString(),
    updated: row.updatedAt.toISOString(),
    expirationDate: lastDayOf(row.expiresAt),
    tokenType: typeOf(row.tokenType),
    state: stateOf(row, now),
    overlapEnds: row.overlapEndsAt?.toISOString() ?? null,
    disabled: disabledAt && { at: disabledAt.toISOString(), leakReport },
    lastUse:
      lastUsedAt && lastAddress !== null
        ? { at: lastUsedAt.toISOString(), version: lastVersion, address: lastAddress }
        : null,
    createdBy: createdBy === null ? null : (names.get(createdBy)?.name ?? null),
  };
}
