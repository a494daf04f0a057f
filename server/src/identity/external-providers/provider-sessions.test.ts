import { expect, test } from 'vitest';
import { base, startExternalProviders } from './external-providers.test-support.ts';

const { add, browser, details, signIn, sql, findAuditEvent } = await startExternalProviders();

/** Makes the newest sessions of users count as begun with a provider. */
const vouch = (providerId: number, emails: readonly string[]) =>
  sql(
    `with identity as (
       insert into sso_identities (provider_id, issuer, subject, user_id)
       select $1, 'https://login.acme.example', email, id from users where email = any($2) returning id, user_id
     )
     insert into sso_sessions (session_public_id, provider_id, identity_id)
     select distinct on (s.user_id) s.public_id, $1, i.id from identity i join sessions s on s.user_id = i.user_id
     order by s.user_id, s.created_at desc`,
    [providerId, emails],
  );

test.each([
  ['disabled', (id: number) => browser.post(`${base}/${id}/Deactivate`, {}), 'identityProviderDisabled'],
  ['deleted', (id: number) => browser.send('DELETE', `${base}/${id}`), 'identityProviderDeleted'],
] as const)('sessions of a provider that is %s end, except the admin’s own (SSO-15)', async (_how, end, kind) => {
  await sql('delete from external_providers');
  const { id } = await add();
  await sql(
    `update external_providers set is_active = true, client_id = 'portal', client_secret = 'sealed' where id = $1`,
    [id],
  );
  const [user, admin] = [await signIn('user@acme.example'), await signIn('admin@acme.example')];
  await vouch(id, ['user@acme.example', 'owner@acme.example']);
  expect((await details(id)).openSessions).toBe(1);
  expect((await end(id)).statusCode).toBe(200);
  const answers = await Promise.all([user, admin, browser].map((one) => one.get('/api/User/Current')));
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([401, 200, 200]);
  expect((await findAuditEvent(kind))?.detail).toMatchObject({ ended: 1 });
});
