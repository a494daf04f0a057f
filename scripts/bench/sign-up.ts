import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { weighAll } from '../../web/weigh.ts';
import { addressOfPerson, findDatabaseUrl } from './loaded-portal.ts';
import { measurePaints } from './page.ts';
import { type Installation, prepareInstallation, type Server, startPortal } from './processes.ts';
import { median, type Row } from './row.ts';

/** Number of visitors who submit their forms at the same moment, each from their own address. */
const people = 200;
const product = 'veriscan-desktop';
const plan = `${product}-professional`;

/** Number of visitors whose forms are prepared concurrently, before the measurement. */
const readiedAtOnce = 10;

/** A visitor with a completely filled form. */
interface Visitor {
  readonly origin: string;
  readonly address: string;
  readonly cookie: string;
  readonly token: string;
}

interface Ready {
  readonly visitor: Visitor;
  readonly form: URLSearchParams;
}

interface Answer {
  readonly status: number;
  /** From the first try to the accepting response. */
  readonly milliseconds: number;
  /** Number of submitted forms. All but the last were refused, and their password and card were lost. */
  readonly tries: number;
  /** How often the page waited before the accepted form. */
  readonly waits: number;
}

/**
 * The first view of the sign-up, and 200 people who register and pay at once: the responses, and the resulting data.
 */
export async function measureSignUp(folder: string): Promise<Row[]> {
  // People have different addresses, as behind a proxy.
  const installation = await prepareInstallation(folder, 'sign-up', { TRUSTED_PROXIES: '127.0.0.1' });
  const server = await startPortal(installation);
  try {
    const { ours, limit } = await measurePaints(folder, `${server.url}/SignUp`);
    const weights = await weighAll();
    const heaviest = Math.max(...weights.filter(({ name }) => name.startsWith('sign-up')).map(({ bytes }) => bytes));
    return [
      { figure: 'sign-up, JS and CSS (brotli)', ours: heaviest / 1000, unit: 'kB', aim: { atMost: 130 } },
      {
        figure: 'sign-up, first paint',
        ours: ours.firstPaint,
        limit: limit.firstPaint,
        unit: 'ms',
        aim: { atMost: limit.firstPaint * 2 },
      },
      ...(await registerAtOnce(server, installation)),
    ];
  } finally {
    await server.stop();
  }
}

async function registerAtOnce(server: Server, installation: Installation): Promise<Row[]> {
  const client = new pg.Client({ connectionString: await findDatabaseUrl(installation) });
  await client.connect();
  try {
    const sandbox = `http://127.0.0.1:${installation.env.STRIPE_SANDBOX_PORT}`;
    const ready: Ready[] = [];
    while (ready.length < people) {
      const some = Array.from({ length: Math.min(readiedAtOnce, people - ready.length) }, async (_, index) => {
        const person = ready.length + index;
        const visitor = await open(server.url, addressOfPerson(person));
        return { visitor, form: await fillIn(visitor, sandbox, person) };
      });
      ready.push(...(await Promise.all(some)));
    }
    const begin = performance.now();
    const answers = await Promise.all(ready.map(({ visitor, form }) => submitUntilTaken(visitor, form)));
    await untilSettled(client);
    const settled = performance.now() - begin;
    const times = answers.map(({ milliseconds }) => milliseconds).toSorted((a, b) => a - b);
    const counted = await countEverything(client, sandbox);
    const statuses = Map.groupBy(answers, ({ status }) => status);
    console.log(`  answers: ${[...statuses].map(([status, all]) => `${all.length} with ${status}`).join(', ')}`);
    console.log(`  after ${people} sign-ups: ${JSON.stringify(counted)}`);
    return [
      {
        figure: `${people} sign-ups at once, registered`,
        ours: counted.accounts ?? 0,
        unit: '',
        aim: { atLeast: people },
      },
      {
        figure: 'half made: what differs from the accounts',
        ours: Object.values(counted).reduce((sum, count) => sum + Math.abs(count - (counted.accounts ?? 0)), 0),
        unit: '',
        aim: { atMost: 0 },
      },
      {
        figure: 'forms that were refused for want of capacity',
        ours: answers.filter(({ tries }) => tries > 1).length,
        unit: '',
        aim: { atMost: 0 },
      },
      {
        figure: 'waited on the page for others',
        ours: answers.filter(({ waits }) => waits > 0).length,
        unit: '',
        aim: 'none',
      },
      { figure: 'answers, the median', ours: median(times) / 1000, unit: 's', aim: 'none' },
      { figure: 'answers, the last', ours: (times.at(-1) ?? 0) / 1000, unit: 's', aim: 'none' },
      { figure: 'all settled within', ours: settled / 1000, unit: 's', aim: 'none' },
    ];
  } finally {
    await client.end();
  }
}

