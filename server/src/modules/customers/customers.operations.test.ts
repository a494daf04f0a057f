import { expect, test } from 'vitest';
import { startFullPortal } from '../../../test/full-portal.ts';
import { makeChange } from '../../operations/index.ts';
import { createCustomerOperation, customerSubject } from './customers.operations.ts';
import { ensureCustomer } from './customers.service.ts';

test('a customer asked for by somebody who did not see the first one is the first one', async () => {
  const { app, database, stripe } = await startFullPortal();
  const email = 'owner@globex.example';
  const { rows } = await database.pool.query('select id, account_id from users where email = $1', [email]);
  const [userId, accountId] = [Number(rows[0].id), Number(rows[0].account_id)];
  const session = { user: { id: userId, email }, account: { id: accountId } };
  const customerId = await ensureCustomer({ ...app, database, session, accountId });

  const { kind } = createCustomerOperation;
  const request = { name: 'Globex', email: 'admin@globex.example' };
  const late = await makeChange(app.operations, { accountId, userId, kind, subject: customerSubject, request });

  expect(late.result).toEqual({ customerId });
  expect(await ensureCustomer({ ...app, database, session, accountId })).toBe(customerId);
  expect(
    (await stripe.customers.list({ limit: 100 })).data.filter((customer) => customer.name === 'Globex'),
  ).toHaveLength(1);
});
