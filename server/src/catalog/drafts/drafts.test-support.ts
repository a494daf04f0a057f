import type { CatalogDraft, CatalogEntryRow } from '@portico/contract';
import type { Browser } from '../../../test/browser.ts';
import { openPortalBehindProxy } from '../../../test/portal-behind-proxy.ts';
import { createUser } from '../../accounts/index.ts';

export type Value = Record<string, unknown> & { plans?: Record<string, unknown>[] };

interface Entry {
  revision: number;
  state: string;
  value: Value;
  problems: { place: string; message: string }[];
  prices: { priceId: string; amount: number; isSold: boolean }[];
  holders: { accounts: number; plans: { id: string; accounts: number }[] };
}

/** A portal with two operators who edit its catalog, and their actions on screen. */
export async function openCatalogDesk() {
  const { portal, proxy } = await openPortalBehindProxy();
  const operator = await portal.signIn('operator@portico.example');
  const { rows } = await portal.database.pool.query<{ id: number }>(
    "select account_id::int as id from users where email = 'operator@portico.example'",
  );
  const accountId = rows[0]?.id as number;
  const email = 'second@portico.example';
  await createUser(portal.database, {
    accountId,
    login: email,
    email,
    firstName: 'Sam',
    password: 'Portico-demo-1',
    isOperator: true,
    isOwner: false,
  });
  const other = await portal.signIn(email);
  const owner = await portal.signIn('owner@acme.example');

  const entry = async (id: string, browser = operator, list = 'products') =>
    (await browser.get(`/api/Catalog/Entries/${list}/${id}`)).json<Entry>();
  const draft = async (browser = operator) => (await browser.get('/api/Catalog/Draft')).json<CatalogDraft>();
  const listRows = async (list: string, query = '') =>
    (await operator.get(`/api/Catalog/Entries/${list}${query}`)).json<{ items: CatalogEntryRow[] }>().items;
  const put = (id: string, body: object, { browser = operator, list = 'products', language = 'en' } = {}) =>
    browser.send('PUT', `/api/Catalog/Entries/${list}/${id}`, {
      payload: body,
      headers: { 'accept-language': language },
    });
  /** Applies a function to the current value, like the editor. */
  const edit = async (id: string, change: (value: Value) => Value, browser = operator, list = 'products') => {
    const { revision, value } = await entry(id, browser, list);
    return put(id, { revision, value: change(value) }, { browser, list });
  };
  /** The draft and the published catalog, as the review page has both. */
  const together = async (browser: Browser, choices: object[]) => {
    const { revision, sold } = await draft(browser);
    return { revision, sold, choices };
  };
  const publish = async (browser = operator, choices: object[] = []) =>
    browser.post('/api/Catalog/Draft/Publish', await together(browser, choices));
  const changes = async (browser = operator, choices: object[] = []) =>
    (await browser.post('/api/Catalog/Draft/Changes', { choices })).json();
  const auditKinds = async () =>
    (
      await portal.database.pool.query<{ kind: string; detail: Record<string, unknown>; account: number | null }>(
        `select kind, detail, account_id::int as account from audit_events
         where kind like 'catalog%' or kind in ('planAdded', 'planChanged', 'planRemoved') order by id`,
      )
    ).rows;
  /** Runs the job that resumes a version. */
  const goOn = async (version: number, isLast = false) =>
    portal.app.jobs.find(({ name }) => name === 'catalog-publish')?.run({ version } as never, { isLast });
  return {
    ...{ portal, proxy, accountId, operator, other, owner, entry, draft, rowsOf: listRows, put, edit },
    ...{ together, publish, changes, auditKinds, goOn },
  };
}

export const withPlan = (planId: string, change: object) => (value: Value) => ({
  ...value,
  plans: (value.plans ?? []).map((plan) => (plan.id === planId ? { ...plan, ...change } : plan)),
});

export const priced = (amount: string) =>
  withPlan('cloud-team', {
    prices: [{ id: 'cloud-team-monthly', nickname: { en: 'Monthly' }, interval: 'month', amount }],
  });
