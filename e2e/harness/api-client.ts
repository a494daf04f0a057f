import type { Preloaded, PurchaseResult, SavedCard } from '@portico/contract';
import { secrets } from './secrets.ts';

/** In a province whose sales taxes the sandbox knows. */
export const taxedAddress = {
  name: 'Story Hotels',
  address: {
    line1: '1200 Rue Sainte-Catherine Ouest',
    city: 'Montréal',
    postalCode: 'H3B 1K1',
    state: 'QC',
    country: 'CA',
  },
};

/** In a country without taxes in the sandbox, so amounts equal the catalog's. */
const untaxedAddress = {
  name: 'Story Hotels',
  address: { line1: '1 Calle Mayor', city: 'Ciudad de México', postalCode: '01000', country: 'MX' },
};

/** The data that the server preloaded into a page. @throws if it is not a page of the portal */
export function parsePreloaded(html: string): Preloaded {
  const json = /<script type="application\/json" id="preloaded">([^<]*)<\/script>/.exec(html)?.[1];
  if (!json) throw new Error(`this is not a page of the portal: ${html.slice(0, 200)}`);
  return JSON.parse(json) as Preloaded;
}

/** A signed-in user who calls the API without a browser, for stories about faults and load. */
export class ApiClient {
  readonly #origin: string;
  readonly #cookies = new Map<string, string>();
  #token = '';

  private constructor(origin: string) {
    this.#origin = origin;
  }

  /** @throws if the sign-in is refused */
  static async signIn(origin: string, userName: string, password: string): Promise<ApiClient> {
    const client = new ApiClient(origin);
    await client.#open('/login');
    const answer = await client.request('POST', '/LoginWithMFA', { userName, password });
    if (!answer.ok) throw new Error(`${userName} could not sign in: ${answer.status} ${await answer.text()}`);
    await client.#open('/');
    return client;
  }

  /** Names and values. */
  get cookies(): [string, string][] {
    return [...this.#cookies];
  }

  async request(method: string, path: string, body?: object): Promise<Response> {
    if (body) secrets.addFields(JSON.stringify(body));
    const answer = await fetch(this.#origin + path, {
      method,
      redirect: 'manual',
      headers: {
        accept: 'application/json',
        cookie: this.#cookie(),
        RequestVerificationToken: this.#token,
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    this.#keepCookies(answer);
    return answer;
  }

  /** @throws with the response's text unless the call succeeds */
  async call<Answer>(method: string, path: string, body?: object): Promise<Answer> {
    const answer = await this.request(method, path, body);
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as Answer;
  }

  /** Adds a card like the card form. @param paymentMethod one of Stripe's test cards, such as pm_card_visa */
  async addCard(sandboxUrl: string, paymentMethod = 'pm_card_visa'): Promise<SavedCard> {
    const { clientSecret } = await this.call<{ clientSecret: string }>('POST', '/api/Billing/PaymentMethods', {});
    const intent = clientSecret.split('_secret_')[0];
    const confirmed = await fetch(`${sandboxUrl}/v1/setup_intents/${intent}/confirm`, {
      method: 'POST',
      headers: { authorization: 'Bearer pk_test_sandbox', 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ client_secret: clientSecret, payment_method: paymentMethod }),
    });
    if (!confirmed.ok) throw new Error(`the card was not confirmed: ${await confirmed.text()}`);
    const { payment_method: id } = (await confirmed.json()) as { payment_method: string };
    const path = `/api/Billing/PaymentMethods/${id}/Confirmed`;
    return (await this.call<{ savedCard: SavedCard }>('POST', path, { makeDefault: true })).savedCard;
  }

  /** Requests a quote. @returns the purchase of that quote */
  async quote(
    productId: string,
    planId: string,
    priceId: string,
    paymentMethodId: string,
    quantity = 1,
    { addons, shippingDetails = untaxedAddress }: { addons?: Record<string, number>; shippingDetails?: object } = {},
  ): Promise<Purchase> {
    const selection = { items: [{ subscriptionPlanId: planId, priceId, quantity }], addons, shippingDetails };
    const { taxTransactionId } = await this.call<{ taxTransactionId: string }>(
      'POST',
      `/api/Products/${productId}/PreviewPurchase`,
      { ...selection, paymentMethodId },
    );
    const path = `/api/Products/${productId}/Purchase`;
    return {
      send: () => this.call('POST', path, { ...selection, productId, paymentMethodId, taxTransactionId }),
    };
  }

  async #open(path: string): Promise<void> {
    const answer = await fetch(this.#origin + path, { headers: { accept: 'text/html', cookie: this.#cookie() } });
    this.#keepCookies(answer);
    this.#token = parsePreloaded(await answer.text()).antiForgeryToken;
  }

  #cookie(): string {
    return this.cookies.map(([name, value]) => `${name}=${value}`).join('; ');
  }

  #keepCookies(answer: Response): void {
    for (const line of answer.headers.getSetCookie()) {
      const [pair = ''] = line.split(';');
      const [name = '', value = ''] = [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)];
      if (value) this.#cookies.set(name, value);
      else this.#cookies.delete(name);
    }
  }
}

export interface Purchase {
  /** Sends the purchase, which may be repeated. @throws unless the status is 200 */
  send(): Promise<PurchaseResult>;
}
