import type { SignUpRegistration } from '@portico/contract';
import type { LightMyRequestResponse } from 'fastify';
import { expect } from 'vitest';
import { Browser, type Reached, readPreloaded } from '../../../test/browser.ts';
import type { FullPortal } from '../../../test/full-portal.ts';

/** A password that meets the rule. */
export const password = 'Granite-Lantern-58-Orbit';

export const address = {
  name: 'Stone Hotels',
  address: { line1: '1 Calle Mayor', city: 'Ciudad de México', postalCode: '01000', country: 'MX' },
};

/** The person fields of the form. */
export const personFields = {
  CompanyId: '1',
  organization: 'Stone Hotels',
  firstName: 'Avery',
  lastName: 'Stone',
  phone: '+52 55 1234 5678',
  comments: 'Two hotels, one bar.',
  orderNumber: 'PO-7',
  country: 'MX',
  state: '',
  province: '',
  industry: 'hospitality',
  otherIndustry: '',
  password,
  confirmPassword: password,
};

export type Fields = Readonly<Record<string, string>>;

/** Two desktop seats, paid monthly, for 4,000 cents. */
export const oneBasic: Fields = {
  'Purchase.Items[0].SubscriptionPlanId': 'desktop-basic',
  'Purchase.Items[0].PriceId': 'desktop-basic-monthly',
  'Purchase.Items[0].Quantity': '2',
};

export const addressFields: Fields = {
  'Purchase.ShippingDetails.Name': address.name,
  'Purchase.ShippingDetails.Address.Line1': address.address.line1,
  'Purchase.ShippingDetails.Address.Line2': '',
  'Purchase.ShippingDetails.Address.City': address.address.city,
  'Purchase.ShippingDetails.Address.PostalCode': address.address.postalCode,
  'Purchase.ShippingDetails.Address.State': '',
  'Purchase.ShippingDetails.Address.Country': address.address.country,
};

/** Hostile values for a field, by a name for the test. */
export const hostileTexts: readonly (readonly [name: string, text: string])[] = [
  ['nothing', ''],
  ['10,000 characters', 'a'.repeat(10_000)],
  ['pictures', '🏨🛎️'],
  ['markup', '<img src=x onerror=alert(1)> & "quotes"'],
  ['text from right to left', '\u202Eמלון שלום'],
  ['a NUL', 'a\0b'],
  ['a character without width', '\u200B'],
  ['spaces', '  '],
];

let people = 0;
/** An address that no user has. */
export function newEmail(): string {
  people += 1;
  return `avery${people}@stone.example`;
}

/** Posts the native form. */
export function postForm(browser: Browser, fields: Fields, query = ''): Promise<LightMyRequestResponse> {
  const body = new URLSearchParams({ ...fields, __RequestVerificationToken: browser.token });
  return browser.send('POST', `/SignUp${query}`, {
    payload: body.toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html' },
  });
}

/** Returns the waiting registration that a form's response redirects to; null for other responses. */
export function waitingRegistrationId({ statusCode, headers }: LightMyRequestResponse): string | null {
  const page = new URL(String(headers.location ?? ''), 'http://portal.example');
  return statusCode === 303 ? page.searchParams.get('registration') : null;
}

/** Returns the state of a form's registration, as the browser that posted the form sees it. */
export async function fetchRegistration(
  browser: Browser,
  response: LightMyRequestResponse,
): Promise<SignUpRegistration> {
  return (await browser.get(`/api/SignUp/Registrations/${waitingRegistrationId(response)}`)).json();
}

/** A browser on the first page of the sign-up. */
export async function visitor(app: Reached): Promise<Browser> {
  const browser = new Browser(app);
  await browser.open('/SignUp');
  return browser;
}

/** Like `visitor`, with all limits reset. */
export async function freshVisitor({ app, database }: Pick<FullPortal, 'app' | 'database'>): Promise<Browser> {
  await database.pool.query('delete from rate_limits');
  return visitor(app.http);
}

/**
 * Quotes two desktop seats.
 * @returns the quote's id
 */
