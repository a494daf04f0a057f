import { beforeAll, beforeEach, expect, test } from 'vitest';
import { Browser } from '../../../test/browser.ts';
import { type FullPortal, startFullPortal } from '../../../test/full-portal.ts';
import {
  authenticationCard,
  buyingForm,
  fetchRegistration,
  freshVisitor,
  listMailsTo,
  newCard,
  newEmail,
  oneTrial,
  pageState,
  password,
  personFields,
  postForm,
  quote,
  summarizeCustomer,
  visitor,
  waitingRegistrationId,
} from './sign-up.test-support.ts';

let portal: FullPortal;
let browser: Browser;

beforeAll(async () => {
  portal = await startFullPortal({ mode: 'demo' });
});

beforeEach(async () => {
  browser = await freshVisitor(portal);
});

const registered = {
  accounts: 1,
  registering: 0,
  licenses: 1,
  orders: 1,
  subscriptions: 1,
  customers: 1,
  paid: [4_000],
  running: ['active'],
};
const nobody = {
  accounts: 0,
  registering: 0,
  licenses: 0,
  orders: 0,
  subscriptions: 0,
  customers: 0,
  paid: [],
  running: [],
};

test('redirects to the success page when account, subscription, order and license exist', async () => {
  const email = newEmail();
  const response = await postForm(browser, await buyingForm(portal, browser, email));
  expect(response.statusCode, response.body).toBe(303);
  expect(response.headers.location).toBe('/Confirmation?product=desktop');
  expect(await summarizeCustomer(portal, email)).toEqual(registered);
});

const outcomeOf = async (who: Browser) => (await who.open('/Confirmation?product=desktop')).preloaded.signUp?.outcome;

test('shows what was paid to the browser that paid, for two hours', async () => {
  const email = newEmail();
  await postForm(browser, await buyingForm(portal, browser, email));
  expect(await outcomeOf(browser)).toMatchObject({
    email,
    isConfirmed: false,
    isCorrectable: true,
    product: { name: 'Desktop' },
    plan: { name: 'Basic', trialDays: null },
    receipt: {
      amountPaid: 4_000,
      currency: 'usd',
      number: expect.any(String),
      lines: [{ description: expect.stringContaining('Basic'), amount: 4_000 }],
      card: { brand: 'Visa', last4: '4242' },
      url: expect.stringMatching(/^http/),
      nextCharge: { at: expect.any(String), amount: 4_000 },
      license: expect.stringMatching(/^[0-9A-Z]{5}(-[0-9A-Z]{5,6}){4}$/),
    },
  });
  expect(await outcomeOf(await visitor(portal.app.http))).toBeNull();
  await portal.database.pool.query("update sign_up_outcomes set expires_at = expires_at - interval '2 hours'");
  expect(await outcomeOf(browser)).toBeNull();
});

test.each([
  ['a trial', oneTrial, { name: expect.any(String), trialDays: 14 }],
  ['no plan', {}, null],
])('shows the same page after %s as after a form with a known address', async (_, fields, plan) => {
  const pages = [];
  for (const email of [newEmail(), 'owner@acme.example']) {
    const who = await visitor(portal.app.http);
    expect((await postForm(who, { ...personFields, ...fields, email })).statusCode).toBe(303);
    const { signUp } = (await who.open('/Confirmation?product=desktop')).preloaded;
    expect(signUp?.outcome).toMatchObject({ email, receipt: null, isCorrectable: true, plan });
    pages.push({ ...signUp, outcome: { ...signUp?.outcome, email: '', sentAt: '', secondsLeft: 0 } });
  }
  expect(pages[0]).toEqual(pages[1]);
});

test('does not show an order after a form with a known address, which was not charged', async () => {
  await postForm(browser, await buyingForm(portal, browser, 'owner@acme.example'));
  expect(await outcomeOf(browser)).toMatchObject({
    plan: null,
    receipt: null,
    isConfirmed: false,
    isCorrectable: false,
  });
});

test('registers without a plan, and does not call Stripe', async () => {
  const email = newEmail();
  const response = await postForm(browser, { ...personFields, email });
  expect(response.statusCode, response.body).toBe(303);
  expect(await summarizeCustomer(portal, email)).toEqual({ ...nobody, accounts: 1 });
});