/** Opens the sign-up in a new browser. */
async function open(origin: string, address: string): Promise<Visitor> {
  const response = await fetch(`${origin}/SignUp`, { headers: { accept: 'text/html', 'x-forwarded-for': address } });
  const token = /"antiForgeryToken":"([^"]+)"/.exec(await response.text())?.[1];
  if (!token) throw new Error('the sign-up has no token');
  const cookie = response.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  return { origin, address, cookie, token };
}

const headersOf = ({ address, cookie, token }: Visitor) => ({
  'x-forwarded-for': address,
  cookie,
  requestverificationtoken: token,
});

const selection = { items: [{ subscriptionPlanId: plan, priceId: `${plan}-monthly`, quantity: 1 }] };
const address = { line1: '1 Calle Mayor', city: 'Ciudad de México', postalCode: '01000', country: 'MX' };

/** Calls a handler of the form. @throws with the response's text if it fails */
async function call<Given>(visitor: Visitor, handler: string, body?: object): Promise<Given> {
  const response = await fetch(`${visitor.origin}/SignUp?handler=${handler}`, {
    method: 'POST',
    headers: { ...headersOf(visitor), accept: 'application/json', ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${handler}: ${response.status} ${await response.text()}`);
  return (await response.json()) as Given;
}

/** The final form of a person with a confirmed card and a quote. */
async function fillIn(visitor: Visitor, sandbox: string, person: number): Promise<URLSearchParams> {
  const { ClientSecret: secret } = await call<{ ClientSecret: string }>(visitor, 'SetupIntent');
  const confirmed = await fetch(`${sandbox}/v1/setup_intents/${secret.split('_secret_')[0]}/confirm`, {
    method: 'POST',
    headers: { authorization: 'Bearer pk_test_sandbox', 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ client_secret: secret, payment_method: 'pm_card_visa' }),
  });
  if (!confirmed.ok) throw new Error(`the card was not confirmed: ${await confirmed.text()}`);
  const { payment_method: card } = (await confirmed.json()) as { payment_method: string };
  const shippingDetails = { name: `Hotel ${person}`, address };
  const asked = { productId: product, ...selection, shippingDetails, paymentMethodId: card };
  const { TaxTransactionId: quote } = await call<{ TaxTransactionId: string }>(visitor, 'PreviewPurchase', asked);
  const password = `Granite-Lantern-${person}-Orbit`;
  return new URLSearchParams({
    CompanyId: '1',
    email: `hotel-${person}@bench.example`,
    organization: `Hotel ${person}`,
    firstName: 'Avery',
    lastName: 'Stone',
    country: 'MX',
    industry: 'hospitality',
    password,
    confirmPassword: password,
    'Purchase.Items[0].SubscriptionPlanId': plan,
    'Purchase.Items[0].PriceId': `${plan}-monthly`,
    'Purchase.Items[0].Quantity': '1',
    'Purchase.ShippingDetails.Name': shippingDetails.name,
    'Purchase.ShippingDetails.Address.Line1': address.line1,
    'Purchase.ShippingDetails.Address.City': address.city,
    'Purchase.ShippingDetails.Address.PostalCode': address.postalCode,
    'Purchase.ShippingDetails.Address.Country': address.country,
    'Purchase.PaymentMethodId': card,
    'Purchase.TaxTransactionId': quote,
    __RequestVerificationToken: visitor.token,
  });
}

/** Milliseconds for which a person keeps trying. */
const timeout = 180_000;

/**
 * Submits a form like the page: it asks whether the form would be accepted, and waits as long as it is told. A refused
 * form is lost.
 */
async function submitUntilTaken(visitor: Visitor, form: URLSearchParams): Promise<Answer> {
  const begin = performance.now();
  let asked = 0;
  for (let tries = 1; ; tries += 1) {
    for (let wait = await askToWait(visitor, form); wait > 0; wait = await askToWait(visitor, form)) {
      asked += 1;
      await pause(wait * 1000);
    }
    const { status, seconds } = await submit(visitor, form);
    const milliseconds = performance.now() - begin;
    if (status !== 503 || milliseconds > timeout) return { status, milliseconds, tries, waits: asked };
    await pause(seconds * 1000);
  }
}

/**
 * Seconds that a form must wait; 0 to submit it now. If the portal is too busy to answer, this asks again after the
 * time in Retry-After.
 */
async function askToWait(visitor: Visitor, form: URLSearchParams): Promise<number> {
  const response = await fetch(`${visitor.origin}/api/SignUp/Block`, {
    method: 'POST',
    headers: { ...headersOf(visitor), accept: 'application/json', 'content-type': 'application/json' },
    body: JSON.stringify({ email: form.get('email') }),
  });
  if (response.status === 503) return Number(response.headers.get('retry-after') ?? 3);
  const { secondsLeft } = (await response.json()) as { secondsLeft: number };
  return secondsLeft;
}

async function submit(visitor: Visitor, form: URLSearchParams): Promise<{ status: number; seconds: number }> {
  const response = await fetch(`${visitor.origin}/SignUp`, {
    method: 'POST',
    redirect: 'manual',
    headers: {
      ...headersOf(visitor),
      accept: 'text/html',
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: form,
  });
  await response.text();
  return { status: response.status, seconds: Number(response.headers.get('retry-after') ?? 1) };
}

/** Milliseconds for the queue to finish. After many failures it retries an operation only after ten minutes. */
const maxSettling = 900_000;

/** Waits until no registration is running and the customers of failed ones are removed. @throws after 15 minutes */
async function untilSettled(client: pg.Client): Promise<void> {
  const left = `select (select count(*) from sign_up_registrations where state = 'live')
    + (select count(*) from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
       where t.identifier = 'sign-up-remove-customer') as count`;
  for (const end = performance.now() + maxSettling; performance.now() < end; await pause(500)) {
    const { rows } = await client.query<{ count: string }>(left);
    if (Number(rows[0]?.count) === 0) return;
  }
  throw new Error('registrations are not settled');
}

/** Counts each kind of object that a sign-up creates. Each count must equal the number of people. */
async function countEverything(client: pg.Client, sandbox: string): Promise<Readonly<Record<string, number>>> {
  const { rows } = await client.query<Record<string, number>>(
    `with mine as (
       select a.id from accounts a join users u on u.account_id = a.id
       where u.email like '%@bench.example' and u.active and not a.is_registering)
     select (select count(*) from mine)::int as accounts,
            (select count(*) from subscriptions where account_id in (select id from mine))::int as subscriptions,
            (select count(*) from orders where account_id in (select id from mine))::int as orders,
            (select count(*) from licenses where account_id in (select id from mine))::int as licenses`,
  );
  const customers = (await listAll<{ id: string; email: string | null }>(sandbox, 'customers')).filter(({ email }) =>
    email?.endsWith('@bench.example'),
  );
  const ids = new Set(customers.map(({ id }) => id));
  const charges = await listAll<{ id: string; customer: string; status: string }>(sandbox, 'charges');
  return {
    ...rows[0],
    customers: ids.size,
    charges: charges.filter(({ customer, status }) => ids.has(customer) && status === 'succeeded').length,
  };
}

/** All objects of a list of the sandbox. */
async function listAll<Item extends { id: string }>(sandbox: string, name: string): Promise<Item[]> {
  const all: Item[] = [];
  for (let after = ''; ; ) {
    const response = await fetch(`${sandbox}/v1/${name}?limit=100${after && `&starting_after=${after}`}`, {
      headers: { authorization: 'Bearer sk_test_sandbox' },
    });
    const { data, has_more: hasMore } = (await response.json()) as { data: Item[]; has_more: boolean };
    all.push(...data);
    after = data.at(-1)?.id ?? '';
    if (!hasMore) return all;
  }
}