export async function quote(browser: Browser, more: object = {}): Promise<string> {
  const response = await browser.post('/SignUp?handler=PreviewPurchase', {
    productId: 'desktop',
    items: [{ subscriptionPlanId: 'desktop-basic', priceId: 'desktop-basic-monthly', quantity: 2 }],
    shippingDetails: address,
    paymentMethodId: 'pm_card_visa',
    ...more,
  });
  expect(response.statusCode, response.body).toBe(200);
  return response.json().TaxTransactionId;
}

/** Creates a card that the browser set up and that belongs to nobody yet. */
export async function newCard({ stripe }: Pick<FullPortal, 'stripe'>, browser: Browser, test = 'pm_card_visa') {
  const begun = await browser.post('/SignUp?handler=SetupIntent', undefined);
  expect(begun.statusCode, begun.body).toBe(200);
  const secret: string = begun.json().ClientSecret;
  const intent = await stripe.setupIntents.confirm(secret.split('_secret')[0] as string, { payment_method: test });
  return String(intent.payment_method);
}

/** Creates a card that no browser has saved, as a script would. @param name of a test card */
export async function unsavedCard({ stripe }: Pick<FullPortal, 'stripe'>, name: string): Promise<string> {
  return (await stripe.paymentMethods.create({ type: 'card', card: { token: `tok_${name}` } })).id;
}

/** A card that requires authentication for each payment. */
export const authenticationCard = (portal: Pick<FullPortal, 'stripe'>) => unsavedCard(portal, 'authenticationRequired');

/** A trial of the desktop product, which costs nothing now and needs no card. */
export const oneTrial: Fields = {
  'Purchase.Items[0].SubscriptionPlanId': 'desktop-trial',
  'Purchase.Items[0].PriceId': 'desktop-trial-30-days',
  'Purchase.Items[0].Quantity': '1',
};

/** A form that buys two desktop seats. */
export async function buyingForm(portal: FullPortal, browser: Browser, email: string, card?: string): Promise<Fields> {
  return {
    ...personFields,
    ...oneBasic,
    ...addressFields,
    email,
    'Purchase.PaymentMethodId': card ?? (await newCard(portal, browser)),
    'Purchase.TaxTransactionId': await quote(browser),
  };
}

/** Counts an address's objects in the portal and at Stripe. */
export async function summarizeCustomer({ database, stripe }: FullPortal, email: string) {
  const { rows } = await database.pool.query(
    `select (select count(*)::int from accounts a join users u on u.account_id = a.id where u.email = $1 and not a.is_registering and u.active) as accounts,
            (select count(*)::int from accounts where is_registering) as registering,
            (select count(*)::int from licenses l join users u on u.account_id = l.account_id where u.email = $1) as licenses,
            (select count(*)::int from orders o join users u on u.account_id = o.account_id where u.email = $1) as orders,
            (select count(*)::int from subscriptions s join users u on u.account_id = s.account_id where u.email = $1) as subscriptions`,
    [email],
  );
  const customers = (await stripe.customers.list({ email, limit: 100 })).data;
  const charges = await Promise.all(
    customers.map(async ({ id }) => (await stripe.charges.list({ customer: id, limit: 100 })).data),
  );
  const live = await Promise.all(
    customers.map(async ({ id }) => (await stripe.subscriptions.list({ customer: id, limit: 100 })).data),
  );
  return {
    ...rows[0],
    customers: customers.length,
    paid: charges
      .flat()
      .filter(({ status }) => status === 'succeeded')
      .map(({ amount }) => amount),
    running: live
      .flat()
      .map(({ status }) => status)
      .filter((status) => status !== 'incomplete_expired'),
  };
}

/** The page's data about the form that it answers. */
export const pageState = (response: LightMyRequestResponse) => readPreloaded(response.body);

/** The mails to an address, newest last: template and data. */
export async function listMailsTo({ database }: Pick<FullPortal, 'database'>, email: string) {
  const { rows } = await database.pool.query(
    'select template, locale, data from mail_messages where lower(recipient) = lower($1) order by id',
    [email],
  );
  return rows as { template: string; locale: string; data: Record<string, string> }[];
}
