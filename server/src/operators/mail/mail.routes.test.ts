import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { Browser } from '../../../test/browser.ts';
import { createTestPortal } from '../../../test/portal.ts';
import { skipSecondFactorSetup } from '../../../test/skip-second-factor-setup.ts';
import { createAudit, seedDemonstrationPeople } from '../../accounts/index.ts';
import { closingContact, publicUrl, signInCode, startMail } from '../../core/mail/mail.test-support.ts';
import { mailModule } from './mail.routes.ts';

type Mailing = Awaited<ReturnType<typeof startMail>>;
const api = '/api/Operator/Messages';
const outbox = '/api/dev/outbox';

async function startPortal(mode: 'demo' | 'production') {
  const mailing = await startMail({ mode });
  const { database, mail } = mailing;
  await seedDemonstrationPeople(database);
  await skipSecondFactorSetup(database);
  const audit = createAudit({ database, appSecret: 'a secret of the tests, long enough' });
  const app = await createTestPortal(database, {
    mode,
    extend: (portal) => {
      const context = {
        database,
        config: { mode },
        mail,
        audit,
        publicUrl,
        findMailReader: async () => ({ timeZone: 'America/Toronto', country: null }),
      };
      for (const route of mailModule(context).routes ?? []) route.bind(portal);
    },
  });
  const enqueue = (message: typeof closingContact | ReturnType<typeof signInCode>) =>
    database.transaction((transaction) => mail.enqueue(transaction, message as typeof closingContact));
  return { ...mailing, app, enqueue, operator: await new Browser(app).signIn('operator@portico.example') };
}

let portal: Awaited<ReturnType<typeof startPortal>>;
let enqueue: (typeof portal)['enqueue'];
let operator: Browser;

const clear = ({ database }: Mailing) => database.pool.query('delete from mail_messages');

