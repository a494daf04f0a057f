import type { PaymentOption } from '@portico/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Browser } from '../../../test/browser.ts';
import { type FullPortal, startFullPortal } from '../../../test/full-portal.ts';

let portal: FullPortal;
let owner: Browser;
let path: string;

beforeAll(async () => {
  portal = await startFullPortal();
  owner = await portal.signIn('owner@acme.example');
  const items = [{ subscriptionPlanId: 'desktop-basic', priceId: 'desktop-basic-yearly', quantity: 2 }];
  const paymentMethodId = await portal.addCard(owner);
  const { taxTransactionId } = (await owner.post('/api/Products/desktop/PreviewPurchase', { items })).json();
  const bought = await owner.post('/api/Products/desktop/Purchase', { items, paymentMethodId, taxTransactionId });
  path = `/api/Products/desktop/Subscription/${bought.json().subscriptionId}/paymentOptions`;
});

const options = async (query = '') =>
  (await owner.get(`${path}${query}`)).json<{ items: PaymentOption[]; total: number }>();

describe('payment options of a subscription', () => {
  test('returns the price plans of its plan, the current one first', async () => {
    expect(await options()).toEqual({
      items: [
        {
          id: 'desktop-basic-yearly',
          nickname: 'Yearly',
          interval: 'Year',
          intervalCount: 1,
          amount: 20_000,
          amountPerMonth: 1_667,
          yearSavings: 4_000,
          currency: 'usd',
          isCurrent: true,
        },
        {
          id: 'desktop-basic-monthly',
          nickname: 'Monthly',
          interval: 'Month',
          intervalCount: 1,
          amount: 2_000,
          amountPerMonth: 2_000,
          yearSavings: 0,
          currency: 'usd',
          isCurrent: false,
        },
      ],
      total: 2,
      totalPages: 1,
      page: 1,
      pageSize: 100,
    });
  });

  test('returns the options in pages', async () => {
    const second = await options('?page=2&pageSize=1');
    expect(second).toMatchObject({ total: 2, totalPages: 2, items: [{ id: 'desktop-basic-monthly' }] });
  });

  test('returns options that can be quoted', async () => {
    const other = (await options()).items.find(({ isCurrent }) => !isCurrent);
    const items = [{ subscriptionPlanId: 'desktop-basic', priceId: String(other?.id), quantity: 2 }];
    expect((await owner.post('/api/Products/desktop/PreviewPurchase', { items })).statusCode).toBe(200);
  });

  test('rejects another product, another account and unknown subscriptions', async () => {
    const stranger = await portal.signIn('owner@globex.example');
    expect((await owner.get(path.replace('desktop', 'cloud'))).statusCode).toBe(404);
    expect((await stranger.get(path)).statusCode).toBe(404);
    expect((await owner.get(path.replace(/\d+(?=\/pay)/, '999999'))).statusCode).toBe(404);
  });
});
