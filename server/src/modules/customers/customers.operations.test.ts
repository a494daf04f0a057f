import { pino } from 'pino';
import { expect, test } from 'vitest';
import { startMirror } from '../../../test/mirror.ts';
import { createOperations, makeChange, registerOperations } from '../../operations/index.ts';
import { seedDemonstrationPeople } from '../users/index.ts';
import { createCustomerOperation, customerSubject } from './customers.operations.ts';
import { ensureCustomer } from './customers.service.ts';
import { customersModule } from './index.ts';

test('a customer asked for by somebody who did not see the first one is the first one', async () => {
  const { app, database, stripe } = await startMirror();
  await seedDemonstrationPeople(database);
  const operations = createOperations(database, pino({ level: 'silent' }));
  const context = { database, operations, gateway: app.gateway };
  registerOperations(operations, customersModule(context).operations ?? []);
  const email = 'owner@globex.example';
  const { rows } = await database.pool.query('select id, account_id from users where email = $1', [email]);
  const [userId, accountId] = [Number(rows[0].id), Number(rows[0].account_id)];
  const session = { user: { id: userId, email }, account: { id: accountId } };
  const customerId = await ensureCustomer({ ...context, session, accountId });

  const { kind } = createCustomerOperation;
  const request = { name: 'Globex', email: 'admin@globex.example' };
  const late = await makeChange(operations, { accountId, userId, kind, subject: customerSubject, request });

  expect(late.result).toEqual({ customerId });
  expect(await ensureCustomer({ ...context, session, accountId })).toBe(customerId);
  expect(
    (await stripe.customers.list({ limit: 100 })).data.filter((customer) => customer.name === 'Globex'),
  ).toHaveLength(1);
});
