import type { BillingDetailsInput } from '@portico/contract';
import { beforeEach, describe, expect, test } from 'vitest';
import { openPortalBehindProxy } from '../../../test/portal-behind-proxy.ts';

const { portal, proxy } = await openPortalBehindProxy({ queue: true });
const owner = await portal.signIn('owner@acme.example');
const admin = await portal.signIn('admin@acme.example');
const reader = await portal.signIn('readonly@acme.example');
const stranger = await portal.signIn('owner@globex.example');

const path = '/api/Billing/Details';
const address = { line1: '1 Rue Sherbrooke', city: 'Montréal', state: 'QC', postalCode: 'H2X 1Y6', country: 'CA' };
const full = {
  companyName: 'Acme Canada',
  email: 'billing@acme.example',
  phone: '+1 514 555 0100',
  address,
  taxId: { kind: 'ca_gst_hst', value: '123456789 RT 0001' },
  purchaseOrder: 'PO-4711',
  language: 'fr',
} satisfies Omit<BillingDetailsInput, 'revision'>;

let revision = '';
beforeEach(async () => {
  revision = (await owner.get(path)).json().revision;
});

async function customerId(): Promise<string> {
  const { rows } = await portal.database.pool.query(
    "select stripe_customer_id as id from accounts where name = 'Acme Security'",
  );
  return rows[0].id;
}

