import type { AttentionItem, contract, ResponseOf } from '@portico/contract';
import { product } from './screen.ts';

/** An open invoice whose card was declined, in place of any invoice. */
export const declinedPayment = {
  number: 'ACME-0042',
  productName: product.name,
  status: 'open',
  amount: 60_495,
  currency: 'usd',
  chargedPaymentMethodId: null,
  renews: true,
  lastTry: {
    at: '2026-11-20T10:00:00.000Z',
    paymentMethodId: null,
    card: { brand: 'visa', last4: '0341' },
    reason: null,
  },
  unsettled: null,
  hostedInvoiceUrl: null,
} as const;

const inMonths = (months: number) => new Date(Date.now() + months * 30 * 86_400_000).toISOString();

/** An open invoice for two devices, a draft, and the next invoice's items. */
export const pending = {
  items: [
    {
      stripeId: 'in_open',
      number: 'ACME-0042',
      description: `${product.plan}, 2 workstations`,
      productName: product.name,
      amountDue: 60_495,
      amountPaid: 10_000,
      amountRemaining: 50_495,
      currency: 'usd',
      status: 'open',
      accountName: 'Veriscan',
      created: '2026-11-20T10:00:00.000Z',
      dueDate: inMonths(1),
      hostedInvoiceUrl: 'https://pay.example/in_open',
    },
    {
      stripeId: 'in_draft',
      number: null,
      description: 'Training',
      productName: null,
      amountDue: 12_000,
      amountPaid: 0,
      amountRemaining: 12_000,
      currency: 'usd',
      status: 'draft',
      accountName: 'Veriscan',
      created: '2026-11-21T10:00:00.000Z',
      dueDate: null,
      hostedInvoiceUrl: null,
    },
  ],
  total: 2,
  totalPages: 1,
  page: 1,
  pageSize: 10,
  pendingItems: [
    {
      stripeId: 'ii_1',
      description: 'Setup of two sites',
      amount: 4_200,
      currency: 'usd',
      created: '2026-11-21T10:00:00.000Z',
    },
  ],
  pendingItemsTotal: 4_200,
} satisfies ResponseOf<typeof contract.invoices.listPending>;

/** A sent invoice that is due in a month. */
export const dueLater = {
  kind: 'unpaid',
  invoiceId: 'in_open',
  amount: 50_495,
  currency: 'usd',
  hostedInvoiceUrl: null,
  dueDate: inMonths(1),
  failedAt: null,
  nextAttempt: null,
  isLastAttempt: false,
  tries: 0,
  card: null,
  subscription: {
    subscriptionId: 1,
    productId: product.id,
    productName: product.name,
    planName: product.plan,
    hasEnded: false,
    quantity: 2,
    unit: { one: 'workstation', other: 'workstations' },
    worksUntil: null,
  },
} satisfies AttentionItem;
