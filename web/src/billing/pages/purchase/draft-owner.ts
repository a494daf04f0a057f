import { preloaded } from '../../../lib/preloaded.ts';
import type { DraftOwner } from '../../purchase/model/draft.ts';

/** Whose unfinished choices of a product are kept: the user's, in this account. */
export function draftOwner(productId: string): DraftOwner {
  const user = preloaded().user;
  return { accountId: user?.accountId ?? 0, userId: user?.id ?? 0, productId };
}
