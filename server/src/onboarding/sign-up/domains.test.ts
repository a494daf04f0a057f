import { beforeAll, beforeEach, expect, test } from 'vitest';
import { type FullPortal, startFullPortal } from '../../../test/full-portal.ts';
import type { SignUpContext } from './sign-up.context.ts';
import { listMailsTo, newEmail, personFields, postForm, visitor } from './sign-up.test-support.ts';
import { submitForm } from './submit.ts';
import type { Visitor } from './visitor.ts';

/** People who already belong to an account, by a domain with its own sign-in or by an invitation. */

let portal: FullPortal;

beforeAll(async () => {
  portal = await startFullPortal({ mode: 'demo' });
});

beforeEach(async () => {
  await portal.database.pool.query('delete from rate_limits');
});

const somebody: Visitor = {
  hash: Buffer.alloc(32),
  key: 'visitor',
  address: '192.0.2.1',
  addressKey: '192.0.2.1',
  locale: 'en',
  requestId: 'none',
};

test('redirects a form to the domain’s own sign-in, and creates nothing', async () => {
  const { database } = portal;
  const lookedUp: string[] = [];
  const context = {
    database,
    config: { captcha: { kind: 'none' } },
    findDomainSignIn: async (domain: string) => {
      lookedUp.push(domain);
      return '/login?domain=stone.example';
    },
  } as unknown as SignUpContext;
  const before = await database.pool.query('select count(*)::int as count from accounts');
  const posted = { ...personFields, email: 'Avery@Stone.Example' };
  const outcome = await submitForm(context, { posted, query: {}, identity: undefined, visitor: somebody });
  expect(outcome).toEqual({ redirectUrl: '/login?domain=stone.example', isDone: true });
  expect(lookedUp).toEqual(['stone.example']);
  expect((await database.pool.query('select count(*)::int as count from accounts')).rows).toEqual(before.rows);
  expect(await listMailsTo(portal, 'avery@stone.example')).toEqual([]);
});

test('creates no second account for a proved domain without an active provider, and mails how to join', async () => {
  const { database } = portal;
  const provider = await database.pool.query(
    `insert into external_providers (account_id, key, type, name, domain)
     select account_id, 'proved-domain', 1, 'Directory', 'proved.example' from users where email = 'owner@acme.example' returning id`,
  );
  await database.pool.query(
    `insert into external_provider_domains (provider_id, domain, record_value, proved_at, proof) values ($1, 'proved.example', 'x', now(), 'dns')`,
    [provider.rows[0].id],
  );
  const before = await database.pool.query('select count(*)::int as count from accounts');
  const post = async (email: string) => postForm(await visitor(portal.app.http), { ...personFields, email });
  const [colleague, stranger] = [await post('Avery@Proved.Example'), await post(newEmail())];
  expect(colleague.statusCode).toBe(303);
  expect(colleague.headers.location).toBe(stranger.headers.location);
  expect((await database.pool.query('select count(*)::int as count from accounts')).rows).toEqual([
    { count: before.rows[0].count + 1 },
  ]);
  expect(await listMailsTo(portal, 'avery@proved.example')).toMatchObject([
    { template: 'signUpOrganization', data: { accountName: 'Acme Security' } },
  ]);
  // A subdomain is another domain.
  expect((await post('avery@sub.proved.example')).statusCode).toBe(303);
  expect(await listMailsTo(portal, 'avery@sub.proved.example')).toMatchObject([{ template: 'welcome' }]);
});

test('mails the invitation again, with a new link, to invited users who sign up', async () => {
  const email = newEmail();
  const owner = await portal.signIn('owner@acme.example');
  const added = await owner.post('/api/User/', {
    login: email,
    email,
    firstName: 'Avery',
    lastName: 'Stone',
    password: null,
  });
  expect(added.statusCode, added.body).toBeLessThan(300);
  const [invitation] = await listMailsTo(portal, email);
  expect(invitation?.template).toBe('invitation');
  const answer = await postForm(await visitor(portal.app.http), { ...personFields, email });
  expect(answer.statusCode, answer.body).toBe(303);
  const known = (await listMailsTo(portal, email)).at(-1);
  expect(known).toMatchObject({ template: 'signUpKnown', data: { accountName: 'Acme Security', isInvited: true } });
  expect(known?.data.path).toMatch(/#.+/);
  const accounts = await portal.database.pool.query(
    'select count(distinct account_id)::int as count from users where email = $1',
    [email],
  );
  expect(accounts.rows).toEqual([{ count: 1 }]);
});
