import { beforeEach, describe, expect, test } from 'vitest';
import { addPasskey, startUsers } from './users.test-support.ts';

const isTransfer = ({ template }: { template: string }) => template === 'ownershipTransferred';

describe('the transfer of ownership', async () => {
  const { sql, findUserId, addMember, signIn, findAuditEvent, listMailsTo, accountId } = await startUsers();
  const ownerId = await findUserId('owner@acme.example');
  const adminId = await findUserId('admin@acme.example');
  const transfer = (browser: Awaited<ReturnType<typeof signIn>>, id: number) =>
    browser.post(`/api/User/ChangeOwner/${id}`);

  /** Restores the demo's owner and clears the mails. */
  beforeEach(async () => {
    await sql('delete from rate_limits');
    await sql('delete from mail_messages');
    await sql('update users set is_owner = false, is_admin = true where account_id = $1 and is_owner', [accountId]);
    await sql('update users set is_owner = true where id = $1', [ownerId]);
  });

  test('makes an active admin the owner, mails both, records it, and leaves the former owner an admin', async () => {
    const owner = await signIn('owner@acme.example');
    expect((await owner.get(`/api/User/${adminId}`)).json().allowed.ownership).toBe(true);
    expect((await transfer(owner, adminId)).json()).toMatchObject({
      id: adminId,
      isOwner: true,
      roles: ['Admin', 'Owner'],
    });
    expect((await owner.get('/api/User/Current')).json()).toMatchObject({ isOwner: false, isAdmin: true });
    expect(await listMailsTo('owner@acme.example')).toMatchObject([
      { template: 'ownershipTransferred', data: { isNewOwner: false, otherName: 'Morgan Lee' } },
    ]);
    expect(await listMailsTo('admin@acme.example')).toMatchObject([
      { template: 'ownershipTransferred', data: { isNewOwner: true, otherName: 'Avery Stone' } },
    ]);
    expect((await findAuditEvent('ownershipTransferred'))?.detail).toEqual({
      userId: adminId,
      changes: { ownerId: [ownerId, adminId] },
    });
  });

  test.each([true, false])(
    'reminds the new owner of the break-glass code if single sign-on is required: %s',
    async (required) => {
      await sql('update accounts set sso_required = $1 where id = $2', [false, accountId]);
      const owner = await signIn('owner@acme.example');
      await sql('update accounts set sso_required = $1 where id = $2', [required, accountId]);
      await transfer(owner, adminId);
      await sql('update accounts set sso_required = false where id = $1', [accountId]);
      expect((await listMailsTo('owner@acme.example')).findLast(isTransfer)?.data).toMatchObject({
        needsBreakGlassCode: false,
      });
      const mail = (await listMailsTo('admin@acme.example')).findLast(isTransfer);
      expect(mail?.data).toMatchObject({ needsBreakGlassCode: required });
    },
  );

  test('is refused for an admin whose password somebody else chose, and removes passkeys that somebody else may have added', async () => {
    const owner = await signIn('owner@acme.example');
    await addPasskey(sql, adminId);
    await sql('update users set is_password_of_other = true where id = $1', [adminId]);
    const refused = await transfer(owner, adminId);
    expect([refused.statusCode, refused.json().message]).toEqual([409, expect.stringContaining('somebody else chose')]);
    await sql('update users set is_password_of_other = false where id = $1', [adminId]);
    const admin = await signIn('admin@acme.example');
    expect((await transfer(owner, adminId)).statusCode).toBe(200);
    expect(await sql('select from passkeys where user_id = $1', [adminId])).toEqual([]);
    expect((await admin.get('/api/User/Current')).statusCode).toBe(401);
    expect((await listMailsTo('admin@acme.example')).findLast(isTransfer)?.data).toMatchObject({ removedOthers: true });
  });

  test('removes the new owner’s identities at providers that others connected, and ends their sessions (SSO-19)', async () => {
    const owner = await signIn('owner@acme.example');
    const admin = await signIn('admin@acme.example');
    for (const [name, connectedBy] of [
      ['Own', adminId],
      ['Foreign', ownerId],
    ] as const) {
      await sql(
        `with provider as (
           insert into external_providers (account_id, key, name, type, domain, connected_by)
           values ($1, $2, $2, 1, 'acme.example', $3) returning id
         )
         insert into sso_identities (provider_id, issuer, subject, user_id) select id, 'https://idp.example', 'admin', $4 from provider`,
        [accountId, name, connectedBy, adminId],
      );
    }
    await sql(
      `insert into sso_sessions (session_public_id, provider_id, identity_id)
       select s.public_id, i.provider_id, i.id from sessions s, sso_identities i join external_providers p on p.id = i.provider_id
       where s.user_id = $1 and p.name = 'Foreign' order by s.created_at desc limit 1`,
      [adminId],
    );
    await transfer(owner, adminId);
    const left = await sql(
      'select p.name from sso_identities i join external_providers p on p.id = i.provider_id where i.user_id = $1',
      [adminId],
    );
    await sql(`delete from external_providers where name in ('Own', 'Foreign')`);
    expect(left).toEqual([{ name: 'Own' }]);
    expect((await admin.get('/api/User/Current')).statusCode).toBe(401);
    const mail = (await listMailsTo('admin@acme.example')).find(isTransfer);
    expect(mail?.data).toMatchObject({ unlinkedProviders: ['Foreign'] });
    expect((await findAuditEvent('ownershipTransferred'))?.detail).toMatchObject({ unlinkedProviders: 'Foreign' });
  });

  test('only the owner can transfer the ownership', async () => {
    const admin = await signIn('admin@acme.example');
    const refused = await transfer(admin, adminId);
    expect([refused.statusCode, refused.json().message]).toEqual([403, 'Only the owner can transfer the ownership.']);
  });

  test.each([
    ['a user', {}],
    ['a read-only admin', { isAdmin: true, readOnly: true }],
    ['an admin who expires', { isAdmin: true, expiresAt: new Date('2999-01-01') }],
  ])('rejects a transfer to %s', async (_whom, change) => {
    const owner = await signIn('owner@acme.example');
    const { id } = await addMember(change);
    const refused = await transfer(owner, id);
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'Conflict']);
    expect(refused.json().message).toMatch(/^Only an active admin/);
  });

  test('asks for the password if it was given too long ago', async () => {
    const owner = await signIn('owner@acme.example');
    await sql("update sessions set confirmed_at = now() - interval '11 minutes'");
    expect((await transfer(owner, adminId)).json().code).toBe('ConfirmationRequired');
  });

  test.each(Array.from({ length: 5 }))(
    'of two concurrent transfers, one succeeds and the other is refused',
    async () => {
      const { id: other } = await addMember({ isAdmin: true });
      const owner = await signIn('owner@acme.example');
      const answers = await Promise.all([transfer(owner, adminId), transfer(owner, other)]);
      const statuses = answers.map(({ statusCode }) => statusCode).toSorted();
      expect(statuses[0]).toBe(200);
      const refused = answers.find(({ statusCode }) => statusCode !== 200)?.json();
      expect([
        'The ownership has been transferred in the meantime. Reload the page.',
        'Only the owner can transfer the ownership.',
      ]).toContain(refused.message);
      const owners = await sql('select id from users where account_id = $1 and is_owner', [accountId]);
      expect(owners).toHaveLength(1);
    },
  );

  test.each(Array.from({ length: 5 }))(
    'never gives the ownership to a user who is deactivated at the same moment',
    async () => {
      const { id: other } = await addMember({ isAdmin: true });
      const [owner, admin] = [await signIn('owner@acme.example'), await signIn('admin@acme.example')];
      const answers = await Promise.all([
        transfer(owner, other),
        admin.post(`/api/User/changeActivation/${other}?active=false`),
      ]);
      expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
      expect(await sql('select active, is_admin from users where account_id = $1 and is_owner', [accountId])).toEqual([
        { active: true, is_admin: true },
      ]);
    },
  );
});
