import { pino } from 'pino';
import { expect, test } from 'vitest';
import { startMirror } from '../../../test/mirror.ts';
import { seedDemonstrationPeople } from '../../accounts/index.ts';
import { createOperations, makeChange, registerOperations } from '../../core/operations/index.ts';
import { createCustomerOperation, customerSubject } from './customers.operations.ts';
import { customersModule } from './customers.routes.ts';
import { ensureCustomer } from './customers.service.ts';

/** A portal's operations, and an owner whose account has no customer yet. */
async function openAccount(email: string) {
  const { app, database, stripe } = await startMirror();
  await seedDemonstrationPeople(database);
  const operations = createOperations(database, pino({ level: 'silent' }));
  const context = { database, operations, gateway: app.gateway };
  registerOperations(operations, customersModule(context).operations ?? []);
  const { rows } = await database.pool.query('select id, account_id from users where email = $1', [email]);
  const [userId, accountId] = [Number(rows[0].id), Number(rows[0].account_id)];
  const session = { user: { id: userId, email }, account: { id: accountId } };
  return { stripe, operations, userId, accountId, asking: { ...context, session, accountId } };
}

test('simultaneous requests create one customer', async () => {
  const { stripe, operations, userId, accountId, asking } = await openAccount('owner@globex.example');
  const customerId = await ensureCustomer(asking);

  const { kind } = createCustomerOperation;
  const request = { name: 'Globex', email: 'admin@globex.example' };
  const late = await makeChange(operations, { accountId, userId, kind, subject: customerSubject, request });

  expect(late.result).toEqual({ customerId });
  expect(await ensureCustomer(asking)).toBe(customerId);
  expect(
    (await stripe.customers.list({ limit: 100 })).data.filter((customer) => customer.name === 'Globex'),
  ).toHaveLength(1);
});

test('a customer’s invoices are in the language of the user who first needed the customer', async () => {
  const { stripe, asking } = await openAccount('owner@globex.example');
  const customer = await stripe.customers.retrieve(await ensureCustomer({ ...asking, locale: 'fr' }));
  expect(customer).toMatchObject({ preferred_locales: ['fr-CA'] });
});
