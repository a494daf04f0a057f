import { findUserByEmail } from '../accounts/index.ts';
import type { Queryable } from '../core/db/database.ts';
import { addDemoTokens, type DemoToken } from '../licensing/index.ts';

/** Tokens by product, newest first: one in each state, and two that no longer work. */
const demoTokens: Readonly<Record<string, readonly DemoToken[]>> = {
  'veriscan-cloud': [
    {
      name: 'CRM bridge',
      type: 'Secret',
      madeBy: 'owner',
      madeDays: 1,
      endsInDays: 129,
      use: { minutes: 14, version: '2026.11', address: '198.51.100.41' },
    },
    {
      name: 'CRM bridge',
      type: 'Secret',
      madeBy: 'owner',
      madeDays: 180,
      endsInDays: 40,
      overlapHours: 47,
      use: { minutes: 60 * 3, version: '2026.10', address: '198.51.100.41' },
    },
    {
      name: 'Nightly export',
      type: 'Secret',
      madeBy: 'admin',
      madeDays: 190,
      endsInDays: 6,
      use: { minutes: 60 * 8, version: '2026.11', address: '198.51.100.40' },
    },
    {
      name: 'Door tablets',
      type: 'Public',
      madeBy: 'owner',
      madeDays: 210,
      use: { minutes: 2, version: '2026.11', address: '203.0.113.24' },
    },
    {
      name: 'Trade fair kiosk',
      type: 'Public',
      madeBy: 'admin',
      madeDays: 240,
      endsInDays: -22,
      use: { minutes: 60 * 24 * 23, version: '2026.8', address: '192.0.2.115' },
    },
    {
      name: 'Visitor statistics',
      type: 'Secret',
      madeBy: 'owner',
      madeDays: 260,
      endsInDays: 90,
      disabled: { days: 75, leakReport: 'A public repository of a contractor: visitor-statistics, file settings.py' },
      use: { minutes: 60 * 24 * 75, version: '2026.7', address: '198.51.100.12' },
    },
    { name: 'First try', type: 'Secret', madeBy: 'owner', madeDays: 290, disabled: { days: 260 } },
  ],
  'parsing-sdk': [
    {
      name: 'Build servers',
      type: 'Secret',
      madeBy: 'admin',
      madeDays: 120,
      use: { minutes: 1, version: '7.2.0', address: '203.0.113.61' },
    },
  ],
};

/**
 * Adds tokens in several states to the account with the history (DEMO-12). Nobody knows their secret texts. A
 * repetition adds nothing.
 */
export async function addDemonstrationTokens(
  on: Queryable,
  { accountId, ownerId, now }: { readonly accountId: number; readonly ownerId: number; readonly now: Date },
): Promise<void> {
  const admin = await findUserByEmail(on, 'admin@acme.example');
  const people = { owner: ownerId, admin: admin?.id ?? ownerId };
  for (const [productId, tokens] of Object.entries(demoTokens))
    await addDemoTokens(on, { accountId, productId, people, now }, tokens);
}
