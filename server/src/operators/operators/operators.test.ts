import { beforeEach, describe, expect, test } from 'vitest';
import { startUsers } from '../../accounts/users/users.test-support.ts';
import { operatorsModule } from './operators.routes.ts';

const api = '/api/Operator/Operators';

const verified = { verification: 'Met in person at the office' };

describe('operators', async () => {
  const { sql, findUserId, signIn, findAuditEvent, listMailsTo, addMember } = await startUsers((context) => [
    operatorsModule(context),
  ]);
  const first = 'operator@portico.example';
  const [{ account_id: accountId }] = (await sql('select account_id from users where email = $1', [first])) as [
    { account_id: number },
  ];
  /** Adds another operator, who signs in with the demo's password. */
  const addOther = () => addMember({ accountId, isAdmin: true, isOperator: true });

  beforeEach(async () => {
    await sql('delete from rate_limits');
    await sql('update users set is_owner = false where is_operator');
    await sql('update users set active = email = $1, is_owner = email = $1, expires_at = null where is_operator', [
      first,
    ]);
  });

  test('lists only operators, filtered and in pages', async () => {
    const { id, email } = await addOther();
    await sql("insert into second_factors (user_id, method, target) values ($1, 'Email', $2)", [id, email]);
    const operator = await signIn(first);
    const { items, total } = (await operator.get(`${api}?textFilter=${email.toUpperCase()}`)).json();
    expect([items, total]).toEqual([
      [{ id, name: 'Kim', email, isActive: true, isSelf: false, hasSecondFactor: true, lastLoginDate: null }],
      1,
    ]);
    const all = (await operator.get(`${api}?pageSize=100`)).json();
    const [{ count }] = (await sql('select count(*)::int from users where is_operator')) as [{ count: number }];
    expect([all.total, all.items.length]).toEqual([count, count]);
    expect(all.items.filter(({ isSelf }: { isSelf: boolean }) => isSelf)).toMatchObject([{ email: first }]);
    const second = (await operator.get(`${api}?pageSize=1&page=2`)).json();
    expect(second.items).toEqual([all.items[1]]);
  });

  test('adds an operator to the vendor’s account and mails an invitation', async () => {
    const operator = await signIn(first);
    const email = 'new.operator@portico.example';
    const added = await operator.post(api, { email, firstName: 'Noa', lastName: 'Berg' });
    expect([added.statusCode, added.json()]).toEqual([200, { id: await findUserId(email) }]);
    expect(
      await sql('select account_id, is_operator, password_hash, login from users where email = $1', [email]),
    ).toEqual([{ account_id: accountId, is_operator: true, password_hash: null, login: email }]);
    expect((await listMailsTo(email)).map(({ template }) => template)).toEqual(['invitation']);
    expect((await findAuditEvent('operatorAdded'))?.detail).toEqual({ userId: await findUserId(email), email });
    const again = await operator.post(api, { email: email.toUpperCase(), firstName: 'Noa' });
    expect([again.statusCode, Object.keys(again.json().propertyErrors)]).toEqual([422, ['email']]);
  });

  test('deactivates an operator, whose sessions end, and activates them again', async () => {
    const { id, email } = await addOther();
    const [operator, other] = [await signIn(first), await signIn(email)];
    expect((await operator.post(`${api}/${id}/Deactivate`)).json()).toMatchObject({ id, isActive: false });
    expect((await other.get(api)).statusCode).toBe(401);
    await expect(signIn(email)).rejects.toThrow('could not sign in');
    expect((await findAuditEvent('userDeactivated'))?.detail).toEqual({
      userId: id,
      changes: { active: [true, false] },
    });
    expect((await operator.post(`${api}/${id}/Activate`)).json()).toMatchObject({ id, isActive: true });
    expect((await findAuditEvent('userActivated'))?.detail).toEqual({ userId: id, changes: { active: [false, true] } });
    expect((await (await signIn(email)).get(api)).statusCode).toBe(200);
  });

  test('refuses to deactivate the caller', async () => {
    await addOther();
    const operator = await signIn(first);
    const refused = await operator.post(`${api}/${await findUserId(first)}/Deactivate`);
    expect([refused.statusCode, refused.json().message]).toEqual([409, 'You cannot deactivate yourself.']);
    expect((await operator.get(api)).statusCode).toBe(200);
  });

  test('keeps the last permanent operator: one with an end of access or who never signed in does not count', async () => {
    const { id, email } = await addOther();
    const [operator] = [await signIn(email), await addOther()];
    await sql("update users set expires_at = now() + interval '1 hour' where id = $1", [id]);
    const refused = await operator.post(`${api}/${await findUserId(first)}/Deactivate`);
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'Conflict']);
    expect(await sql('select active from users where email = $1', [first])).toEqual([{ active: true }]);
    await sql('update users set expires_at = null where id = $1', [id]);
    expect((await operator.post(`${api}/${await findUserId(first)}/Deactivate`)).statusCode).toBe(200);
  });

  test('an operator who deactivates the owner of the vendor’s account becomes the owner', async () => {
    const { id, email } = await addOther();
    const [operator, third] = [await signIn(email), await addOther()];
    expect((await operator.post(`${api}/${await findUserId(first)}/Deactivate`)).statusCode).toBe(200);
    expect(await sql('select id from users where account_id = $1 and is_owner', [accountId])).toEqual([{ id }]);
    expect((await findAuditEvent('ownershipTransferred'))?.detail).toEqual({
      userId: id,
      changes: { ownerId: [await findUserId(first), id] },
    });
    const leaving = await signIn(third.email);
    await sql("update users set expires_at = now() + interval '1 hour' where id = $1", [third.id]);
    await sql('update users set active = true where email = $1', [first]);
    const refused = await leaving.post(`${api}/${id}/Deactivate`);
    expect([refused.statusCode, refused.json().message]).toEqual([
      409,
      'The owner keeps full access. Transfer the ownership first.',
    ]);
  });

  test('if the last two operators deactivate each other concurrently, one succeeds', async () => {
    const { id, email } = await addOther();
    const [operator, other] = [await signIn(first), await signIn(email)];
    const responses = await Promise.all([
      operator.post(`${api}/${id}/Deactivate`),
      other.post(`${api}/${await findUserId(first)}/Deactivate`),
    ]);
    expect(responses.map(({ statusCode }) => statusCode).filter((status) => status === 200)).toHaveLength(1);
    expect(await sql('select id from users where is_operator and active')).toHaveLength(1);
  });

  test('removes another operator’s second factor and sessions, and mails them', async () => {
    const { id, email } = await addOther();
    const [operator, other] = [await signIn(first), await signIn(email)];
    await sql("insert into second_factors (user_id, method, target) values ($1, 'Email', $2)", [id, email]);
    const reset = await operator.post(`${api}/${id}/ResetSecondFactor`, verified);
    expect(reset.json()).toMatchObject({ id, hasSecondFactor: false });
    expect((await other.get(api)).statusCode).toBe(401);
    expect((await listMailsTo(email)).map(({ data }) => data.change)).toContain('secondFactor');
    expect((await findAuditEvent('userSecondFactorReset'))?.detail).toEqual({ userId: id, ...verified });
    expect((await operator.post(`${api}/${await findUserId(first)}/ResetSecondFactor`, verified)).statusCode).toBe(403);
  });

  test('each change asks for the password if it was given too long ago', async () => {
    const { id } = await addOther();
    const operator = await signIn(first);
    await sql("update sessions set confirmed_at = now() - interval '11 minutes'");
    const refused = [
      await operator.post(api, { email: 'late@portico.example', firstName: 'Kim' }),
      await operator.post(`${api}/${id}/Activate`),
      await operator.post(`${api}/${id}/Deactivate`),
      await operator.post(`${api}/${id}/ResetSecondFactor`, verified),
    ];
    expect(refused.map((response) => response.json().code)).toEqual(Array(4).fill('ConfirmationRequired'));
  });

  test('refuses customers, and changes only operators', async () => {
    const owner = await signIn('owner@acme.example');
    expect((await owner.get(api)).statusCode).toBe(403);
    expect((await owner.post(`${api}/${await findUserId(first)}/Deactivate`)).statusCode).toBe(403);
    const operator = await signIn(first);
    for (const call of ['Activate', 'Deactivate', 'ResetSecondFactor'])
      expect(
        (await operator.post(`${api}/${await findUserId('owner@acme.example')}/${call}`, verified)).statusCode,
      ).toBe(404);
  });
});