test('lets the owner sign in after confirming the address, and opens the purchased product', async () => {
  const email = newEmail();
  await postForm(browser, await buyingForm(portal, browser, email));
  const [mail] = await listMailsTo(portal, email);
  expect(mail).toMatchObject({
    template: 'welcome',
    locale: 'en',
    data: { login: email, license: expect.any(String) },
  });
  const login = new Browser(portal.app.http);
  await login.open('/login');
  const early = await login.post('/LoginWithMFA', { userName: email, password });
  expect(early.json()).toMatchObject({ propertyErrors: { '': [expect.stringContaining('Confirm your email')] } });
  const [first, reminder] = await Promise.all([0, 1].map((index) => mailedToken(email, index)));
  for (const token of [first, reminder])
    expect((await check(browser, token)).json()).toMatchObject({ email, needsPassword: false, isDone: false });
  const confirmed = await browser.post('/api/ConfirmEmail', { token: first });
  expect(confirmed.json()).toEqual({
    email,
    signIn: { redirectUrl: '/Confirmation?product=desktop', challenge: null },
  });
  const page = (await browser.open('/Confirmation?product=desktop')).preloaded;
  expect(page).toMatchObject({
    user: { email },
    signUp: { outcome: { isConfirmed: true, receipt: { amountPaid: 4_000 } } },
  });
  expect((await check(login, reminder)).json()).toMatchObject({ needsPassword: false, isDone: true });
  expect((await login.post('/api/ConfirmEmail', { token: reminder })).json()).toEqual({ email, signIn: null });
  const entered = await login.post('/LoginWithMFA', { userName: email, password });
  expect(entered.json()).toMatchObject({ redirectUrl: '/' });
  expect((await login.open('/')).preloaded.hasFirstSteps).toBe(true);
  const steps = (await login.get('/api/FirstSteps')).json().items;
  expect(steps.map(({ kind }: { kind: string }) => kind)).toEqual(expect.arrayContaining(['device', 'people']));
});

const check = (by: Browser, token: string | undefined) => by.post('/api/Links/Check', { token });
const mailedToken = async (email: string, index = 0) =>
  (await listMailsTo(portal, email))[index]?.data.path?.split('#')[1];

test('does not confirm a stranger’s password: another browser gives the password of the form, or sets a new one', async () => {
  const email = newEmail();
  await postForm(browser, { ...personFields, email });
  const token = await mailedToken(email);
  const victim = new Browser(portal.app.http);
  await victim.open('/login');
  expect((await check(victim, token)).json()).toMatchObject({ kind: 'confirmSignUp', needsPassword: true });
  for (const guess of [{}, { password: 'guessed' }])
    expect((await victim.post('/api/ConfirmEmail', { token, ...guess })).json().code).toBe('InvalidCredentials');
  const chosen = 'Kx9$mPq2vL';
  const set = await victim.post('/api/ResetPassword', { token, newPassword: chosen, newPasswordConfirmation: chosen });
  expect(set.json()).toMatchObject({ redirectUrl: expect.any(String) });
  // The browser that sent the form does not learn that the address was confirmed.
  expect(await outcomeOf(browser)).toMatchObject({ isConfirmed: false });
  const stranger = new Browser(portal.app.http);
  await stranger.open('/login');
  expect((await stranger.post('/LoginWithMFA', { userName: email, password })).json().code).toBe('InvalidCredentials');
  const again = { token, newPassword: password, newPasswordConfirmation: password };
  expect((await stranger.post('/api/ResetPassword', again)).json().code).toBe('LinkExpired');
});

test('confirms a sign-up in another browser with the password of the form', async () => {
  const email = newEmail();
  await postForm(browser, { ...personFields, email });
  const phone = new Browser(portal.app.http);
  await phone.open('/login');
  expect((await phone.post('/api/ConfirmEmail', { token: await mailedToken(email), password })).json()).toEqual({
    email,
    signIn: { redirectUrl: '/', challenge: null },
  });
  expect((await phone.open('/')).preloaded.user).toMatchObject({ email });
  expect(await outcomeOf(browser)).toMatchObject({ isConfirmed: true });
});

