import { beforeEach, describe, expect, test } from 'vitest';
import { dayIn, startProductTokens } from './product-tokens.test-support.ts';

describe('the tokens of a product', async () => {
  const portal = await startProductTokens();
  const { owner, add, list, call, sql, findAuditEvent, signIn, addMember, base } = portal;
  beforeEach(portal.clear);
  const propertyErrors = (response: { json(): { propertyErrors?: unknown } }) => response.json().propertyErrors;

  test('are created with an answer that alone contains the whole token', async () => {
    const { token, ...made } = await add({ expirationDate: dayIn(90), tokenType: 'Public' });
    expect(token).toMatch(/^ptp_[0-9A-Za-z]{32}$/);
    expect(made).toEqual({
      tokenId: expect.any(Number),
      name: 'Nightly export',
      created: expect.stringMatching(/Z$/),
      updated: made.created,
      expirationDate: dayIn(90),
      tokenType: 'Public',
      state: 'active',
      overlapEnds: null,
      disabled: null,
      lastUse: null,
      createdBy: 'Avery Stone',
    });
    const shown = { ...made, token: `${token.slice(0, 10)}••••` };
    expect(await list()).toEqual({
      items: [shown],
      page: 1,
      pageSize: 5,
      total: 1,
      totalPages: 1,
      addRefusal: null,
    });
    const event = await findAuditEvent('productTokenAdded');
    expect(event?.detail).toEqual({
      productTokenId: made.tokenId,
      prefix: token.slice(0, 10),
      name: 'Nightly export',
      productId: 'scan',
      type: 'Public',
    });
  });

  test('are by default Secret ones without a name', async () => {
    const made = (await call('POST', 'AddToken', { expirationDate: '9999-01-01' })).json();
    expect(made).toMatchObject({ tokenType: 'Secret', name: '', expirationDate: '9999-01-01' });
    expect(made.token).toMatch(/^pts_/);
  });

  test('need a confirmation to be created or replaced if they are Secret or never expire', async () => {
    const [secret, open] = [await add({ tokenType: 'Secret' }), await add({ tokenType: 'Public' })];
    await sql("update sessions set confirmed_at = now() - interval '3 hours'");
    const never = '9999-01-01';
    const calls = [
      await call('POST', 'AddToken', { expirationDate: dayIn(90) }),
      await call('POST', 'AddToken', { expirationDate: never, tokenType: 'Public' }),
      await call('POST', `ReplaceToken/${secret.tokenId}`, { overlapHours: 1, expirationDate: dayIn(90) }),
      await call('PUT', `UpdateToken/${open.tokenId}`, { newExpirationDate: dayIn(90) }),
      await call('PUT', `UpdateToken/${open.tokenId}`, { newExpirationDate: never }),
      await call('POST', 'AddToken', { expirationDate: dayIn(90), tokenType: 'Public' }),
    ];
    await sql('update sessions set confirmed_at = now()');
    expect(calls.map(({ statusCode }) => statusCode)).toEqual([403, 403, 403, 200, 403, 200]);
  });

  test('are stored only as a hash', async () => {
    const { token, tokenId } = await add();
    await call('POST', `ReplaceToken/${tokenId}`, { overlapHours: 1, expirationDate: '9999-01-01' });
    await call('DELETE', `DeleteToken/${tokenId}`);
    const tables = await sql(`select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname not in ('pg_catalog', 'information_schema')`);
    expect(tables.length).toBeGreaterThan(50);
    for (const { name } of tables) {
      const found = await sql(`select 1 from ${name} t where row_to_json(t)::text like '%' || $1 || '%'`, [
        token.slice(10),
      ]);
      expect(found, name).toEqual([]);
    }
  });

  test('are listed five at a time, the newest first, without those of other accounts and products', async () => {
    for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) await add({ name });
    const globex = await signIn('owner@globex.example');
    await add({ name: 'theirs' }, globex);
    await sql("update product_tokens set product_id = 'parse' where name = 'a'");
    const names = async (query?: Record<string, string>) =>
      (await list(owner, query)).items.map(({ name }: { name: string }) => name);
    expect(await names()).toEqual(['f', 'e', 'd', 'c', 'b']);
    expect(await names({ page: '2', pageSize: '4' })).toEqual(['b']);
    expect((await owner.get(`${base()}/GetTokens`, { query: { pageSize: '101' } })).statusCode).toBe(400);
  });

  test.each([
    ['no date', { tokenType: 'Secret' }, 'expirationDate'],
    ['a day in the past', { expirationDate: dayIn(-1) }, 'expirationDate'],
    ['an invalid day', { expirationDate: '2027-02-30' }, 'expirationDate'],
    ['a moment', { expirationDate: '2027-02-20T00:00:00Z' }, 'expirationDate'],
    ['another type', { expirationDate: '9999-01-01', tokenType: 'Private' }, 'tokenType'],
    ['control characters', { expirationDate: '9999-01-01', name: 'a\u0007b' }, 'name'],
    ['a name of two lines', { expirationDate: '9999-01-01', name: 'a\nb' }, 'name'],
    ['a name that is too long', { expirationDate: '9999-01-01', name: 'x'.repeat(101) }, 'name'],
  ])('reject %s at its field', async (_, body, field) => {
    const refused = await call('POST', 'AddToken', body);
    expect([refused.statusCode, Object.keys(propertyErrors(refused) as object)]).toEqual([422, [field]]);
    expect((await list()).total).toBe(0);
  });

  test('report a day in the past in the reader’s language, and accept today', async () => {
    const refused = await owner.post(
      `${base()}/AddToken`,
      { expirationDate: dayIn(-1) },
      { headers: { 'accept-language': 'fr' } },
    );
    expect(propertyErrors(refused)).toEqual({
      expirationDate: ['Choisissez un jour qui n’est pas passé. Les jours sont comptés en UTC.'],
    });
    expect(await add({ expirationDate: dayIn(0) })).toMatchObject({ expirationDate: dayIn(0), state: 'expiresSoon' });
  });

  test('are created only for products that the account had and the catalog knows', async () => {
    const other = await owner.post(`${base('parse')}/AddToken`, { expirationDate: '9999-01-01' });
    expect([other.statusCode, other.json().additionalData]).toEqual([409, { reason: 'notHeld' }]);
    expect((await owner.get(`${base('parse')}/GetTokens`)).json()).toMatchObject({ total: 0, addRefusal: 'notHeld' });
    for (const productId of ['missing', 'scan-2']) {
      expect((await owner.get(`${base(productId)}/GetTokens`)).statusCode).toBe(404);
      expect((await owner.post(`${base(productId)}/AddToken`, { expirationDate: '9999-01-01' })).statusCode).toBe(404);
    }
  });

  test('can get a new name and last day, even if they are expired, and keep the values that are not sent', async () => {
    const { tokenId } = await add();
    const update = (body: object) => call('PUT', `UpdateToken/${tokenId}`, body);
    const changed = (await update({ newExpirationDate: dayIn(10), name: 'Export' })).json();
    expect(changed).toMatchObject({ name: 'Export', expirationDate: dayIn(10), state: 'expiresSoon' });
    expect(changed.token).toMatch(/••••$/);
    expect((await findAuditEvent('productTokenChanged'))?.detail).toMatchObject({
      name: 'Nightly export',
      changes: { name: ['Nightly export', 'Export'], expirationDate: ['9999-01-01', dayIn(10)] },
    });
    expect((await update({ newExpirationDate: dayIn(40) })).json()).toMatchObject({ name: 'Export', state: 'active' });
    expect(propertyErrors(await update({ newExpirationDate: dayIn(-1) }))).toEqual({
      newExpirationDate: [expect.any(String)],
    });
    await sql("update product_tokens set expires_at = date_trunc('day', now() at time zone 'utc') at time zone 'utc'");
    expect((await list()).items).toMatchObject([{ state: 'expired', expirationDate: dayIn(-1) }]);
    expect((await update({ newExpirationDate: dayIn(-1), name: 'Old' })).json()).toMatchObject({ name: 'Old' });
    expect((await update({ newExpirationDate: '9999-01-01' })).json()).toMatchObject({ state: 'active' });
  });

  test('are disabled permanently', async () => {
    const { tokenId } = await add();
    const disabled = (await call('PUT', `Disable/${tokenId}`)).json();
    expect(disabled).toMatchObject({ state: 'disabled', disabled: { leakReport: null } });
    expect((await call('PUT', `Disable/${tokenId}`)).json()).toEqual(disabled);
    expect(await sql("select id from audit_events where kind = 'productTokenDisabled'")).toHaveLength(1);
    for (const [method, what, body] of [
      ['PUT', 'UpdateToken', { newExpirationDate: '9999-01-01' }],
      ['POST', 'ReplaceToken', { overlapHours: 0, expirationDate: '9999-01-01' }],
      ['PUT', 'EndOverlap', {}],
    ] as const)
      expect((await call(method, `${what}/${tokenId}`, body)).statusCode, what).toBe(409);
  });

  test('are deleted', async () => {
    const { tokenId } = await add();
    expect((await call('DELETE', `DeleteToken/${tokenId}`)).json()).toEqual({});
    expect((await list()).total).toBe(0);
    expect((await findAuditEvent('productTokenDeleted'))?.detail).toMatchObject({ productTokenId: tokenId });
    expect((await call('DELETE', `DeleteToken/${tokenId}`)).statusCode).toBe(404);
  });

  test('are answered as missing for another account and another product', async () => {
    const { tokenId } = await add();
    const globex = await signIn('owner@globex.example');
    const calls = [
      ['PUT', 'UpdateToken', { newExpirationDate: '9999-01-01' }],
      ['POST', 'ReplaceToken', { overlapHours: 1, expirationDate: '9999-01-01' }],
      ['PUT', 'EndOverlap', {}],
      ['PUT', 'Disable', {}],
      ['DELETE', 'DeleteToken', undefined],
    ] as const;
    for (const [method, what, body] of calls) {
      expect((await call(method, `${what}/${tokenId}`, body, globex)).statusCode, what).toBe(404);
      const elsewhere = await owner.send(method, `${base('parse')}/${what}/${tokenId}`, body && { payload: body });
      expect(elsewhere.statusCode, what).toBe(404);
    }
    expect((await list()).items).toMatchObject([{ tokenId, state: 'active' }]);
  });

  test('are changed only by admins, and shown to other users', async () => {
    const { tokenId } = await add();
    const { email, id } = await addMember();
    await sql("insert into user_features (user_id, feature) values ($1, 'customerAdmin')", [id]);
    for (const person of [await signIn(email), await signIn('readonly@acme.example')]) {
      expect((await list(person)).items).toMatchObject([{ tokenId }]);
      for (const [method, what, body] of [
        ['POST', 'AddToken', { expirationDate: '9999-01-01' }],
        ['PUT', `UpdateToken/${tokenId}`, { newExpirationDate: '9999-01-01' }],
        ['POST', `ReplaceToken/${tokenId}`, { overlapHours: 1, expirationDate: '9999-01-01' }],
        ['PUT', `EndOverlap/${tokenId}`, {}],
        ['PUT', `Disable/${tokenId}`, {}],
        ['DELETE', `DeleteToken/${tokenId}`, undefined],
      ] as const)
        expect((await call(method, what, body, person)).statusCode, what).toBe(403);
    }
  });

  test('can be created at most 30 times an hour, and at most 100 times for a product', async () => {
    const body = { expirationDate: '9999-01-01' };
    for (let made = 0; made < 30; made += 1) await add();
    const blocked = await call('POST', 'AddToken', body);
    expect([blocked.statusCode, blocked.headers['retry-after']]).toEqual([429, expect.any(String)]);
    await sql('delete from rate_limits');
    await sql(`insert into product_tokens (account_id, product_id, name, token_type, prefix, token_hash)
      select account_id, product_id, '', 1, 'pts_x' || lpad(n::text, 5, '0'), sha256(n::text::bytea)
      from generate_series(1, 69) n, (select account_id, product_id from product_tokens limit 1) of`);
    const [last, refused] = await Promise.all([call('POST', 'AddToken', body), call('POST', 'AddToken', body)]);
    expect([last.statusCode, refused.statusCode].sort()).toEqual([200, 409]);
    expect(await list()).toMatchObject({ total: 100, addRefusal: 'tooMany' });
    const [{ tokenId }] = (await list()).items;
    const replaced = await call('POST', `ReplaceToken/${tokenId}`, { ...body, overlapHours: 1 });
    expect(replaced.json().additionalData).toEqual({ reason: 'tooMany' });
  });

  test('can be changed at most 200 times an hour', async () => {
    const { tokenId } = await add();
    await portal.sql(`insert into rate_limits (key, points, expire)
      values ('product-token-change:${portal.accountId}', 200, ${Date.now() + 60_000})`);
    expect((await call('PUT', `Disable/${tokenId}`)).statusCode).toBe(429);
  });
});

