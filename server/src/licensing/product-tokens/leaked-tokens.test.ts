import { beforeEach, describe, expect, test } from 'vitest';
import { sendTokenExpiryWarnings } from './expiry-warnings.ts';
import { startProductTokens } from './product-tokens.test-support.ts';

const base = '/api/Operator/LeakedTokens';

describe('leaked tokens (TOK-10)', async () => {
  const portal = await startProductTokens();
  const { add, sql, findAuditEvent, signIn, list, accountId, listMailsTo, owner, call } = portal;
  beforeEach(portal.clear);
  const operator = await signIn('operator@portico.example');
  const leakReport = 'A public repository: github.com/acme/kiosk';
  const report = (prefix: string, body: object = { leakReport }) => operator.post(`${base}/${prefix}/Report`, body);

  test('are found by prefix and disabled, and mailed to the account’s admins, each in their language', async () => {
    await sql("update users set locale = 'fr' where email = 'admin@acme.example'");
    const { token, tokenId } = await add({ name: 'CRM bridge' });
    const prefix = token.slice(0, 10);
    const found = (await operator.get(`${base}/${prefix}`)).json();
    expect(found).toMatchObject({
      tokenId,
      prefix,
      name: 'CRM bridge',
      tokenType: 'Secret',
      state: 'active',
      account: { id: accountId, name: 'Acme Security' },
      productId: 'scan',
      productName: 'Scan',
      lastUsed: null,
      disabledAt: null,
      leakReport: null,
    });
    const reported = await report(prefix);
    expect(reported.json()).toMatchObject({ ...found, state: 'disabled', disabledAt: expect.any(String), leakReport });
    expect((await list()).items).toMatchObject([{ state: 'disabled', disabled: { leakReport } }]);
    expect(await findAuditEvent('productTokenLeaked')).toMatchObject({
      account_id: accountId,
      detail: { prefix, leakReport, productTokenId: tokenId },
    });
    const mail = (productName: string) => [
      {
        template: 'productTokenLeaked',
        data: expect.objectContaining({
          tokenName: 'CRM bridge',
          prefix,
          productName,
          leakReport,
          path: '/ProductDashboard/scan?tab=connect',
        }),
      },
    ];
    expect(await listMailsTo('owner@acme.example')).toEqual(mail('Scan'));
    expect(await listMailsTo('admin@acme.example')).toEqual(mail('Lecture'));
    expect(
      await sql(
        "select recipient from mail_messages where recipient not like '%admin%' and recipient not like 'owner@acme%'",
      ),
    ).toEqual([]);
  });

  test('cause one notification even if they are reported again, and are listed latest first', async () => {
    const first = (await add()).token.slice(0, 10);
    const second = (await add({}, await signIn('owner@globex.example'))).token.slice(0, 10);
    await add();
    await Promise.all([report(first), report(first)]);
    expect((await report(first, { leakReport: 'Elsewhere' })).json()).toMatchObject({ leakReport });
    expect(await listMailsTo('owner@acme.example')).toHaveLength(1);
    await report(second);
    const listed = (await operator.get(base)).json();
    expect(listed).toMatchObject({ total: 2, page: 1, pageSize: 10 });
    expect(
      listed.items.map((item: { prefix: string; account: { name: string } }) => [item.prefix, item.account.name]),
    ).toEqual([
      [second, 'Globex'],
      [first, 'Acme Security'],
    ]);
  });

  test('are reported even if the account had disabled them, and keep the time at which they were disabled', async () => {
    const { token, tokenId } = await add();
    const { disabled } = (await call('PUT', `Disable/${tokenId}`)).json();
    expect((await report(token.slice(0, 10))).json()).toMatchObject({ disabledAt: disabled.at, leakReport });
    expect(await listMailsTo('owner@acme.example')).toHaveLength(1);
  });

  test('require an existing prefix, and a report of where they were found', async () => {
    const { token } = await add();
    const prefix = token.slice(0, 10);
    for (const wrong of [token, token.slice(0, 9), 'sk_1234567', 'pts_12345-'])
      expect((await operator.get(`${base}/${wrong}`)).statusCode, wrong).toBe(400);
    expect((await operator.get(`${base}/pts_000000`)).statusCode).toBe(404);
    expect((await report('pts_000000')).statusCode).toBe(404);
    for (const leakReport of ['', ' ', 'a\nb', 'x'.repeat(301), undefined]) {
      const refused = await report(prefix, { leakReport });
      expect([refused.statusCode, Object.keys(refused.json().propertyErrors)]).toEqual([422, ['leakReport']]);
    }
    expect((await list()).items).toMatchObject([{ state: 'active' }]);
    for (const refused of [await owner.get(base), await owner.get(`${base}/${prefix}`)])
      expect(refused.statusCode).toBe(403);
  });
});

