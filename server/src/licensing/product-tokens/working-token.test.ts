import { sql as statement } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { hashSecret } from '../../core/secrets.ts';
import { startProductTokens } from './product-tokens.test-support.ts';
import { createTokenText } from './token-text.ts';
import { findTokenOwner, recordUses, selectWorkingToken, type TokenOwner } from './working-token.queries.ts';

describe('the owner of a token (TOK-6)', async () => {
  const portal = await startProductTokens();
  const { add, call, database, sql, accountId } = portal;
  beforeEach(portal.clear);
  const findOwner = (token: string) => findTokenOwner(database.query, token);

  test('is returned with account, product and type if the token works', async () => {
    const secret = await add();
    const open = await add({ tokenType: 'Public' });
    const of = { accountId, productId: 'scan' };
    const owner: TokenOwner = { ...of, tokenId: secret.tokenId, type: 'Secret' };
    expect(await findOwner(secret.token)).toEqual(owner);
    expect(await findOwner(open.token)).toEqual({ ...of, tokenId: open.tokenId, type: 'Public' });
    const { rows } = await database.query.execute(selectWorkingToken(statement`${hashSecret(open.token)}`));
    expect(rows).toEqual([{ token_id: open.tokenId, account_id: accountId, product_id: 'scan', token_type: 0 }]);
  });

  test.each<[string, (made: { token: string; tokenId: number }) => Promise<unknown> | unknown]>([
    ['disabled', ({ tokenId }) => call('PUT', `Disable/${tokenId}`)],
    ['deleted', ({ tokenId }) => call('DELETE', `DeleteToken/${tokenId}`)],
    ['expired', () => sql('update product_tokens set expires_at = now()')],
    [
      'replaced',
      ({ tokenId }) => call('POST', `ReplaceToken/${tokenId}`, { overlapHours: 0, expirationDate: '9999-01-01' }),
    ],
    [
      'of a disabled account',
      () => sql("update accounts set disabled_at = now(), disabled_reason = 'Unpaid' where id = $1", [accountId]),
    ],
  ])('is missing for a token that is %s', async (_, change) => {
    const made = await add();
    expect(await findOwner(made.token)).toBeDefined();
    await change(made);
    expect(await findOwner(made.token)).toBeUndefined();
    const { rows } = await database.query.execute(selectWorkingToken(statement`${hashSecret(made.token)}`));
    expect(rows).toEqual([]);
    await sql('update accounts set disabled_at = null, disabled_reason = null');
  });

  test.each([
    ['unknown', () => createTokenText('Secret')],
    ['empty', () => ''],
    ['endless', () => 'pts_'.padEnd(100_000, 'x')],
    ['not a token', () => "' or 1 = 1 --\0"],
  ])('is missing for a text that is %s', async (_, token) => {
    await add();
    expect(await findOwner(token())).toBeUndefined();
  });

  test('is missing for a part of a token, and for other letter case', async () => {
    const { token } = await add();
    for (const other of [token.slice(0, 10), token.slice(0, -1), `${token}x`, token.toUpperCase(), ` ${token}`])
      expect(await findOwner(other), other).toBeUndefined();
  });

  test('is returned for both tokens during an overlap', async () => {
    const before = await add();
    const replaced = { overlapHours: 1, expirationDate: '9999-01-01' };
    const after = (await call('POST', `ReplaceToken/${before.tokenId}`, replaced)).json();
    expect(await findOwner(before.token)).toMatchObject({ tokenId: before.tokenId });
    expect(await findOwner(after.token)).toMatchObject({ tokenId: after.tokenId });
    await sql("update product_tokens set overlap_ends_at = now() - interval '1 second' where id = $1", [
      before.tokenId,
    ]);
    expect(await findOwner(before.token)).toBeUndefined();
    expect(await findOwner(after.token)).toBeDefined();
  });

  test('is found by an index', async () => {
    await add();
    const { rows } = await database.query.transaction(async (transaction) => {
      await transaction.execute(statement`set local enable_seqscan = off`);
      return transaction.execute(statement`explain ${selectWorkingToken(statement`${hashSecret('x')}`)}`);
    });
    expect(JSON.stringify(rows)).toContain('product_tokens_token_hash_key');
  });
});

describe('the last use of a token (TOK-8)', async () => {
  const portal = await startProductTokens();
  const { add, database, sql, list } = portal;
  beforeEach(portal.clear);
  const lastUse = async () => (await list()).items[0].lastUse;
  const usedAgo = (seconds: number) =>
    sql('update product_tokens set last_used_at = now() - make_interval(secs => $1)', [seconds]);

  test('has time, version and IP address', async () => {
    const { tokenId, updated } = await add();
    await recordUses(database.query, [{ tokenId, version: '6.2.0', address: '203.0.113.24' }]);
    expect(await lastUse()).toEqual({ at: expect.any(String), version: '6.2.0', address: '203.0.113.24' });
    await usedAgo(61);
    await recordUses(database.query, [{ tokenId, version: null, address: '2001:db8::1' }]);
    expect(await lastUse()).toMatchObject({ version: null, address: '2001:db8::1' });
    expect((await list()).items[0].updated).toBe(updated);
  });

  test('is written once a minute, or after five seconds for another version or IP address', async () => {
    const { tokenId } = await add();
    const use = { version: '6.2.0', address: '203.0.113.24' };
    const record = async (change: Partial<typeof use> = {}) => {
      const before = (await lastUse())?.at;
      await recordUses(database.query, [{ tokenId, ...use, ...change }]);
      return (await lastUse()).at !== before;
    };
    expect(await record()).toBe(true);
    await usedAgo(59);
    expect(await record()).toBe(false);
    expect(await record({ version: '6.2.1' })).toBe(true);
    expect(await record({ address: '203.0.113.25' })).toBe(false);
    await usedAgo(6);
    expect(await record({ address: '203.0.113.25' })).toBe(true);
    await usedAgo(61);
    expect(await record({ version: '6.2.1', address: '203.0.113.25' })).toBe(true);
  });
});