describe('replacing a token', async () => {
  const portal = await startProductTokens();
  const { add, list, call, sql, findAuditEvent } = portal;
  beforeEach(portal.clear);
  const replace = (tokenId: number, change: object = {}) =>
    call('POST', `ReplaceToken/${tokenId}`, { overlapHours: 24, expirationDate: dayIn(90), ...change });

  test('creates one of its type and name; both work until the overlap ends', async () => {
    const before = await add({ tokenType: 'Public' });
    const made = (await replace(before.tokenId)).json();
    expect(made).toMatchObject({ tokenType: 'Public', name: before.name, state: 'active', expirationDate: dayIn(90) });
    expect(made.token).toMatch(/^ptp_\w{32}$/);
    expect(made.token).not.toBe(before.token);
    const old = (await list()).items[1];
    expect(old).toMatchObject({ tokenId: before.tokenId, state: 'beingReplaced' });
    expect(Date.parse(old.overlapEnds) - Date.now()).toBeCloseTo(24 * 3_600_000, -5);
    expect((await findAuditEvent('productTokenReplaced'))?.detail).toMatchObject({
      prefix: before.token.slice(0, 10),
      newPrefix: made.token.slice(0, 10),
      overlapHours: 24,
    });
  });

  test('does not extend the old token’s time, and ends it at once without an overlap', async () => {
    const soon = await add({ expirationDate: dayIn(0) });
    await replace(soon.tokenId, { overlapHours: 720, name: 'Export' });
    const [made, old] = (await list()).items;
    expect(made).toMatchObject({ name: 'Export' });
    expect(old.overlapEnds).toBe(new Date(Date.parse(dayIn(1))).toISOString());
    await replace(made.tokenId, { overlapHours: 0 });
    expect((await list()).items.map(({ state }: { state: string }) => state)).toEqual([
      'active',
      'expired',
      'beingReplaced',
    ]);
  });

  test('allows ending the overlap immediately, once', async () => {
    const { tokenId } = await add();
    expect((await call('PUT', `EndOverlap/${tokenId}`, {})).json().additionalData).toEqual({ reason: 'notReplaced' });
    await replace(tokenId);
    expect((await call('PUT', `EndOverlap/${tokenId}`, {})).json()).toMatchObject({ state: 'expired' });
    expect((await findAuditEvent('productTokenOverlapEnded'))?.detail).toMatchObject({ productTokenId: tokenId });
    expect((await call('PUT', `EndOverlap/${tokenId}`, {})).statusCode).toBe(409);
  });

  test('replaces a working token once: one of two concurrent requests is refused', async () => {
    const { tokenId } = await add();
    const both = await Promise.all([replace(tokenId), replace(tokenId)]);
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
    expect((await list()).total).toBe(2);
    const refused = await call('PUT', `UpdateToken/${tokenId}`, { newExpirationDate: '9999-01-01' });
    expect(refused.json()).toMatchObject({ code: 'Conflict', additionalData: { reason: 'beingReplaced' } });
    await sql('update product_tokens set overlap_ends_at = now() where id = $1', [tokenId]);
    expect((await replace(tokenId)).json().additionalData).toEqual({ reason: 'notWorking' });
  });

  test.each([-1, 0.5, 721, '24', null])('rejects an overlap of %s hours', async (overlapHours) => {
    const { tokenId } = await add();
    const refused = await replace(tokenId, { overlapHours });
    expect([refused.statusCode, Object.keys(refused.json().propertyErrors)]).toEqual([422, ['overlapHours']]);
  });

  test('leaves the old token unchanged if its successor is deleted', async () => {
    const { tokenId } = await add();
    const made = (await replace(tokenId)).json();
    await call('DELETE', `DeleteToken/${made.tokenId}`);
    expect((await list()).items).toMatchObject([{ tokenId, state: 'beingReplaced' }]);
  });
});
