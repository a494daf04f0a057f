import { randomBytes } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { openPortalBehindProxy } from '../../../test/portal-behind-proxy.ts';
import { hashSecret } from '../../core/secrets.ts';

const { portal } = await openPortalBehindProxy({ queue: true, invoiceMailDelay: 1_000 });
const owner = await portal.signIn('owner@acme.example');
const admin = await portal.signIn('admin@acme.example');
const reader = await portal.signIn('readonly@acme.example');
const stranger = await portal.signIn('owner@globex.example');

const path = '/api/Billing/Recipients';
const books = { email: 'books@outside.example', name: 'Bookkeeping', language: 'fr' };
const { pool } = portal.database;

beforeEach(async () => {
  await pool.query('delete from billing_recipients');
  await pool.query('delete from rate_limits');
});

interface Message {
  readonly template: string;
  readonly recipient: string;
  readonly locale: string;
  readonly data: {
    readonly path: string;
    readonly leavePath: string | null;
    readonly leaveAtOncePath: string | null;
    readonly invoiceId: string | null;
    readonly number: string;
    readonly failureWasTold?: boolean;
  };
}

async function messagesTo(address: string): Promise<Message[]> {
  const { rows } = await pool.query(
    'select template, recipient, locale, data from mail_messages where lower(recipient) = $1 order by id',
    [address],
  );
  return rows;
}

const findToken = (link: string | null | undefined) => link?.split('#')[1] ?? '';

/** Replaces the mailed token by a known one, because the portal deletes the content of a sent mail. */
async function confirmToken(address = books.email): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await pool.query('update billing_recipients set link_hash = $1 where lower(email) = $2', [
    hashSecret(token),
    address,
  ]);
  return token;
}

const answer = (what: 'Check' | 'Confirm' | 'Leave', token: string) =>
  stranger.post(`${path}/Links/${what}`, { token });

async function listStates(): Promise<string[]> {
  const { items } = (await owner.get(path)).json();
  return items.map(({ email, state }: { email: string; state: string }) => `${email} ${state}`);
}

