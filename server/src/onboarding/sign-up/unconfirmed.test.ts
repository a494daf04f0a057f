import { beforeAll, expect, test } from 'vitest';
import { type FullPortal, startFullPortal } from '../../../test/full-portal.ts';
import { runDueJobs } from '../../../test/run-due-jobs.ts';
import { enqueue } from '../../core/jobs/queue.ts';
import {
  buyingForm,
  freshVisitor,
  listMailsTo,
  newEmail,
  oneTrial,
  personFields,
  postForm,
} from './sign-up.test-support.ts';

let portal: FullPortal;
beforeAll(async () => {
  portal = await startFullPortal({ mode: 'demo' });
});

/** Runs the hourly job as if what waits were due. */
async function passTime(): Promise<void> {
  await portal.database.pool.query(
    'update sign_up_registrations set confirmation_due = now() where confirmation_due is not null',
  );
  await enqueue(portal.database.query, { name: 'sign-up-purge', maxAttempts: 1 }, {});
  await runDueJobs(portal);
}

const register = async (createForm: (email: string) => object | Promise<object>) => {
  const email = newEmail();
  const response = await postForm(await freshVisitor(portal), { ...personFields, ...(await createForm(email)), email });
  expect(response.statusCode, response.body).toBe(303);
  return email;
};
const findAccount = async (email: string) =>
  (await portal.database.pool.query('select account_id from users where email = $1', [email])).rows[0]?.account_id;
const listTemplates = async (email: string) => (await listMailsTo(portal, email)).map(({ template }) => template);

test.each([
  ['without a plan', {}],
  ['with a trial', oneTrial],
])('reminds an owner who does not confirm the address, and then deletes the account %s', async (_, fields) => {
  const email = await register(() => fields);
  await passTime();
  expect(await listTemplates(email)).toEqual(['welcome', 'confirmSignUp']);
  expect(await findAccount(email)).toBeDefined();
  await passTime();
  expect(await findAccount(email)).toBeUndefined();
  await passTime();
});

test('keeps an account whose owner confirmed the address, or that has paid', async () => {
  const confirmed = await register(() => ({}));
  await portal.database.pool.query('update users set email_confirmed_at = now() where email = $1', [confirmed]);
  const paid = await register(async (email) => buyingForm(portal, await freshVisitor(portal), email));
  for (let count = 0; count < 3; count += 1) await passTime();
  expect(await findAccount(confirmed)).toBeDefined();
  expect(await findAccount(paid)).toBeDefined();
  expect(await listTemplates(confirmed)).toEqual(['welcome']);
});

test('mails the link again to the address of an unconfirmed sign-up that somebody else made', async () => {
  const email = await register(() => ({}));
  await postForm(await freshVisitor(portal), { ...personFields, organization: 'Another', email });
  expect(await listTemplates(email)).toEqual(['welcome', 'confirmSignUp']);
});
