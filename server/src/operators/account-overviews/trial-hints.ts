import type { AccountOverview, Locale } from '@portico/contract';
import { findAccountNames, findAccountsByCustomers, listSharedMailboxes } from '../../accounts/index.ts';
import { findTrialsOfAccounts, listSameCards } from '../../billing/index.ts';
import { type Catalog, nameProduct } from '../../catalog/index.ts';
import type { Database, Queryable } from '../../core/db/database.ts';
import { listRepeatedTrials } from '../../licensing/index.ts';

/** Shared cards and mailboxes that are compared. */
const maxCompared = 100;

type TrialHints = Pick<AccountOverview, 'repeatedTrials' | 'sharedCards' | 'sharedMailboxes'>;

interface HintedAccount {
  readonly accountId: number;
  readonly customerId: string | null;
}

/** What an account has in common with other accounts: machines and cards of trials, and mailboxes (TRL-11, TRL-12). */
export async function presentTrialHints(
  context: { readonly database: Database; readonly catalog: Pick<Catalog, 'findProducts'>; readonly locale: Locale },
  account: HintedAccount,
): Promise<TrialHints> {
  const on = context.database.query;
  const [trials, cards, mailboxes, products] = await Promise.all([
    listRepeatedTrials(on, account.accountId),
    listSharedCards(on, account),
    listSharedMailboxes(on, account.accountId, maxCompared),
    context.catalog.findProducts(),
  ]);
  const ids = [...trials, ...cards, ...mailboxes].map(({ otherAccountId }) => otherAccountId);
  const names = await findAccountNames(on, [...new Set(ids)]);
  const present = <Hint extends { readonly otherAccountId: number }>({ otherAccountId, ...hint }: Hint) => ({
    ...hint,
    account: { id: otherAccountId, name: names.get(otherAccountId) ?? '' },
  });
  const presentOfProduct = <Hint extends { readonly otherAccountId: number; readonly productId: string }>(
    hint: Hint,
  ) => ({
    ...present(hint),
    productName: nameProduct(products, hint.productId, context.locale),
  });
  return {
    repeatedTrials: trials.map(presentOfProduct),
    sharedCards: cards.map(presentOfProduct),
    sharedMailboxes: mailboxes.map(present),
  };
}

/** Cards behind trials of the same product in this account and another one. */
async function listSharedCards(on: Queryable, { accountId, customerId }: HintedAccount) {
  const cards = customerId === null ? [] : await listSameCards(on, customerId, maxCompared);
  if (cards.length === 0) return [];
  const accounts = await findAccountsByCustomers(
    on,
    cards.map(({ otherCustomerId }) => otherCustomerId),
  );
  const trials = await findTrialsOfAccounts(on, [accountId, ...accounts.values()]);
  const own = [...(trials.get(accountId) ?? [])];
  return cards.flatMap(({ otherCustomerId, brand, last4 }) => {
    const otherAccountId = accounts.get(otherCustomerId);
    if (otherAccountId === undefined || otherAccountId === accountId) return [];
    const both = own.filter((productId) => trials.get(otherAccountId)?.has(productId));
    return both.map((productId) => ({ brand, last4, productId, otherAccountId }));
  });
}
