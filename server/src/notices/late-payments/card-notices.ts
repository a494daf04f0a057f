import { type Locale, paths } from '@portico/contract';
import { millisecondsInDay } from 'date-fns/constants';
import { findAccountsByCustomers, mailAccountAdmins } from '../../accounts/index.ts';
import {
  type CardUse,
  findChargedCards,
  findDefaultPaymentMethods,
  listCardUsesOfAccounts,
  listExpiringCards,
  listUpcomingRenewals,
} from '../../billing/index.ts';
import { nameProduct, type Product } from '../../catalog/index.ts';
import { inBatches } from '../../core/db/in-batches.ts';
import { cardText, intlLocales } from '../../core/messages/index.ts';
import type { LatePaymentsContext } from './late-payments.context.ts';
import { findSentNotices, insertNotice } from './notices.queries.ts';
import { findRenewalsOfCard, listExpiringMonths, type Month, missingCardDays } from './notices.rules.ts';

const batchSize = 200;

type Products = ReadonlyMap<string, Product>;
type Card = Awaited<ReturnType<typeof listExpiringCards>>[number];

/** Mails accounts whose cards expire within a month, or whose renewals have no card (LATE-5). */
export async function sendCardExpiryNotices(context: LatePaymentsContext, now: Date): Promise<void> {
  const products = await context.catalog.findProducts();
  for (const month of listExpiringMonths(now)) await sendExpiringCards(context, month, products);
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
  const [accounts, defaults, sent] = await Promise.all([
    findAccountsByCustomers(on, customerIds),
    findDefaultPaymentMethods(on, customerIds),
    findSentNotices(on, 'cardExpires', cards.map(cardSubject)),
  ]);
  const uses = Map.groupBy(await listCardUsesOfAccounts(on, [...accounts.values()]), ({ accountId }) => accountId);
  for (const card of cards) {
    const accountId = accounts.get(card.customerId ?? '');
    if (accountId === undefined || sent.has(cardSubject(card))) continue;
    const paid = findRenewalsOfCard(uses.get(accountId) ?? [], card.id, defaults.get(card.customerId ?? '') ?? null);
    if (paid.length > 0) await sendExpiringCard(context, { card, accountId, paid }, products);
  }
}

/** Contains the expiry month, so that a card that was renewed in place gets a new notice. */
function cardSubject({ id, expMonth, expYear }: Card): string {
  return `${id} ${expYear}-${expMonth}`;
}

async function sendExpiringCard(
  context: LatePaymentsContext,
  { card, accountId, paid }: { card: Card; accountId: number; paid: readonly CardUse[] },
  products: Products,
): Promise<void> {
  await context.database.transaction(async (transaction) => {
    const isNew = await insertNotice(transaction, { accountId, kind: 'cardExpires', subject: cardSubject(card) });
    if (!isNew) return;
    await mailAccountAdmins(context, transaction, accountId, ({ locale }) => ({
      template: 'cardExpires',
      data: {
        card: cardText(card.brand, card.last4),
        expiry: `${String(card.expMonth).padStart(2, '0')}/${card.expYear}`,
        productNames: listNames(paid, products, locale),
        path: `${paths.billing}?replaceCard=${card.id}`,
      },
    }));
  });
}

function listNames(uses: readonly CardUse[], products: Products, locale: Locale): string {
  const names = new Set(uses.map(({ productId }) => nameProduct(products, productId, locale)));
  return new Intl.ListFormat(intlLocales[locale]).format(names);
}

/** The address without the product, because the pages of a disabled product redirect (CAT-22). */
const subscriptionPath = (id: number) => paths.subscription.replace('$id', String(id));

type Renewal = Awaited<ReturnType<typeof listUpcomingRenewals>>[number];

async function sendMissingCards(context: LatePaymentsContext, products: Products, now: Date): Promise<void> {
  const on = context.database.query;
  const until = new Date(now.getTime() + missingCardDays * millisecondsInDay);
  const batches = inBatches<Renewal>(batchSize, (after) => listUpcomingRenewals(on, now, until, batchSize, after));
  for await (const renewals of batches) {
    const cards = await findChargedCards(on, renewals);
    const without = renewals.filter(({ isSent, trial }, index) => cards[index] === undefined && !isSent && !trial);
    const sent = await findSentNotices(on, 'cardMissing', without.map(chargeSubject));
    for (const renewal of without) {
      if (!sent.has(chargeSubject(renewal))) await sendMissingCard(context, renewal, products);
    }
  }
}

const chargeSubject = ({ id, at }: Renewal) => `${id} ${at.toISOString()}`;

async function sendMissingCard(context: LatePaymentsContext, renewal: Renewal, products: Products): Promise<void> {
  const { id, accountId, productId, at } = renewal;
  await context.database.transaction(async (transaction) => {
    if (!(await insertNotice(transaction, { accountId, kind: 'cardMissing', subject: chargeSubject(renewal) }))) return;
    await mailAccountAdmins(context, transaction, accountId, ({ locale }) => ({
      template: 'cardMissing',
      data: {
        productName: nameProduct(products, productId, locale),
        chargedAt: at.toISOString(),
        path: subscriptionPath(id),
      },
    }));
  });
}
