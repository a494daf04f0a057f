import { expect } from 'vitest';
import type { Browser } from './browser.ts';
import type { FaultyProxy } from './faulty-proxy.ts';
import type { FullPortal } from './full-portal.ts';
import { startPortalBehindProxy } from './portal-behind-proxy.ts';

/** A portal with its queue, behind a proxy with counts and faults, and the owners of two accounts. */
export interface PayingAccount {
  readonly portal: FullPortal;
  readonly proxy: FaultyProxy;
  /** The owner of Acme Security, who has a card. */
  readonly owner: Browser;
  /** The owner of an account without purchases. */
  readonly stranger: Browser;
  /** Buys with the owner's card. @returns the customer at Stripe. */
  buy(product: string, item: object, coupon?: string): Promise<string>;
}

/** @param timeout milliseconds for a response of Stripe, unless the caller has a shorter one; the default is 10 s */
export async function openPayingAccount(timeout?: number): Promise<PayingAccount> {
  const { portal, proxy } = await startPortalBehindProxy({ queue: true, ...(timeout !== undefined && { timeout }) });
  const owner = await portal.signIn('owner@acme.example');
  const stranger = await portal.signIn('owner@globex.example');
  const paymentMethodId = await portal.addCard(owner);

  async function buy(product: string, item: object, coupon?: string): Promise<string> {
    const selection = { items: [item], coupon };
    const { taxTransactionId } = (await owner.post(`/api/Products/${product}/PreviewPurchase`, selection)).json();
    const body = { ...selection, paymentMethodId, taxTransactionId };
    const bought = await owner.post(`/api/Products/${product}/Purchase`, body);
    expect(bought.json(), bought.body).toMatchObject({ status: 'succeeded' });
    const { rows } = await portal.database.pool.query(
      "select stripe_customer_id as id from accounts where name = 'Acme Security'",
    );
    return rows[0].id;
  }

  return { portal, proxy, owner, stranger, buy };
}

/** Checks that an object of another account is answered literally like a missing one. */
export async function expectNotThere(stranger: Browser, path: string, missingPath: string): Promise<void> {
  const foreign = await stranger.get(path);
  const missing = await stranger.get(missingPath);
  expect([foreign.statusCode, missing.statusCode]).toEqual([404, 404]);
  expect({ ...foreign.json(), requestId: '' }).toEqual({ ...missing.json(), requestId: '' });
}