test('puts no text of the visitor into mail to an address until it is confirmed', async () => {
  const email = newEmail();
  const words = { organization: 'Cheap pills', firstName: 'Visit', lastName: 'pills.example' };
  await postForm(browser, { ...personFields, ...words, email });
  const login = new Browser(portal.app.http);
  await login.open('/login');
  await login.post('/LoginWithMFA', { userName: email, password });
  const { rows } = await portal.database.pool.query(
    'select template, recipient_name, data from mail_messages where recipient = $1 order by id',
    [email],
  );
  expect(rows.map(({ template }) => template)).toEqual(['welcome', 'confirmSignUp']);
  expect(JSON.stringify(rows)).not.toMatch(/pills|Visit/);
});

test('stores the business details for operators, invoices and later addresses', async () => {
  const email = newEmail();
  browser.cookies.portico_locale = 'fr';
  await postForm(browser, await buyingForm(portal, browser, email));
  const [customer] = (await portal.stripe.customers.list({ email })).data;
  expect(customer?.invoice_settings.custom_fields).toEqual([{ name: 'Bon de commande', value: 'PO-7' }]);
  const operator = await portal.signIn('operator@portico.example');
  const id = customer?.metadata.account_id;
  const overview = (await operator.get(`/api/Operator/AccountOverviews/${id}`)).json();
  expect(overview.registration).toEqual({
    country: 'MX',
    state: '',
    province: '',
    industry: 'hospitality',
    otherIndustry: '',
    orderNumber: 'PO-7',
  });
});

test('keeps country and order number of a registration without a plan for the first purchase', async () => {
  const email = newEmail();
  const place = { country: 'CA', province: 'QC', orderNumber: 'PO-8' };
  await postForm(browser, { ...personFields, ...place, email });
  await portal.database.pool.query('update users set email_confirmed_at = now() where email = $1', [email]);
  const owner = new Browser(portal.app.http);
  await owner.open('/login');
  await owner.post('/LoginWithMFA', { userName: email, password });
  await owner.open('/');
  expect((await owner.get('/api/Billing/BusinessAddress')).json()).toEqual({
    shippingDetails: null,
    usual: { name: personFields.organization, country: 'CA', state: 'QC' },
  });
  await portal.addCard(owner);
  const [customer] = (await portal.stripe.customers.list({ email })).data;
  expect(customer?.invoice_settings.custom_fields).toEqual([{ name: 'Purchase order', value: 'PO-8' }]);
});

test('welcomes an owner in their language', async () => {
  const email = newEmail();
  browser.cookies.portico_locale = 'fr';
  await postForm(browser, await buyingForm(portal, browser, email));
  const [mail] = await listMailsTo(portal, email);
  expect(mail).toMatchObject({ template: 'welcome', locale: 'fr', data: { product: 'Bureau', plan: 'Base' } });
});

test('leaves nothing in the portal after a declined card, and buys with the next card', async () => {
  const email = newEmail();
  const card = await newCard(portal, browser, 'pm_card_chargeCustomerFail');
  const declined = await postForm(browser, await buyingForm(portal, browser, email, card));
  expect(declined.statusCode).toBe(402);
  const { modelState, attemptedValues } = pageState(declined);
  expect(modelState).toEqual({ 'Purchase.PaymentMethodId': ['Your card was declined.'] });
  expect(attemptedValues).toMatchObject({ email, organization: 'Stone Hotels' });
  expect(JSON.stringify(attemptedValues)).not.toContain(password);
  expect(await summarizeCustomer(portal, email)).toMatchObject({ ...nobody, customers: 1 });
  const again = await postForm(browser, await buyingForm(portal, browser, email));
  expect(again.statusCode, again.body).toBe(303);
  expect(await summarizeCustomer(portal, email)).toMatchObject({ ...registered, customers: 2 });
});

test('creates one account from two concurrent forms', async () => {
  const email = newEmail();
  const form = await buyingForm(portal, browser, email);
  const answers = await Promise.all([postForm(browser, form), postForm(browser, form), postForm(browser, form)]);
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([303, 303, 303]);
  expect(await summarizeCustomer(portal, email)).toEqual(registered);
});

test('answers a known address like an unknown one, charges nothing, and mails its user', async () => {
  const email = 'owner@acme.example';
  const response = await postForm(browser, await buyingForm(portal, browser, email));
  expect(response.statusCode).toBe(303);
  expect(response.headers.location).toBe('/Confirmation?product=desktop');
  expect((await portal.stripe.customers.list({ email })).data).toEqual([]);
  expect((await listMailsTo(portal, email)).at(-1)).toMatchObject({
    template: 'signUpKnown',
    data: { isInvited: false },
  });
});

