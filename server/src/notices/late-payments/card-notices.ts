import type { Locale } from '@portico/contract';
import { millisecondsInDay } from 'date-fns/constants';
import { findAccountsOfCustomers } from '../../accounts/index.ts';
import {
  type CardUse,
  findChargedCards,
  findDefaultPaymentMethods,
  listCardsExpiring,
  listCardUsesOfAccounts,
  listRenewalsAhead,
} from '../../billing/index.ts';
import { nameProduct, type Product } from '../../catalog/index.ts';
import { brandName, intlLocales } from '../../core/messages/index.ts';
import type { LatePaymentsContext } from './late-payments.context.ts';
import { findTold, insertNotice } from './notices.queries.ts';
import { type Month, missingCardDays, monthsThatEndSoon, renewalsOf } from './notices.rules.ts';
import { tellPayers } from './tell.ts';

/** Cards or renewals that are looked at together. */
const batchSize = 200;

type Products = ReadonlyMap<string, Product>;
type Card = Awaited<ReturnType<typeof listCardsExpiring>>[number];

/** Tells accounts of cards that expire within a month, and of renewals without a card (LATE-5). */
export async function tellOfCards(context: LatePaymentsContext, now: Date): Promise<void> {
  const products = await context.catalog.findProducts();
  for (const month of monthsThatEndSoon(now)) await tellOfExpiringCards(context, month, products);
  await tellOfMissingCards(context, products, now);
}

async function tellOfExpiringCards(context: LatePaymentsContext, month: Month, products: Products): Promise<void> {
  const on = context.database.query;
  for (let after = ''; ; ) {
    const cards = await listCardsExpiring(on, month, after, batchSize);
    await tellOfBatch(context, cards, products);
    const last = cards.at(-1);
    if (!last || cards.length < batchSize) return;
    after = last.id;
  }
}

async function tellOfBatch(context: LatePaymentsContext, cards: readonly Card[], products: Products): Promise<void> {
  const on = context.database.query;
  const customerIds = cards.map(({ customerId }) => customerId ?? '');
  const [accounts, defaults, told] = await Promise.all([
    findAccountsOfCustomers(on, customerIds),
    findDefaultPaymentMethods(on, customerIds),
    findTold(on, 'cardExpires', cards.map(subjectOf)),
  ]);
  const uses = Map.groupBy(await listCardUsesOfAccounts(on, [...accounts.values()]), ({ accountId }) => accountId);
  for (const card of cards) {
    const accountId = accounts.get(card.customerId ?? '');
    if (accountId === undefined || told.has(subjectOf(card))) continue;
    const paid = renewalsOf(uses.get(accountId) ?? [], card.id, defaults.get(card.customerId ?? '') ?? null);
    if (paid.length > 0) await tellOfCard(context, { card, accountId, paid }, products);
  }
}

/** A card that was renewed in place has another month, and is told of again. */
function subjectOf({ id, expMonth, expYear }: Card): string {
  return `${id} ${expYear}-${expMonth}`;
}

async function tellOfCard(
  context: LatePaymentsContext,
  { card, accountId, paid }: { card: Card; accountId: number; paid: readonly CardUse[] },
  products: Products,
): Promise<void> {
  const [only] = paid.length === 1 ? paid : [];
  await context.database.transaction(async (transaction) => {
    const isNew = await insertNotice(transaction, { accountId, kind: 'cardExpires', subject: subjectOf(card) });
    if (!isNew) return;
    await tellPayers(context, transaction, accountId, 'cardExpires', (locale) => ({
      card: `${brandName(card.brand)} •••• ${card.last4}`,
      expiry: `${String(card.expMonth).padStart(2, '0')}/${card.expYear}`,
      productNames: listNames(paid, products, locale),
      path: only ? subscriptionPath(only.productId, only.subscriptionId) : '/Billing',
    }));
  });
}

function listNames(uses: readonly CardUse[], products: Products, locale: Locale): string {
  const names = new Set(uses.map(({ productId }) => nameProduct(products, productId, locale)));
  return new Intl.ListFormat(intlLocales[locale]).format(names);
}

const subscriptionPath = (productId: string, id: number) => `/Products/${productId}/Subscription/${id}`;

type Renewal = Awaited<ReturnType<typeof listRenewalsAhead>>[number];

async function tellOfMissingCards(context: LatePaymentsContext, products: Products, now: Date): Promise<void> {
  const on = context.database.query;
  const until = new Date(now.getTime() + missingCardDays * millisecondsInDay);
  for (let after: Renewal | undefined; ; ) {
    const renewals = await listRenewalsAhead(on, now, until, batchSize, after);
    const cards = await findChargedCards(on, renewals);
    const without = renewals.filter(({ isSent, trial }, index) => cards[index] === undefined && !isSent && !trial);
    const told = await findTold(on, 'cardMissing', without.map(chargeOf));
    for (const renewal of without) {
      if (!told.has(chargeOf(renewal))) await tellOfMissingCard(context, renewal, products);
    }
    after = renewals.at(-1);
    if (renewals.length < batchSize) return;
  }
}

/** One charge of a subscription. */
const chargeOf = ({ id, at }: Renewal) => `${id} ${at.toISOString()}`;

async function tellOfMissingCard(context: LatePaymentsContext, renewal: Renewal, products: Products): Promise<void> {
  const { id, accountId, productId, at } = renewal;
  await context.database.transaction(async (transaction) => {
    if (!(await insertNotice(transaction, { accountId, kind: 'cardMissing', subject: chargeOf(renewal) }))) return;
    await tellPayers(context, transaction, accountId, 'cardMissing', (locale) => ({
      productName: nameProduct(products, productId, locale),
      chargedAt: at.toISOString(),
      path: subscriptionPath(productId, id),
    }));
  });
}