describe('billing details', () => {
  test('show the defaults of the first invoice before the account has a customer', async () => {
    const found = await owner.get(path);
    expect(found.json()).toEqual({
      // The address that the account gave in a purchase.
      companyName: 'Saved before',
      email: 'owner@acme.example',
      phone: '',
      address: { line1: '1 Calle Mayor', city: 'Ciudad de México', postalCode: '01000', country: 'MX' },
      taxId: null,
      otherTaxIds: [],
      purchaseOrder: '',
      language: null,
      revision: 'none',
    });
    expect((await reader.get(path)).statusCode).toBe(200);
  });

  test('are saved at Stripe, mirrored, and audited with their former values', async () => {
    const saved = await owner.send('PUT', path, { payload: { ...full, revision } });
    expect(saved.json(), saved.body).toMatchObject({
      status: 'succeeded',
      details: {
        companyName: 'Acme Canada',
        taxId: { kind: 'ca_gst_hst', value: '123456789RT0001', status: 'notChecked' },
        purchaseOrder: 'PO-4711',
        language: 'fr',
      },
    });
    const customer = await portal.stripe.customers.retrieve(await customerId(), { expand: ['tax_ids'] });
    expect(customer).toMatchObject({
      name: 'Acme Canada',
      email: 'billing@acme.example',
      phone: '+1 514 555 0100',
      preferred_locales: ['fr-CA'],
      address: { city: 'Montréal', country: 'CA', state: 'QC' },
      shipping: { name: 'Acme Canada', address: { city: 'Montréal' } },
      invoice_settings: { custom_fields: [{ name: 'Bon de commande', value: 'PO-4711' }] },
      tax_ids: { data: [{ type: 'ca_gst_hst', value: '123456789RT0001' }] },
    });
    expect((await owner.get('/api/Billing/BusinessAddress')).json()).toMatchObject({
      shippingDetails: { name: 'Acme Canada', address: { city: 'Montréal' } },
    });
    const { rows } = await portal.database.pool.query(
      "select detail from audit_events where kind = 'billingDetailsChanged' order by id desc limit 1",
    );
    expect(rows[0].detail.changes).toMatchObject({
      companyName: ['Acme Security', 'Acme Canada'],
      taxId: ['', 'ca_gst_hst 123456789RT0001'],
      purchaseOrder: ['', 'PO-4711'],
    });
  });

  test('appear on the next invoice', async () => {
    const id = await customerId();
    await portal.stripe.invoiceItems.create({ customer: id, amount: 4200, currency: 'usd', description: 'Setup' });
    const draft = await portal.stripe.invoices.create({ customer: id, pending_invoice_items_behavior: 'include' });
    const invoice = await portal.stripe.invoices.finalizeInvoice(draft.id ?? '');
    const page = await (await fetch(invoice.hosted_invoice_url ?? '')).text();
    for (const words of ['Facturé à', 'Acme Canada', 'Montréal', '123456789RT0001', 'Bon de commande', 'PO-4711'])
      expect(page).toContain(words);
  });

  test('replace and remove a tax number', async () => {
    const taxId = { kind: 'eu_vat', value: 'DE111111111' } as const;
    const replaced = await owner.send('PUT', path, { payload: { ...full, taxId, revision } });
    expect(replaced.json().details.taxId).toEqual({ ...taxId, status: 'unverified' });
    const { revision: next } = replaced.json().details;
    const removed = await owner.send('PUT', path, {
      payload: { ...full, taxId: null, purchaseOrder: '', revision: next },
    });
    expect(removed.json().details).toMatchObject({ taxId: null, purchaseOrder: '' });
    expect((await portal.stripe.customers.listTaxIds(await customerId())).data).toEqual([]);
  });

  test('reject a tax number at its field if Stripe refuses it, and change nothing', async () => {
    // The number's format is valid, but Stripe checks more.
    const taxId = { kind: 'in_gst', value: '123456789012345' };
    const refused = await owner.send('PUT', path, { payload: { ...full, companyName: 'Other', taxId, revision } });
    expect(refused.statusCode, refused.body).toBe(422);
    expect(refused.json().propertyErrors['taxId.value']).toEqual([
      'The payment provider does not accept this number. Check the kind and the digits.',
    ]);
    expect((await owner.get(path)).json()).toMatchObject({ companyName: 'Acme Canada', taxId: null });
    expect(await portal.stripe.customers.retrieve(await customerId())).toMatchObject({ name: 'Acme Canada' });
  });

  test('reject a malformed tax number at its field, and change nothing', async () => {
    const taxId = { kind: 'us_ein', value: '123' };
    const refused = await owner.send('PUT', path, { payload: { ...full, companyName: 'Other', taxId, revision } });
    expect(refused.statusCode).toBe(422);
    expect(refused.json().propertyErrors['taxId.value'][0]).toContain('12-3456789');
    expect((await owner.get(path)).json().companyName).toBe('Acme Canada');
  });

  test('keep tax numbers that a change does not include, even of kinds that the portal does not offer', async () => {
    const id = await customerId();
    for (const { id: former } of (await portal.stripe.customers.listTaxIds(id)).data)
      await portal.stripe.customers.deleteTaxId(id, former);
    for (const [type, value] of [
      ['ca_gst_hst', '123456789RT0001'],
      ['ca_qst', '1234567890TQ0001'],
      ['th_vat', '1234567890123'],
    ] as const)
      await portal.stripe.customers.createTaxId(id, { type, value });
    const stored = { kind: 'th_vat', value: '1234567890123', status: 'notChecked' };
    const others = [
      { kind: 'ca_qst', value: '1234567890TQ0001', status: 'notChecked' },
      { kind: 'ca_gst_hst', value: '123456789RT0001', status: 'notChecked' },
    ];
    await expect
      .poll(async () => (await owner.get(path)).json(), { timeout: 15_000 })
      .toMatchObject({ taxId: stored, otherTaxIds: others });
    const { taxId: _, ...rest } = full;
    const { revision: current } = (await owner.get(path)).json();
    const kept = await owner.send('PUT', path, { payload: { ...rest, purchaseOrder: 'PO-6', revision: current } });
    expect(kept.json().details, kept.body).toMatchObject({ purchaseOrder: 'PO-6', taxId: stored, otherTaxIds: others });
    expect((await portal.stripe.customers.listTaxIds(id)).data).toHaveLength(3);
    // Replacing or removing the shown number keeps the others.
    const replaced = await owner.send('PUT', path, {
      payload: { ...rest, taxId: { kind: 'us_ein', value: '12-3456789' }, revision: kept.json().details.revision },
    });
    expect(replaced.json().details, replaced.body).toMatchObject({
      taxId: { kind: 'us_ein', value: '123456789' },
      otherTaxIds: others,
    });
    const removed = await owner.send('PUT', path, {
      payload: { ...rest, taxId: null, revision: replaced.json().details.revision },
    });
    expect(removed.statusCode, removed.body).toBe(200);
    const { data: left } = await portal.stripe.customers.listTaxIds(id);
    expect(left.map(({ type }) => type).sort()).toEqual(['ca_gst_hst', 'ca_qst']);
  });

  test('reject a change that is based on outdated details', async () => {
    expect((await owner.send('PUT', path, { payload: { ...full, purchaseOrder: 'PO-1', revision } })).statusCode).toBe(
      200,
    );
    const second = await admin.send('PUT', path, { payload: { ...full, purchaseOrder: 'PO-2', revision } });
    expect(second.statusCode).toBe(409);
    expect(second.json().code).toBe('Conflict');
    expect((await owner.get(path)).json().purchaseOrder).toBe('PO-1');
  });

  test('accept only one of two simultaneous changes', async () => {
    const answers = await Promise.all(
      ['PO-3', 'PO-4'].map((purchaseOrder, index) =>
        (index === 0 ? owner : admin).send('PUT', path, { payload: { ...full, purchaseOrder, revision } }),
      ),
    );
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
    const kept = answers.find(({ statusCode }) => statusCode === 200)?.json().details.purchaseOrder;
    expect((await owner.get(path)).json().purchaseOrder).toBe(kept);
  });

  test('keep an address that staff entered at Stripe without postal code and city', async () => {
    const entered = { line1: '1 Queen’s Road', country: 'HK' };
    await portal.stripe.customers.update(await customerId(), {
      address: { city: '', state: '', postal_code: '', ...entered },
    });
    await expect
      .poll(async () => (await owner.get(path)).json().address, { timeout: 15_000 })
      .toMatchObject({ ...entered, city: '', postalCode: '' });
    const { revision: current } = (await owner.get(path)).json();
    const saved = await owner.send('PUT', path, {
      payload: { ...full, address: { ...entered, city: 'Hong Kong' }, revision: current },
    });
    expect(saved.json().details?.address, saved.body).toMatchObject({ ...entered, city: 'Hong Kong', postalCode: '' });
  });

  test('are saved once if Stripe’s answer is lost', async () => {
    let faults = 0;
    proxy.decide = (method, called) =>
      method === 'POST' && called.includes('/v1/customers/') && ++faults < 3 ? 'do, fail and keep' : undefined;
    const saved = await owner.send('PUT', path, { payload: { ...full, purchaseOrder: 'PO-5', revision } });
    expect(saved.statusCode).toBe(200);
    await expect.poll(async () => (await owner.get(path)).json().purchaseOrder, { timeout: 15_000 }).toBe('PO-5');
    expect((await portal.stripe.customers.listTaxIds(await customerId())).data).toHaveLength(1);
  });

  test('are updated by the mirror when a verification ends or the vendor changes them', async () => {
    const id = await customerId();
    const [former] = (await portal.stripe.customers.listTaxIds(id)).data;
    await portal.stripe.customers.deleteTaxId(id, former?.id ?? '');
    await portal.stripe.customers.createTaxId(id, { type: 'gb_vat', value: 'GB222222222' });
    await expect
      .poll(async () => (await owner.get(path)).json().taxId, { timeout: 15_000 })
      .toEqual({ kind: 'gb_vat', value: 'GB222222222', status: 'pending' });
  });

  test('reject bad input, and show nothing to other accounts', async () => {
    for (const [field, value] of Object.entries({ companyName: ' ', email: 'none' })) {
      const bad = await owner.send('PUT', path, { payload: { ...full, [field]: value, revision } });
      expect(bad.statusCode).toBe(422);
      expect(Object.keys(bad.json().propertyErrors)).toEqual([field]);
    }
    expect(
      (await owner.send('PUT', path, { payload: { ...full, purchaseOrder: 'x'.repeat(141), revision } })).statusCode,
    ).toBe(422);
    expect((await stranger.get(path)).json()).toMatchObject({ email: 'owner@globex.example', revision: 'none' });
  });
});
