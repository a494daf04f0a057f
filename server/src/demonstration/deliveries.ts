import { millisecondsInDay } from 'date-fns/constants';
import { updateAccountSettings } from '../accounts/index.ts';
import type { Person } from '../core/http/session-context.ts';
import {
  addDemoDevices,
  addDemoOrder,
  type DemoDevice,
  findLicenses,
  listLicenseIds,
  type OrdersContext,
} from '../licensing/index.ts';
import { addDemonstrationTokens } from './tokens.ts';

const everyDay = [0, 1, 2, 3, 4, 5, 6];

/**
 * Devices by product. Host-locked licenses list their devices by name; floating licenses know only devices that were
 * seen.
 */
const demoDevices: Readonly<Record<string, readonly DemoDevice[]>> = {
  'age-check': [
    {
      name: 'ENTRANCE-01',
      comment: 'Store 12, main entrance',
      ipAddress: '10.12.0.21',
      addedDays: 212,
      seenMinutes: 4,
      version: '3.8.1',
      weekdays: everyDay,
    },
    {
      name: 'ENTRANCE-02',
      comment: 'Store 12, side entrance',
      ipAddress: '10.12.0.22',
      addedDays: 212,
      seenMinutes: 11,
      version: '3.8.1',
      weekdays: everyDay,
    },
    {
      name: 'BAR-TABLET-OLD',
      comment: 'Replaced in spring',
      addedDays: 205,
      seenMinutes: 60 * 24 * 16,
      version: '3.6.0',
      released: { days: 15, reason: 'Screen broken' },
    },
    {
      name: 'BAR-TABLET',
      comment: 'Behind the bar',
      ipAddress: '10.12.0.31',
      addedDays: 190,
      seenMinutes: 38,
      version: '3.8.1',
      weekdays: [4, 5, 6, 0],
    },
    {
      name: 'NIGHT-DESK',
      comment: 'Loading dock',
      addedDays: 150,
      seenMinutes: 60 * 24 * 9,
      version: '3.7.2',
      blocked: { days: 9, reason: 'Reported stolen' },
    },
    { name: 'FIELD-PHONE-07', comment: 'D. Okafor', addedDays: 4 },
    { name: 'FIELD-PHONE-08', comment: 'H. Sato', addedDays: 3, seenMinutes: 60 * 26, version: '3.8.1' },
  ],
  'veriscan-cloud': [
    {
      name: 'HQ-RECEPTION',
      comment: '',
      ipAddress: '10.1.0.14',
      addedDays: 300,
      seenMinutes: 2,
      version: '2026.11',
      before: { version: '2026.10', days: 19 },
      isOpen: true,
    },
    {
      name: 'HQ-SECURITY',
      comment: '',
      ipAddress: '10.1.0.15',
      addedDays: 298,
      seenMinutes: 6,
      version: '2026.11',
      before: { version: '2026.10', days: 17 },
      isOpen: true,
      weekdays: everyDay,
    },
    {
      name: 'WAREHOUSE-GATE',
      comment: '',
      ipAddress: '10.3.0.8',
      addedDays: 140,
      seenMinutes: 55,
      version: '2026.10',
      weekdays: [1, 2, 3, 4, 5, 6],
    },
    {
      name: 'STORE-12-DESK',
      comment: 'Store 12, returns',
      ipAddress: '10.12.0.40',
      addedDays: 96,
      seenMinutes: 9,
      version: '2026.11',
      before: { version: '2026.9', days: 30 },
      weekdays: [1, 2, 3, 4, 5, 6],
    },
    {
      name: 'STORE-21-DESK',
      comment: 'Store 21, returns',
      ipAddress: '10.21.0.40',
      addedDays: 61,
      seenMinutes: 12,
      version: '2026.11',
      before: { version: '2026.10', days: 12 },
      weekdays: everyDay,
    },
    {
      name: 'EVENTS-CART',
      comment: 'Taken to trade fairs',
      addedDays: 24,
      seenMinutes: 60 * 24 * 2,
      version: '2026.9',
      weekdays: [3, 4],
    },
  ],
  'parsing-sdk': [
    {
      name: 'build-a',
      comment: 'Continuous integration',
      ipAddress: '10.9.1.4',
      addedDays: 330,
      seenMinutes: 1,
      version: '7.2.0',
      isOpen: true,
      weekdays: everyDay,
    },
    {
      name: 'build-b',
      comment: 'Continuous integration',
      ipAddress: '10.9.1.5',
      addedDays: 330,
      seenMinutes: 60 * 5,
      version: '7.2.0',
    },
  ],
};

/** A manual order entered by the vendor's staff: the parser inside Acme's own product, in at most 40 packages. */
const manualSale = {
  number: 'PO-4417',
  productId: 'parsing-sdk',
  planId: 'parsing-sdk-oem',
  quantity: -1,
  domains: 40,
  price: 1_250_000,
  note: 'Sold by email. Renewal to be offered in spring.',
} as const;

/** The term of the manual order, and the days since it was entered. */
const manualDays = { good: 365, entered: 96 } as const;

/** Adds what the history cannot play: devices, product tokens, and a sale outside of Stripe. A repetition adds nothing. */
export async function addDemoDeliveries(context: OrdersContext, owner: Person, operator: Person): Promise<void> {
  const { database, catalog } = context;
  const now = catalog.now();
  const accountId = owner.account.id;
  await database.transaction(async (transaction) => {
    for (const [productId, devices] of Object.entries(demoDevices)) {
      const licenses = await findLicenses(transaction, await listLicenseIds(transaction, accountId, productId));
      const license = [...licenses.values()].find(({ status, quantity }) => status === 1 && quantity > 0);
      if (license) await addDemoDevices(transaction, license, devices, { userId: owner.user.id, now });
    }
    // The dashboards of products need shared usage data (SET-4).
    await updateAccountSettings(transaction, accountId, { usageDataPolicy: 0 });
    await addDemonstrationTokens(transaction, { accountId, ownerId: owner.user.id, now: new Date() });
    await addDemoOrder(context, transaction, {
      ...manualSale,
      accountId,
      createdBy: operator.user.id,
      orderedAt: new Date(now.getTime() - manualDays.entered * millisecondsInDay),
      expiresAt: new Date(now.getTime() + (manualDays.good - manualDays.entered) * millisecondsInDay),
    });
  });
}