describe('recipients of invoices', () => {
  test('are asked by mail in their language, and confirm by a link that opening does not use up', async () => {
    const added = await owner.post(path, books);
    expect(added.json(), added.body).toMatchObject({ ...books, state: 'waiting' });
    const token = await confirmToken();
    const asked = await answer('Check', token);
    expect(asked.json()).toEqual({ kind: 'confirm', email: books.email, accountName: 'Acme Security', language: 'fr' });
    expect(await listStates()).toEqual([`${books.email} waiting`]);
    expect((await answer('Confirm', token)).statusCode).toBe(200);
    expect((await answer('Confirm', token)).statusCode).toBe(200);
    expect(await listStates()).toEqual([`${books.email} confirmed`]);
    const { rows } = await pool.query(
      "select count(*)::int from audit_events where kind = 'billingRecipientConfirmed'",
    );
    expect(rows[0].count).toBe(1);
  });

  test('get expiry notices only after an admin chooses so', async () => {
    const { id, receivesNotices } = (await owner.post(path, books)).json();
    expect(receivesNotices).toBe(false);
    const set = (receives: unknown, by = owner) =>
      by.send('PUT', `${path}/${id}/Notices`, { payload: { receives } as object });
    expect((await set(true)).json()).toMatchObject({ id, receivesNotices: true });
    await set(true);
    const { rows } = await pool.query("select detail from audit_events where kind = 'billingRecipientChanged'");
    expect(rows).toEqual([{ detail: { email: books.email, changes: { receivesNotices: [false, true] } } }]);
    expect((await set('yes')).json()).toMatchObject({ code: 'ValidationError' });
    expect((await set(false, reader)).statusCode).toBe(403);
    expect((await set(false, stranger)).statusCode).toBe(404);
    expect((await owner.get(path)).json().items).toMatchObject([{ receivesNotices: true }]);
  });

  test('are added once by simultaneous requests, case-insensitively', async () => {
    const answers = await Promise.all(
      ['books@outside.example', 'BOOKS@outside.example', 'Books@Outside.example'].map((email, index) =>
        (index === 0 ? owner : admin).post(path, { ...books, email }),
      ),
    );
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 422, 422]);
    const refused = answers.find(({ statusCode }) => statusCode === 422);
    expect(refused?.json().propertyErrors).toEqual({ email: ['This address is in the list already.'] });
  });

  test('are at most ten', async () => {
    for (let number = 0; number < 10; number += 1)
      expect((await owner.post(path, { ...books, email: `r${number}@outside.example` })).statusCode).toBe(200);
    expect((await owner.post(path, { ...books, email: 'r10@outside.example' })).statusCode).toBe(409);
  });

  test('get another link, which invalidates the former one, and at most five mails a day', async () => {
    const { id } = (await owner.post(path, books)).json();
    const former = await confirmToken();
    expect((await owner.post(`${path}/${id}/Confirmation`, {})).statusCode).toBe(200);
    const newer = await confirmToken();
    expect(newer).not.toBe(former);
    expect((await answer('Confirm', former)).statusCode).toBe(410);
    for (let number = 0; number < 3; number += 1) await owner.post(`${path}/${id}/Confirmation`, {});
    expect((await owner.post(`${path}/${id}/Confirmation`, {})).statusCode).toBe(429);
    expect((await answer('Confirm', await confirmToken())).statusCode).toBe(200);
    await pool.query('delete from rate_limits');
    expect((await owner.post(`${path}/${id}/Confirmation`, {})).statusCode).toBe(409);
  });

  test('cannot confirm if they were removed or the link has expired', async () => {
    const { id } = (await owner.post(path, books)).json();
    const token = await confirmToken();
    await pool.query("update billing_recipients set link_until = now() - interval '1 second'");
    expect((await answer('Confirm', token)).statusCode).toBe(410);
    await pool.query("update billing_recipients set link_until = now() + interval '1 day'");
    const [confirmed, removed] = await Promise.all([answer('Confirm', token), owner.send('DELETE', `${path}/${id}`)]);
    expect(removed.statusCode).toBe(200);
    expect([200, 410]).toContain(confirmed.statusCode);
    expect(await listStates()).toEqual([]);
    expect((await answer('Confirm', token)).statusCode).toBe(410);
  });

  test('reject bad input and unknown links', async () => {
    const { id } = (await owner.post(path, books)).json();
    expect((await owner.post(path, { ...books, email: 'none' })).statusCode).toBe(422);
    for (const token of ['x'.repeat(43), `${id}.${'x'.repeat(43)}`])
      expect((await answer('Leave', token)).statusCode).toBe(410);
  });
});

