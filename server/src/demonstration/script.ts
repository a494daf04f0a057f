import type { Duration } from 'date-fns';
import type { Actions } from './actions.ts';

/** The step that marks an installation that gets a history. */
export const historyWanted = 'demonstration history wanted';

/** The user whose account gets the history. */
export const historyOwner = 'owner@acme.example';

/** The operator who entered the sale outside of Stripe. */
export const demoOperator = 'operator@portico.example';

/** The length of the history: fourteen months of renewals, and some days after the last renewal. */
export const historyLength: Duration = { months: 14, days: 5 };

interface DemoScene {
  /** Time since the beginning. Each scene has a moment of its own, in order, because the clock's time is the only record of progress. */
  readonly after: Duration;
  readonly run: (actions: Actions) => Promise<void>;
}

const headquarters = {
  name: 'Acme Security',
  address: { line1: '1301 Second Avenue', city: 'Seattle', state: 'WA', postalCode: '98101', country: 'US' },
} as const;

const cloud = 'veriscan-cloud';
const sdk = 'parsing-sdk';
const forensics = 'document-forensics';
const ageCheck = 'age-check';

/** Cards by their last digits. The bank declines every charge of the second card. */
const firstCard = '4242';
const decliningCard = '0341';
const newCard = '4444';

/**
 * Acme Security's first months as a customer. Leaves open an unpaid renewal, a canceled subscription and an expiring card (DEMO-9), and leaves Veriscan
 * Desktop to the user who tries the demo.
 */
export const demoScript: readonly DemoScene[] = [
  {
    after: {},
    run: async (acme) => {
      await acme.addCard({ token: 'tok_visa', last4: firstCard });
      await acme.buy({
        productId: cloud,
        planId: 'veriscan-cloud-team',
        priceId: 'veriscan-cloud-team-monthly',
        quantity: 3,
        coupon: 'WELCOME20',
        card: firstCard,
        address: headquarters,
      });
    },
  },
  {
    after: { months: 1, days: 2 },
    run: (acme) =>
      acme.buy({
        productId: sdk,
        planId: 'parsing-sdk-production',
        priceId: 'parsing-sdk-production-yearly',
        quantity: 2,
        card: firstCard,
      }),
  },
  {
    after: { months: 2, days: 3 },
    run: (acme) =>
      acme.buy({
        productId: cloud,
        planId: 'veriscan-cloud-team',
        priceId: 'veriscan-cloud-team-monthly',
        quantity: 5,
        card: firstCard,
      }),
  },
  {
    after: { months: 2, days: 10 },
    run: (acme) =>
      acme.buy({
        productId: forensics,
        planId: 'document-forensics-basic',
        priceId: 'document-forensics-basic-monthly',
        quantity: 1,
        card: firstCard,
      }),
  },
  {
    after: { months: 3, days: 25 },
    run: (acme) =>
      acme.cancel(forensics, { reason: 'unused', comment: 'Two doubtful documents in two months. We will be back.' }),
  },
  {
    after: { months: 5, days: 12 },
    run: (acme) =>
      acme.buy({
        productId: cloud,
        planId: 'veriscan-cloud-business',
        priceId: 'veriscan-cloud-business-monthly',
        quantity: 5,
        addons: { 'veriscan-cloud-sms-monthly': 1 },
        card: firstCard,
      }),
  },
  {
    // The coupon pays for the first month, so no card is needed; later months are charged to the default card.
    after: { months: 6, days: 15 },
    run: (acme) =>
      acme.buy({
        productId: ageCheck,
        planId: 'age-check-mobile',
        priceId: 'age-check-mobile-monthly',
        quantity: 5,
        coupon: 'SPRING50',
      }),
  },
  {
    after: { months: 8, days: 4 },
    run: (acme) => acme.addCard({ token: 'tok_chargeCustomerFail', last4: decliningCard }),
  },
  {
    // Two days after the renewal was declined, and one before it is tried again.
    after: { months: 8, days: 17 },
    run: async (acme) => {
      await acme.addCard({ token: 'tok_mastercard', last4: newCard });
      await acme.deleteCard(decliningCard);
    },
  },
  {
    after: { months: 9, days: 20 },
    run: (acme) => acme.receiveRefund(cloud, 0.2, 'Two days without alerts'),
  },
  {
    after: { months: 11, days: 6 },
    run: (acme) => acme.receiveCredit(12_000, 'Thank you for recommending us'),
  },
  {
    // A second trial of a product whose first subscription has ended.
    after: { months: 12, days: 3 },
    run: (acme) =>
      acme.buy({
        productId: forensics,
        planId: 'document-forensics-basic',
        priceId: 'document-forensics-basic-monthly',
        quantity: 1,
        card: newCard,
      }),
  },
  {
    after: { months: 13, days: 20 },
    run: async (acme) => {
      await acme.addCard({ token: 'tok_chargeCustomerFail', last4: decliningCard, makeDefault: false });
      await acme.chargeTo(forensics, decliningCard);
    },
  },
  {
    after: { months: 14, days: 1 },
    run: (acme) => acme.cancel(ageCheck, { reason: 'switched_service', comment: null }),
  },
  // The renewal on the third day is declined, and stays unpaid for the user who tries the demo.
  { after: { months: 14, days: 2 }, run: (acme) => acme.expireCard(firstCard) },
];
