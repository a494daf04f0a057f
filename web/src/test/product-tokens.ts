import type { ProductToken } from '@portico/contract';

/** A secret token in use, without an expiry. */
export function makeToken(change: Partial<ProductToken> = {}): ProductToken {
  return {
    tokenId: 7,
    token: 'pts_Lw72Hd••••',
    name: 'Nightly export',
    created: '2026-08-24T10:00:00.000Z',
    updated: '2026-08-24T10:00:00.000Z',
    expirationDate: '9999-01-01',
    tokenType: 'Secret',
    state: 'active',
    overlapEnds: null,
    disabled: null,
    lastUse: null,
    createdBy: 'Avery Stone',
    ...change,
  };
}
