import { beforeAll, describe, expect, test } from 'vitest';
import type { Browser } from '../../../test/browser.ts';
import { type FullPortal, startFullPortal } from '../../../test/full-portal.ts';
import { runDueJobs } from '../../../test/run-due-jobs.ts';

const basic = { items: [{ subscriptionPlanId: 'desktop-basic', priceId: 'desktop-basic-monthly', quantity: 1 }] };

describe('a price that staff archived at Stripe (CAT-53)', () => {
  let portal: FullPortal;
  let owner: Browser;
  let operator: Browser;
  let stripePriceId: string;
  const needs = async () =>
    (await operator.get('/api/Operator/Cockpit'))
      .json()
      .needs.filter(({ issue }: { issue: object | null }) => issue)
      .map(({ reason, issue }: { reason: string; issue: { id: number; detail: string } }) => ({ reason, ...issue }));

  beforeAll(async () => {
    portal = await startFullPortal();
    owner = await portal.signIn('owner@acme.example');
    operator = await portal.signIn('operator@portico.example');
    await portal.addCard(owner);
    const sold =
      "select stripe_price_id as id from catalog_prices where current and price_id = 'desktop-basic-monthly'";
    stripePriceId = (await portal.database.pool.query(sold)).rows[0].id;
    await portal.stripe.prices.update(stripePriceId, { active: false });
  });

  test('is refused in words, and operators see the price', async () => {
    const refused = await owner.post('/api/Products/desktop/PreviewPurchase', basic);
    expect([refused.statusCode, refused.json()]).toMatchObject([
      409,
      { code: 'NotForSale', message: expect.stringContaining('cannot be bought at the moment') },
    ]);
    await runDueJobs(portal);
    expect(await needs()).toEqual([
      expect.objectContaining({
        reason: 'catalogDiffers',
        detail: `+ price ${stripePriceId} of desktop-basic-monthly: sold again`,
      }),
      expect.objectContaining({ reason: 'refused', detail: expect.stringContaining('inactive') }),
    ]);
    expect((await operator.get('/api/Operator/Health')).json().stripeIssues).toBe(2);
    expect((await operator.get('/api/Catalog/Draft')).json().stripeDifferences).toEqual([
      { issueId: expect.any(Number), reason: `+ price ${stripePriceId} of desktop-basic-monthly: sold again` },
    ]);
  });

  test('is sold again once an operator corrects Stripe', async () => {
    const [{ id }] = await needs();
    const corrected = await operator.post(`/api/Operator/StripeIssues/${id}/Correct`, {});
    expect(corrected.statusCode, corrected.body).toBe(200);
    expect((await needs()).map(({ reason }: { reason: string }) => reason)).toEqual([]);
    expect((await operator.get('/api/Catalog/Draft')).json().stripeDifferences).toEqual([]);
    expect((await owner.post('/api/Products/desktop/PreviewPurchase', basic)).statusCode).toBe(200);
  });
});

test('a customer with something in another currency reads why it cannot buy, and operators see Stripe’s words', async () => {
  const portal = await startFullPortal();
  const owner = await portal.signIn('owner@acme.example');
  await portal.addCard(owner);
  const { rows } = await portal.database.pool.query(
    "select stripe_customer_id as id from accounts where name = 'Acme Security'",
  );
  await portal.stripe.customers.createBalanceTransaction(rows[0].id, { amount: -100, currency: 'eur' });
  const refused = await owner.post('/api/Products/desktop/PreviewPurchase', basic);
  expect([refused.statusCode, refused.json()]).toMatchObject([
    409,
    { code: 'Conflict', message: expect.stringContaining('another currency') },
  ]);
  const operator = await portal.signIn('operator@portico.example');
  const [need] = (await operator.get('/api/Operator/Cockpit')).json().needs;
  expect(need).toMatchObject({ reason: 'currencyDiffers', account: { name: 'Acme Security' } });
  expect(need.issue.detail).toContain('eur');
});
