import type { Locale } from '@portico/contract';
import { millisecondsInDay } from 'date-fns/constants';
import { findAccountsOfCustomers, mailAccountAdmins } from '../../accounts/index.ts';
import {
  type CardUse,
  findChargedCards,
  findDefaultPaymentMethods,
  listExpiringCards,
  listCardUsesOfAccounts,
  listUpcomingRenewals,
} from '../../billing/index.ts';
import { nameProduct, type Product } from '../../catalog/index.ts';
import { inBatches } from '../../core/db/in-batches.ts';
import { brandName, intlLocales } from '../../core/messages/index.ts';
import type { LatePaymentsContext } from './late-payments.context.ts';
import { findTold, insertNotice } from './notices.queries.ts';
import { type Month, missingCardDays, monthsThatEndSoon, renewalsOf } from './notices.rules.ts';

/** Cards or renewals that are looked at together. */
const batchSize = 200;

type Products = ReadonlyMap<string, Product>;
type Card = Awaited<ReturnType<typeof listExpiringCards>>[number];

/** Mails accounts whose cards expire within a month, or whose renewals have no card (LATE-5). */
export async function sendCardExpiryNotices(context: LatePaymentsContext, now: Date): Promise<void> {
  const products = await context.catalog.findProducts();
  for (const month of monthsThatEndSoon(now)) await sendExpiringCards(context, month, products);
  await sendMissingCards(context, products, now);
}

async function sendExpiringCards(context: LatePaymentsContext, month: Month, products: Products): Promise<void> {
  const on = context.database.query;
  const batches = inBatches<Card>(batchSize, (after) => listExpiringCards(on, month, after?.id ?? '', batchSize));
  for await (const cards of batches) await sendBatch(context, cards, products);
}

async function sendBatch(context: LatePaymentsContext, cards: readonly Card[], products: Products): Promise<void> {
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
    if (paid.length > 0) await sendExpiringCard(context, { card, accountId, paid }, products);
  }
}

/** A card that was renewed in place has another month, and is told of again. */
function subjectOf({ id, expMonth, expYear }: Card): string {
  return `${id} ${expYear}-${expMonth}`;
}

async function sendExpiringCard(
  context: LatePaymentsContext,
  { card, accountId, paid }: { card: Card; accountId: number; paid: readonly CardUse[] },
  products: Products,
): Promise<void> {
  const [only] = paid.length === 1 ? paid : [];
  await context.database.transaction(async (transaction) => {
    const isNew = await insertNotice(transaction, { accountId, kind: 'cardExpires', subject: subjectOf(card) });
    if (!isNew) return;
    await mailAccountAdmins(context, transaction, accountId, ({ locale }) => ({
      template: 'cardExpires',
      data: {
        card: `${brandName(card.brand)} •••• ${card.last4}`,
        expiry: `${String(card.expMonth).padStart(2, '0')}/${card.expYear}`,
        productNames: listNames(paid, products, locale),
        path: only ? subscriptionPath(only.productId, only.subscriptionId) : '/Billing',
      },
    }));
  });
}

function listNames(uses: readonly CardUse[], products: Products, locale: Locale): string {
  const names = new Set(uses.map(({ productId }) => nameProduct(products, productId, locale)));
  return new Intl.ListFormat(intlLocales[locale]).format(names);
}

const subscriptionPath = (productId: string, id: number) => `/Products/${productId}/Subscription/${id}`;

type Renewal = Awaited<ReturnType<typeof listUpcomingRenewals>>[number];

async function sendMissingCards(context: LatePaymentsContext, products: Products, now: Date): Promise<void> {
  const on = context.database.query;
  const until = new Date(now.getTime() + missingCardDays * millisecondsInDay);
  const batches = inBatches<Renewal>(batchSize, (after) => listUpcomingRenewals(on, now, until, batchSize, after));
  for await (const renewals of batches) {
    const cards = await findChargedCards(on, renewals);
    const without = renewals.filter(({ isSent, trial }, index) => cards[index] === undefined && !isSent && !trial);
    const told = await findTold(on, 'cardMissing', without.map(chargeOf));
    for (const renewal of without) {
      if (!told.has(chargeOf(renewal))) await sendMissingCard(context, renewal, products);
    }
  }
}

/** One charge of a subscription. */
const chargeOf = ({ id, at }: Renewal) => `${id} ${at.toISOString()}`;

async function sendMissingCard(context: LatePaymentsContext, renewal: Renewal, products: Products): Promise<void> {
  const { id, accountId, productId, at } = renewal;
  await context.database.transaction(async (transaction) => {
    if (!(await insertNotice(transaction, { accountId, kind: 'cardMissing', subject: chargeOf(renewal) }))) return;
    await mailAccountAdmins(context, transaction, accountId, ({ locale }) => ({
      template: 'cardMissing',
      data: {
        productName: nameProduct(products, productId, locale),
        chargedAt: at.toISOString(),
        path: subscriptionPath(productId, id),
      },
    }));
  });
}
