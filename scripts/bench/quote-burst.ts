import { ApiClient } from '../../e2e/harness/api-client.ts';
import { createCustomer } from '../../e2e/harness/customers.ts';
import type { LoadedPortal } from './loaded-portal.ts';

/** Number of accounts that request a quote at the same moment. */
export const buyers = 50;

const product = 'veriscan-desktop';
const plan = `${product}-professional`;
const selection = {
  items: [{ subscriptionPlanId: plan, priceId: `${plan}-monthly`, quantity: 1 }],
  shippingDetails: {
    name: 'Bench Hotels',
    address: { line1: '1 Calle Mayor', city: 'Ciudad de México', postalCode: '01000', country: 'MX' },
  },
};

export interface Burst {
  readonly served: number;
  /** Milliseconds of the slowest served quote. */
  readonly slowest: number;
}

/** Creates these accounts and signs their owners in. */
export async function signInBuyers({ server, databaseUrl }: LoadedPortal): Promise<ApiClient[]> {
  const clients: ApiClient[] = [];
  while (clients.length < buyers) {
    const { email, password } = await createCustomer(databaseUrl);
    clients.push(await ApiClient.signIn(server.url, email, password));
  }
  return clients;
}

/** Requests a quote for each account at once. */
export async function quoteAtOnce(clients: readonly ApiClient[]): Promise<Burst> {
  const begin = performance.now();
  const times = await Promise.all(
    clients.map(async (client) => {
      const answer = await client.request('POST', `/api/Products/${product}/PreviewPurchase`, selection);
      await answer.arrayBuffer();
      return answer.status === 200 ? performance.now() - begin : undefined;
    }),
  );
  const served = times.filter((time) => time !== undefined);
  return { served: served.length, slowest: Math.max(0, ...served) };
}