describe('mail about invoices', () => {
  async function confirmedRecipient(): Promise<void> {
    await owner.post(path, books);
    expect((await answer('Confirm', await confirmToken())).statusCode).toBe(200);
  }

  async function customerId(): Promise<string> {
    const { rows } = await pool.query("select stripe_customer_id as id from accounts where name = 'Acme Security'");
    return rows[0].id;
  }

  /** An open invoice of the customer. */
  async function issue(collection: 'charge_automatically' | 'send_invoice' = 'charge_automatically') {
    const customer = await customerId();
    await portal.stripe.invoiceItems.create({ customer, amount: 4200, currency: 'usd', description: 'Setup' });
    const draft = await portal.stripe.invoices.create({
      customer,
      collection_method: collection,
      ...(collection === 'send_invoice' && { days_until_due: 14 }),
      pending_invoice_items_behavior: 'include',
    });
    return portal.stripe.invoices.finalizeInvoice(draft.id ?? '');
  }

  /** Charges the customer. @returns the invoice */
  const charge = async () => portal.stripe.invoices.pay((await issue()).id ?? '');

  const listMails = async (address: string, number: string | null) =>
    (await messagesTo(address)).filter(({ data }) => data?.number === number);

  test('is sent to the owner and confirmed recipients once, and ends by its link', async () => {
    await portal.addCard(owner);
    await owner.post(path, { ...books, email: 'waiting@outside.example' });
    await confirmedRecipient();
    const invoice = await charge();
    await expect.poll(async () => (await listMails(books.email, invoice.number)).length, { timeout: 20_000 }).toBe(1);
    const [mail] = await listMails(books.email, invoice.number);
    expect(mail).toMatchObject({ template: 'receipt', locale: 'fr' });
    expect((await listMails('owner@acme.example', invoice.number)).map(({ template }) => template)).toEqual([
      'receipt',
    ]);
    expect(await listMails('waiting@outside.example', invoice.number)).toEqual([]);
    await portal.app.gateway.mirror.refresh('invoice', invoice.id ?? '');

    const opened = await stranger.get(mail?.data.path ?? '');
    expect(opened.statusCode).toBe(303);
    expect(opened.headers.location).toContain(invoice.id);

    const leaveToken = findToken(mail?.data.leavePath);
    expect((await answer('Check', leaveToken)).json()).toMatchObject({ kind: 'leave', email: books.email });
    expect((await answer('Leave', leaveToken)).statusCode).toBe(200);
    expect((await answer('Leave', leaveToken)).statusCode).toBe(200);
    expect((await stranger.get(mail?.data.path ?? '')).statusCode).toBe(410);

    const ended = await portal.app.http.inject({
      url: mail?.data.path ?? '',
      headers: { accept: 'text/html', 'accept-language': 'en' },
    });
    expect([ended.statusCode, ended.headers['content-type']]).toEqual([410, 'text/html; charset=utf-8']);
    expect(ended.body).toContain('This link no longer works');
    expect(ended.body).toContain(`href="/Billing/Invoices/${invoice.id}/Details"`);
    expect(ended.body).toContain('Ask the owner or an admin');

    const next = await charge();
    await expect
      .poll(async () => (await listMails('owner@acme.example', next.number)).length, { timeout: 20_000 })
      .toBe(1);
    expect(await listMails(books.email, next.number)).toEqual([]);
    expect(await listMails('owner@acme.example', invoice.number)).toHaveLength(1);
  });

  test('ends by one click in a mail program, without a page, a cookie or an anti-forgery token', async () => {
    await confirmedRecipient();
    const invoice = await charge();
    await expect.poll(async () => (await listMails(books.email, invoice.number)).length, { timeout: 20_000 }).toBe(1);
    const [mail] = await listMails(books.email, invoice.number);
    expect(mail?.data.invoiceId).toBe(invoice.id);
    const url = mail?.data.leaveAtOncePath ?? '';
    const send = (body: string, type = 'application/x-www-form-urlencoded', to = url) =>
      portal.app.http.inject({ method: 'POST', url: to, headers: { 'content-type': type }, payload: body });

    const page = await portal.app.http.inject({ method: 'GET', url });
    expect([page.statusCode, page.headers.location]).toEqual([303, mail?.data.leavePath]);
    expect((await send('')).statusCode).toBe(422);
    expect((await send('List-Unsubscribe=Two-Clicks')).statusCode).toBe(422);
    expect((await send('List-Unsubscribe=One-Click', undefined, url.replace(/.{3}$/, 'xxx'))).statusCode).toBe(410);
    expect(await listStates()).toEqual([`${books.email} confirmed`]);

    const left = await send('List-Unsubscribe=One-Click');
    expect([left.statusCode, left.json()]).toEqual([200, {}]);
    expect(left.headers.location).toBeUndefined();
    expect(await listStates()).toEqual([`${books.email} left`]);
    const multipart = '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n';
    expect((await send(multipart, 'multipart/form-data; boundary=x')).statusCode).toBe(200);
    const { rows } = await pool.query(
      "select count(*)::int from audit_events where kind = 'billingRecipientLeft' and at > now() - interval '1 minute'",
    );
    expect(rows[0].count).toBeGreaterThan(0);
  });

  test('reports an invoice to be paid, and refunds', async () => {
    await confirmedRecipient();
    const sent = await issue('send_invoice');
    await expect
      .poll(async () => (await listMails(books.email, sent.number)).map(({ template }) => template), {
        timeout: 20_000,
      })
      .toEqual(['invoiceIssued']);
    const paid = await charge();
    const [payment] = (await portal.stripe.invoicePayments.list({ invoice: paid.id ?? '' })).data;
    const intent = String(payment?.payment.payment_intent);
    await expect.poll(async () => (await listMails(books.email, paid.number)).length, { timeout: 20_000 }).toBe(1);
    await portal.stripe.refunds.create({ payment_intent: intent, amount: 1000 });
    await expect
      .poll(async () => (await listMails(books.email, paid.number)).map(({ template }) => template), {
        timeout: 20_000,
      })
      .toEqual(['receipt', 'refund']);
  });

  test('reports a payment after a mailed failure, to admins too', async () => {
    const invoice = await issue();
    await pool.query(
      `insert into payment_notices (account_id, kind, subject)
       select id, 'paymentFailed', $1 from accounts where name = 'Acme Security'`,
      [invoice.id],
    );
    await portal.stripe.invoices.pay(invoice.id ?? '');
    for (const address of ['owner@acme.example', 'admin@acme.example']) {
      await expect
        .poll(async () => (await listMails(address, invoice.number)).map(({ data }) => data.failureWasTold), {
          timeout: 20_000,
        })
        .toEqual([true]);
    }
  });

  test('reports a credit note and the use of its amount', async () => {
    await confirmedRecipient();
    const paid = await charge();
    const note = await portal.stripe.creditNotes.create({ invoice: paid.id ?? '', amount: 700, credit_amount: 700 });
    await expect.poll(async () => (await listMails(books.email, note.number)).length, { timeout: 20_000 }).toBe(1);
    const [mail] = await listMails(books.email, note.number);
    expect(mail).toMatchObject({
      template: 'creditNote',
      locale: 'fr',
      data: { creditNoteId: note.id, invoiceNumber: paid.number, amount: 700, notDue: 0, credited: 700, refunded: 0 },
    });
    await portal.app.gateway.mirror.refresh('credit_note', note.id);
    expect(await portal.app.gateway.invoicePdfs.readForMail(note.id)).toBeInstanceOf(Buffer);
    expect(await listMails('owner@acme.example', note.number)).toHaveLength(1);
  });

  test('is sent to a billing address that is not a user’s only after it confirmed (REC-10)', async () => {
    const victim = 'victim@outside.example';
    const customer = await customerId();
    const setEmail = async (email: string) => {
      await portal.stripe.customers.update(customer, { email });
      await portal.app.gateway.mirror.refresh('customer', customer);
    };
    await setEmail(victim);
    const [first, second] = [await charge(), await charge()];
    for (const { number } of [first, second])
      await expect
        .poll(async () => (await listMails('owner@acme.example', number)).length, { timeout: 20_000 })
        .toBe(1);
    expect((await messagesTo(victim)).map(({ template }) => template)).toEqual(['recipientConfirmation']);
    expect(await listStates()).toEqual([`${victim} waiting`]);
    await answer('Confirm', await confirmToken(victim));
    const third = await charge();
    await expect.poll(async () => (await listMails(victim, third.number)).length, { timeout: 20_000 }).toBe(1);
    expect((await listMails(victim, third.number))[0]?.data.leavePath).not.toBeNull();
    await setEmail('owner@acme.example');
  });

  test('is sent to an admin who requested it, and not to an owner who declined', async () => {
    expect((await owner.send('PUT', `${path}/Own`, { payload: { receives: false } })).json().receives).toBe(false);
    expect((await admin.send('PUT', `${path}/Own`, { payload: { receives: true } })).json().receives).toBe(true);
    expect((await admin.get(path)).json().own).toEqual({ email: 'admin@acme.example', receives: true });
    expect((await reader.get(path)).json().own).toBeNull();
    const invoice = await charge();
    await expect
      .poll(async () => (await listMails('admin@acme.example', invoice.number)).length, { timeout: 20_000 })
      .toBe(1);
    expect(await listMails('owner@acme.example', invoice.number)).toEqual([]);
  });
});
