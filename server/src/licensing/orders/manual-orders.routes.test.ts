import { beforeAll, describe, expect, test } from 'vitest';
import type { Browser } from '../../../test/browser.ts';
import { insertOrder } from '../../../test/licenses.ts';
import { createOrdersPortal } from './orders.test-support.ts';

let portal: Awaited<ReturnType<typeof createOrdersPortal>>;
let operator: Browser;
let owner: Browser;
let accountId: number;

const soon = new Date(Date.now() + 86_400_000).toISOString();

beforeAll(async () => {
  portal = await createOrdersPortal();
  accountId = portal.accountOf('owner@acme.example');
  operator = await portal.signIn('operator@portico.example');
  owner = await portal.signIn('owner@acme.example');
});

const body = (change: object = {}) => ({
  accountId,
  productId: 'desktop',
  planId: 'desktop-basic',
  version: '',
  quantity: 5,
  domains: null,
  price: 90_000,
  number: '',
  expirationDate: null,
  note: '',
  ...change,
});
const create = (change?: object, browser = operator) => browser.post('/api/Operator/Orders', body(change));
const act = (id: number, action: string) => operator.post(`/api/Operator/Orders/${id}/${action}`);

async function refusedFields(answer: ReturnType<typeof create>): Promise<string[]> {
  const refused = await answer;
  expect(refused.statusCode).toBe(422);
  return Object.keys(refused.json().propertyErrors);
}

async function auditEvents(orderId: number): Promise<{ kind: string; changes: unknown }[]> {
  const { rows } = await portal.database.pool.query(
    "select kind, detail -> 'changes' as changes from audit_events where account_id = $1 and detail ->> 'orderId' = $2 order by id",
    [accountId, String(orderId)],
  );
  return rows;
}

const audited = async (orderId: number) => (await auditEvents(orderId)).map(({ kind }) => kind);
const auditedChanges = async (orderId: number) => (await auditEvents(orderId)).map(({ changes }) => changes);

describe('a manual order', () => {
  test('is not saved over another operator’s change', async () => {
    const { id, revision } = (await create({ note: 'By phone' })).json();
    const save = (change: object) => operator.post(`/api/Operator/Orders/${id}`, body({ revision, ...change }));
    expect((await save({ note: 'By mail' })).statusCode).toBe(200);
    expect((await save({ quantity: 6 })).json().code).toBe('Conflict');
    const now = (await operator.get(`/api/Operator/Orders/${id}`)).json();
    expect(now).toMatchObject({ note: 'By mail', hardwareIdNumber: 5 });
    expect((await save({ quantity: 6, note: now.note, revision: now.revision })).statusCode).toBe(200);
  });

  test('goes from draft to active, paid and canceled; each change is delivered and recorded', async () => {
    const draft = (await create({ note: 'By phone' })).json();
    expect(draft).toMatchObject({ status: 0, paymentStatus: 0, processingType: 1, accountName: 'Acme Security' });
    expect(draft.number).toMatch(/^OR-\d+$/);
    expect((await act(draft.id, 'Activate')).json()).toMatchObject({ status: 1, paymentDate: null });
    const paid = (await act(draft.id, 'MarkPaid')).json();
    expect(paid).toMatchObject({ status: 1, paymentStatus: 1, paymentDate: expect.any(String) });
    expect((await act(draft.id, 'Cancel')).json()).toMatchObject({ status: 2, paymentStatus: 1 });
    expect(portal.delivered.filter((id) => id === draft.id)).toHaveLength(4);
    expect(await audited(draft.id)).toEqual(['orderCreated', 'orderActivated', 'orderPaid', 'orderCanceled']);
  });

  test.each([
    [['Activate'], 'Activate'],
    [['MarkPaid'], 'MarkPaid'],
    [['Cancel'], 'Cancel'],
    [['Cancel'], 'Activate'],
    [['Cancel'], 'MarkPaid'],
  ])('rejects after %o: %s', async (before, action) => {
    const { id } = (await create()).json();
    for (const earlier of before) expect((await act(id, earlier)).statusCode).toBe(200);
    const refused = await act(id, action);
    expect(refused.statusCode).toBe(409);
    expect(refused.json()).toMatchObject({ code: 'Conflict' });
  });

  test('is activated once by two concurrent requests', async () => {
    const { id } = (await create()).json();
    const answers = await Promise.all([act(id, 'Activate'), act(id, 'Activate')]);
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
  });

  test('is created only once by 20 concurrent requests with the same number', async () => {
    const asked = Array.from({ length: 20 }, () => create({ number: 'PO-20' }));
    const statuses = (await Promise.all(asked)).map(({ statusCode }) => statusCode).toSorted();
    expect(statuses).toEqual([200, ...Array(19).fill(422)]);
  });

  test('stores changes, and keeps its number', async () => {
    const { id, number } = (await create()).json();
    await act(id, 'Activate');
    const { accountId: _, ...details } = body({ quantity: -1, domains: -1, version: '5.2', expirationDate: soon });
    const saved = (await operator.post(`/api/Operator/Orders/${id}`, details)).json();
    expect(saved).toMatchObject({ number, hardwareIdNumber: -1, domainsNumber: -1, expirationDate: soon, status: 1 });
    expect(saved.products).toMatchObject([{ version: '5.2', quantity: -1, price: 90_000 }]);
    expect((await operator.get(`/api/Operator/Orders/${id}`)).json()).toEqual(saved);
    expect(await audited(id)).toEqual(['orderCreated', 'orderActivated', 'orderChanged']);
    expect(await auditedChanges(id)).toEqual([
      null,
      { status: [0, 1] },
      {
        deviceQuantity: [5, -1],
        domainQuantity: [null, -1],
        expiresAt: [null, soon],
        version: [null, '5.2'],
      },
    ]);
  });

  test('is shown to its account, without the note', async () => {
    const { id } = (await create({ note: 'A secret of ours' })).json();
    const seen = await owner.get(`/api/Orders/${id}`);
    expect(seen.json()).toMatchObject({ status: 0, processingType: 1 });
    expect(seen.body).not.toContain('A secret of ours');
  });
});