describe('mail in production', () => {
  beforeAll(async () => {
    portal = await startPortal('production');
    ({ enqueue, operator } = portal);
  });
  beforeEach(() => clear(portal));

  test('lists messages with their outcome, newest first and in pages', async () => {
    const first = await enqueue(closingContact);
    await portal.run();
    const second = await enqueue({ ...signInCode() });
    const answer = (await operator.get(`${api}?pageSize=1`)).json();
    expect(answer).toMatchObject({ total: 2, totalPages: 2, items: [{ id: second, state: 'queued' }] });
    const { items } = (await operator.get(`${api}?pageSize=1&page=2`)).json();
    expect(items).toMatchObject([
      {
        id: first,
        channel: 'email',
        label: 'Contact before closing an account',
        subject: 'Acme would like to be contacted before closing their account',
        recipient: 'sales@vendor.example',
        account: { id: 1, name: 'Acme' },
        state: 'kept',
        attempts: 1,
        canBeSentAgain: true,
      },
    ]);
    expect(items[0].endedAt).not.toBeNull();
  });

  test('filters messages by state and by the beginning of the recipient', async () => {
    await enqueue(closingContact);
    await portal.run();
    await enqueue(signInCode());
    const recipients = async (query: string) =>
      (await operator.get(`${api}?${query}`)).json().items.map(({ recipient }: { recipient: string }) => recipient);
    expect(await recipients('state=kept')).toEqual(['sales@vendor.example']);
    expect(await recipients('textFilter=AVERY@')).toEqual(['avery@acme.example']);
    expect(await recipients('textFilter=vendor')).toEqual([]);
    expect(await recipients('textFilter=%25')).toEqual([]);
    expect((await operator.get(`${api}?state=lost`)).statusCode).toBe(400);
  });

  test('shows a message with its content, as a document without scripts', async () => {
    const id = await enqueue(closingContact);
    const message = (await operator.get(`${api}/${id}`)).json();
    expect(message).toMatchObject({ hasHtml: true, replyTo: 'avery@acme.example' });
    expect(message.text).toContain('Phone: +1 415 555 0132');
    const html = await operator.get(`${api}/${id}/Html`);
    expect(html.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(html.headers['content-security-policy']).toContain("default-src 'none'");
    expect(html.headers['content-security-policy']).toContain('sandbox allow-popups');
    expect(html.headers['content-security-policy']).not.toContain('allow-scripts');
    expect(html.headers['x-frame-options']).toBe('SAMEORIGIN');
    expect(html.body).toContain('<base target="_blank">');
  });

  test('never shows a code to an operator, sent or not', async () => {
    const id = await enqueue(signInCode());
    const message = (await operator.get(`${api}/${id}`)).json();
    expect(message).toMatchObject({ text: null, hasHtml: false, subject: 'Your code for Veriscan' });
    expect((await operator.get(`${api}/${id}/Html`)).statusCode).toBe(404);
    expect((await operator.get(api)).body).not.toContain('493817');
  });

  test('sends a finished message again as a new one, and records the operator', async () => {
    const id = await enqueue(closingContact);
    await portal.run();
    const again = await operator.post(`${api}/${id}/SendAgain`, {});
    expect(again.statusCode).toBe(200);
    const [first, second] = await portal.rows();
    expect(second).toMatchObject({ id: again.json().id, state: 'queued', repeats_id: first.id, data: first.data });
    expect(second.public_id).not.toBe(first.public_id);
    await portal.run();
    expect((await portal.rows()).map(({ state }) => state)).toEqual(['kept', 'kept']);
    const { rows } = await portal.database.pool.query(
      `select detail, u.email from audit_events join users u on u.id = real_user_id where kind = 'messageSentAgain'`,
    );
    expect(rows).toEqual([
      {
        email: 'operator@portico.example',
        detail: { message: again.json().id, repeats: id, template: 'closingContact' },
      },
    ]);
  });

  test('refuses to send a message again before it is finished, or after its content was deleted', async () => {
    const waiting = await enqueue(closingContact);
    expect((await operator.post(`${api}/${waiting}/SendAgain`, {})).statusCode).toBe(409);
    const code = await enqueue(signInCode());
    await portal.run();
    const refused = await operator.post(`${api}/${code}/SendAgain`, {});
    expect(refused.json()).toMatchObject({
      code: 'Conflict',
      message: expect.stringContaining('cannot be sent again'),
    });
    expect((await operator.post(`${api}/999999/SendAgain`, {})).statusCode).toBe(404);
    expect(await portal.rows()).toHaveLength(2);
  });

  test('has no outbox', async () => {
    const id = await enqueue(signInCode());
    for (const path of [outbox, `${outbox}/${id}`, `${outbox}/${id}/Html`]) {
      expect((await operator.get(path)).statusCode).toBe(404);
    }
    expect((await operator.get('/dev/outbox', { headers: { accept: 'text/html' } })).statusCode).toBe(404);
    expect((await operator.open('/')).preloaded.hasOutbox).toBe(false);
  });
});

describe('mail in demo mode', () => {
  let visitor: Browser;
  beforeAll(async () => {
    portal = await startPortal('demo');
    ({ enqueue, operator } = portal);
    visitor = new Browser(portal.app);
  });
  beforeEach(() => clear(portal));

  test('the outbox shows visitors the code that they need to sign in', async () => {
    const id = await enqueue(signInCode());
    await portal.run();
    expect((await visitor.get(outbox)).json().items).toMatchObject([{ id, state: 'kept' }]);
    expect((await visitor.get(`${outbox}/${id}`)).json().text).toContain('493817');
    expect((await visitor.get(`${outbox}/${id}/Html`)).body).toContain('493817');
    const { response, preloaded } = await visitor.open('/dev/outbox');
    expect([response.statusCode, preloaded.hasOutbox]).toEqual([200, true]);
  });

  test('the outbox does not show a used code', async () => {
    const id = await enqueue(signInCode());
    await portal.run();
    await portal.database.transaction((transaction) => portal.mail.forget(transaction, id));
    expect((await visitor.get(`${outbox}/${id}`)).json()).toMatchObject({ text: null, hasHtml: false, subject: null });
    expect((await visitor.get(`${outbox}/${id}/Html`)).statusCode).toBe(404);
  });

  test('the operators’ list hides codes in demo mode too', async () => {
    const id = await enqueue(signInCode());
    expect((await operator.get(`${api}/${id}`)).json().text).toBeNull();
  });
});
