import type { Account } from '@portico/contract';
import { describe, expect, test } from 'vitest';
import { Browser } from '../../../test/browser.ts';
import { accountsModule } from './accounts.routes.ts';
import { startAccounts } from './accounts.test-support.ts';

const { app, database, operator, acme, vendor, path, events } = await startAccounts((parts) => [accountsModule(parts)]);

describe('an account as operators see it', () => {
  test('shows an account with its brand and features', async () => {
    expect((await operator.get(path())).json()).toEqual({
      id: acme,
      name: 'Acme Security',
      company: { id: 1, name: 'Veriscan' },
      customerId: null,
      createdAt: expect.any(String),
      features: ['billing', 'customerAdmin'],
      isSecondFactorRequired: false,
      disabled: null,
      hasOperators: false,
    });
  });

  test('answers 404 for an unknown account in each endpoint', async () => {
    const calls = [
      operator.get(path('', 999_999)),
      operator.send('PUT', path('/Features', 999_999), { payload: { features: [] } }),
      operator.send('PUT', path('/Company', 999_999), { payload: { companyId: 1 } }),
      operator.get(path('/Notes', 999_999)),
      operator.post(path('/Notes', 999_999), { text: 'x' }),
    ];
    for (const call of calls) expect((await call).statusCode).toBe(404);
  });
});

describe('the features of an account (OPR-4)', () => {
  const save = (features: unknown) => operator.send('PUT', path('/Features'), { payload: { features } as object });

  test('gives exactly the chosen features from the next request on', async () => {
    const owner = await new Browser(app).signIn('owner@acme.example');
    expect((await save(['customerAdmin'])).json<Account>().features).toEqual(['customerAdmin']);
    expect((await owner.open('/')).preloaded.features).toEqual(['customerAdmin']);
    const [event] = await events();
    expect(event).toEqual({
      kind: 'accountFeaturesChanged',
      account_id: acme,
      detail: { before: 'billing customerAdmin', after: 'customerAdmin' },
    });
    await save(['billing', 'customerAdmin', 'billing']).then((answer) => expect(answer.statusCode).toBe(422));
    expect((await save(['billing', 'customerAdmin'])).json<Account>().features).toEqual(['billing', 'customerAdmin']);
  });

  test.each([[['users']], ['billing'], [null]])('rejects the unknown features %j', async (features) => {
    expect((await save(features)).statusCode).toBe(422);
  });
});

describe('notes about an account (OPR-5)', () => {
  test('lists notes with their authors, and lets only the author delete a note', async () => {
    const first = (await operator.post(path('/Notes'), { text: 'Called.\nNo answer.' })).json();
    expect(first).toMatchObject({ text: 'Called.\nNo answer.', by: 'Olivia Perez', isOwn: true });
    await database.pool.query(
      'insert into account_notes (account_id, author_id, text) select $1, id, $2 from users where email = $3',
      [acme, 'By another operator', 'owner@globex.example'],
    );
    const { items, total } = (await operator.get(path('/Notes'))).json();
    expect(total).toBe(2);
    expect(items.map(({ text, isOwn }: { text: string; isOwn: boolean }) => [text, isOwn])).toEqual([
      ['By another operator', false],
      ['Called.\nNo answer.', true],
    ]);
    expect((await operator.send('DELETE', path(`/Notes/${items[0].id}`))).statusCode).toBe(404);
    expect((await operator.send('DELETE', path(`/Notes/${first.id}`, vendor))).statusCode).toBe(404);
    expect((await operator.send('DELETE', path(`/Notes/${first.id}`))).statusCode).toBe(200);
    expect((await operator.get(path('/Notes'))).json().total).toBe(1);
  });

  test.each([{ text: '' }, { text: ' \n ' }, { text: 'x'.repeat(4_001) }, {}])(
    'rejects a note with the text %j',
    async (body) => {
      expect((await operator.post(path('/Notes'), body)).statusCode).toBe(422);
    },
  );
});