describe('warnings before a token ends (TOK-9)', async () => {
  const portal = await startProductTokens();
  const { add, sql, context, call, listMailsTo } = portal;
  beforeEach(portal.clear);

  /** Runs the job twice concurrently on a day. @returns the days left in each mail of this day */
  async function warn(day: string, time = '09:37') {
    await sql('delete from mail_messages');
    await Promise.all([1, 2].map(() => sendTokenExpiryWarnings(context, new Date(`${day}T${time}:00Z`))));
    return (await listMailsTo('owner@acme.example')).map(({ data }) => data.daysLeft);
  }

  test('are mailed on the account’s notice days, otherwise on the product’s', async () => {
    await add({ expirationDate: '2099-03-15', name: 'Nightly export' });
    const setProductDays = async (days: string) => {
      await sql(`update products set notice_days = ${days} where id = 'scan'`);
      await sql('update catalog_state set version = version + 1');
    };
    await setProductDays("'{45, 10}'");
    expect(await warn('2099-01-28')).toEqual([]);
    expect(await warn('2099-01-29')).toEqual([45]);
    expect(await warn('2099-02-13')).toEqual([]);
    await sql("update accounts set notice_days = '{14}'");
    expect(await warn('2099-02-28')).toEqual([]);
    expect(await warn('2099-03-01')).toEqual([14]);
    await sql("update accounts set notice_days = '{}'");
    expect(await warn('2099-03-14')).toEqual([]);
    await sql("update accounts set notice_days = '{1}'");
    expect(await warn('2099-03-14')).toEqual([1]);
    await sql('update accounts set notice_days = null');
    await setProductDays('null');
  });

  test('are mailed 30, 7 and 1 days before, once each, and again for a new last day', async () => {
    await sql("update users set locale = 'fr' where email = 'admin@acme.example'");
    const { tokenId, token } = await add({ expirationDate: '2099-03-15', name: 'Nightly export' });
    expect(await warn('2099-02-12')).toEqual([]);
    expect(await warn('2099-02-13', '00:00')).toEqual([30]);
    const mails = await sql('select recipient, locale, template, data from mail_messages order by recipient');
    expect(mails).toEqual([
      {
        recipient: 'admin@acme.example',
        locale: 'fr',
        template: 'productTokenExpires',
        data: expect.objectContaining({ productName: 'Lecture' }),
      },
      {
        recipient: 'owner@acme.example',
        locale: 'en',
        template: 'productTokenExpires',
        data: {
          tokenName: 'Nightly export',
          prefix: token.slice(0, 10),
          productName: 'Scan',
          accountName: 'Acme Security',
          day: '2099-03-15',
          daysLeft: 30,
          path: '/ProductDashboard/scan?tab=connect',
        },
      },
    ]);
    expect(await warn('2099-02-13')).toEqual([]);
    // A job that did not run for days sends one mail.
    expect(await warn('2099-03-10')).toEqual([5]);
    expect(await warn('2099-03-14')).toEqual([1]);
    expect(await warn('2099-03-15')).toEqual([]);
    expect(await warn('2099-03-16')).toEqual([]);
    await call('PUT', `UpdateToken/${tokenId}`, { newExpirationDate: '2099-04-01' });
    expect(await warn('2099-03-31')).toEqual([1]);
    await call('PUT', `UpdateToken/${tokenId}`, { newExpirationDate: '2099-04-01', name: 'Renamed' });
    expect(await warn('2099-03-31')).toEqual([]);
  });

  test('are mailed about tokens in use only', async () => {
    const disabled = await add({ expirationDate: '2099-03-15' });
    const replaced = await add({ expirationDate: '2099-03-15' });
    await add();
    await call('PUT', `Disable/${disabled.tokenId}`);
    await call('POST', `ReplaceToken/${replaced.tokenId}`, { overlapHours: 720, expirationDate: '9999-01-01' });
    expect(await warn('2099-03-14')).toEqual([]);
  });

  test('are mailed for more tokens than a batch has', async () => {
    await sql(`insert into product_tokens (account_id, product_id, name, token_type, prefix, token_hash, expires_at)
      select ${portal.accountId}, 'scan', '', 1, 'pts_y' || lpad(n::text, 5, '0'), sha256(n::text::bytea), '2099-03-16T00:00:00Z'
      from generate_series(1, 230) n`);
    expect(await warn('2099-03-14')).toHaveLength(230);
  });
});
