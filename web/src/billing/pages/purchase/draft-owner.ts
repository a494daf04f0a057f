import { preloaded } from '../../../lib/preloaded.ts';
import type { DraftOwner } from '../../purchase/model/draft.ts';

/** The owner of stored unfinished choices: this user, in this account, for this product. */
export function draftOwner(productId: string): DraftOwner {
  const user = preloaded().user;
  return { accountId: user?.accountId ?? 0, userId: user?.id ?? 0, productId };
}
