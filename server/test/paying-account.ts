import { expect } from 'vitest';
import type { Browser } from './browser.ts';
import type { FaultyProxy } from './faulty-proxy.ts';
import type { FullPortal } from './full-portal.ts';
import { startPortalBehindProxy } from './portal-behind-proxy.ts';

/** A portal with its queue, behind a proxy that counts and faults, and two accounts' owners. */
export interface PayingAccount {
  readonly portal: FullPortal;
  readonly proxy: FaultyProxy;
  /** Of Acme Security, who has a card. */
  readonly owner: Browser;
  /** Of an account that never bought anything. */
  readonly stranger: Browser;
  /** Buys with the owner's card. @returns the customer at Stripe. */
  buy(product: string, item: object, coupon?: string): Promise<string>;
}

/** @param timeout milliseconds that an answer of Stripe's may take, where nobody is less patient, if not the usual 10 s */
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

/** What another account owns answers as what does not exist, word for word. */
export async function expectNotThere(stranger: Browser, path: string, missingPath: string): Promise<void> {
  const foreign = await stranger.get(path);
  const missing = await stranger.get(missingPath);
  expect([foreign.statusCode, missing.statusCode]).toEqual([404, 404]);
  expect({ ...foreign.json(), requestId: '' }).toEqual({ ...missing.json(), requestId: '' });
}