test('waits for the cardholder, then opens the account', async () => {
  const email = newEmail();
  const form = await buyingForm(portal, browser, email, await authenticationCard(portal));
  const waiting = await postForm(browser, form);
  expect(waiting.statusCode, waiting.body).toBe(303);
  const registration = await fetchRegistration(browser, waiting);
  expect(registration).toMatchObject({ status: 'requiresAction', clientSecret: expect.stringContaining('_secret') });
  expect(await summarizeCustomer(portal, email)).toMatchObject({ accounts: 0, registering: 1, paid: [] });
  const again = await postForm(browser, form);
  expect(await fetchRegistration(browser, again)).toEqual(registration);
  await browser.post(
    '/stripe-sandbox/v1/3ds2/authenticate',
    `client_secret=${registration.clientSecret}&outcome=succeed`,
    { headers: { 'content-type': 'application/x-www-form-urlencoded' } },
  );
  expect(await fetchRegistration(browser, waiting)).toMatchObject({
    status: 'succeeded',
    redirectUrl: expect.stringContaining('/Confirmation'),
  });
  expect(await summarizeCustomer(portal, email)).toEqual(registered);
  expect((await (await visitor(portal.app.http)).get(`/api/SignUp/Registrations/${registration.id}`)).statusCode).toBe(
    404,
  );
});

test('redirects a waiting form to an address of its own, which does not post on reload', async () => {
  const { pool } = portal.database;
  await pool.query(`insert into companies (name, slug) values ('Harbor', 'harbor') on conflict do nothing`);
  const company = (await pool.query(`select id from companies where slug = 'harbor'`)).rows[0].id;
  const form = await buyingForm(portal, browser, newEmail(), await authenticationCard(portal));
  const posted = { ...form, CompanyId: String(company) };
  const query = '?companyName=harbor&product=desktop&storageKey=key-1&from=purchase';
  const waiting = await postForm(browser, posted, query);
  const location = String(waiting.headers.location);
  expect(location).toMatch(/^\/confirm\/harbor\?product=desktop&storageKey=key-1&registration=[0-9a-f-]{36}$/);
  const counted = async () => (await pool.query('select * from rate_limits order by 1, 2')).rows;
  const before = await counted();
  const { response, preloaded } = await browser.open(location);
  expect(response.statusCode).toBe(200);
  expect(preloaded).toMatchObject({ company: { name: 'Harbor' }, modelState: {} });
  expect(await counted()).toEqual(before);
  await browser.send('DELETE', `/api/SignUp/Registrations/${waitingRegistrationId(waiting)}`);
});

test('replaces a form that waits for its cardholder with another one', async () => {
  const email = newEmail();
  await postForm(browser, await buyingForm(portal, browser, email, await authenticationCard(portal)));
  const next = await postForm(browser, await buyingForm(portal, browser, email));
  expect(next.statusCode, next.body).toBe(303);
  expect(await summarizeCustomer(portal, email)).toMatchObject({ ...registered, customers: 2 });
});

test('abandons a registration on request, and leaves nothing', async () => {
  const email = newEmail();
  const waiting = await postForm(browser, await buyingForm(portal, browser, email, await authenticationCard(portal)));
  const id = waitingRegistrationId(waiting);
  const given = await browser.send('DELETE', `/api/SignUp/Registrations/${id}`);
  expect(given.json()).toMatchObject({ status: 'failed', error: { code: 'CardError' } });
  expect(await summarizeCustomer(portal, email)).toMatchObject({ ...nobody, customers: 1 });
});

test('rejects a changed price at the step that shows it', async () => {
  const form = { ...(await buyingForm(portal, browser, newEmail())), 'Purchase.Items[0].Quantity': '3' };
  const response = await postForm(browser, form);
  expect(response.statusCode).toBe(409);
  expect(Object.keys(pageState(response).modelState)).toEqual(['Purchase.TaxTransactionId']);
  const unquoted = await postForm(browser, { ...form, 'Purchase.TaxTransactionId': '' });
  expect(unquoted.statusCode).toBe(409);
  const foreign = await postForm(browser, {
    ...form,
    'Purchase.TaxTransactionId': await quote(browser, {
      items: [{ subscriptionPlanId: 'desktop-basic', priceId: 'desktop-basic-monthly', quantity: 5 }],
    }),
  });
  expect(foreign.statusCode).toBe(409);
});