describe('invalid input for a manual order', () => {
  test.each([
    ['accountId', { accountId: 999_999 }],
    ['productId', { productId: 'cloud' }],
    ['productId', { productId: 'none' }],
    ['planId', { planId: 'desktop-old' }],
    ['quantity', { quantity: 0 }],
    ['quantity', { quantity: 1.5 }],
    ['price', { price: -1 }],
    ['number', { number: 'OR-5' }],
    ['number', { number: 'x'.repeat(10_000) }],
    ['number', { number: 'a\0b' }],
    ['version', { version: '6\n1' }],
    ['expirationDate', { expirationDate: '2020-01-01T00:00:00Z' }],
    ['expirationDate', { expirationDate: 'tomorrow' }],
    ['note', { note: 'x'.repeat(10_000) }],
    ['note', { note: 'a\0b' }],
  ])('is rejected at %s: %j', async (field, change) => {
    expect(await refusedFields(create(change))).toEqual([field]);
  });

  test('is rejected for another order’s number', async () => {
    expect((await create({ number: 'PO-77' })).statusCode).toBe(200);
    expect(await refusedFields(create({ number: 'PO-77' }))).toEqual(['number']);
  });

  test.each(['<script>alert(1)</script>', 'מספר הזמנה \u202e', '=1+1'])('keeps the note %s unchanged', async (note) => {
    expect((await create({ note })).json()).toMatchObject({ note });
  });
});

describe('the manual orders of all accounts', () => {
  test('are found by number and account name', async () => {
    const globex = portal.accountOf('owner@globex.example');
    await create({ accountId: globex, number: 'Gadget 1' });
    await insertOrder(portal.database, globex, { number: 'Gadget 2', stripeSubscriptionId: 'sub_online' });
    const numbers = async (query: string) =>
      (await operator.get(`/api/Operator/Orders?${query}`)).json().items.map((row: { number: string }) => row.number);
    expect(await numbers('textFilter=gadget')).toEqual(['Gadget 1']);
    expect(await numbers('textFilter=LOBEX')).toEqual(['Gadget 1']);
    expect(await numbers('textFilter=%25')).toEqual([]);
    expect(await numbers('textFilter=LOBEX&status=1')).toEqual([]);
    expect(await numbers('sortField=number&order=asc&pageSize=1')).toEqual(['Gadget 1']);
  });

  test('do not include the orders of subscriptions', async () => {
    const online = await insertOrder(portal.database, accountId, { stripeSubscriptionId: 'sub_2' });
    for (const path of ['', '/Activate', '/MarkPaid', '/Cancel'])
      expect(
        (await operator.post(`/api/Operator/Orders/${online.id}${path}`, path ? undefined : body())).statusCode,
      ).toBe(404);
    expect((await operator.get(`/api/Operator/Orders/${online.id}`)).statusCode).toBe(404);
  });
});

describe('the accounts', () => {
  test('are listed by name', async () => {
    const names = async (query = '') =>
      (await operator.get(`/api/Operator/Accounts?${query}`)).json().items.map((row: { name: string }) => row.name);
    expect(await names()).toEqual(['Acme Security', 'Globex', 'Veriscan']);
    expect(await names('textFilter=SEC')).toEqual(['Acme Security']);
    expect(await names('pageSize=1&page=2')).toEqual(['Globex']);
  });
});
