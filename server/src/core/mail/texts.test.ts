import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { closeAfterTests } from '../../../test/clean-up.ts';
import type { TextsConfig } from '../config.ts';
import { TooManyRequestsError } from '../http/app-error.ts';
import { startMail } from './mail.test-support.ts';

interface Asked {
  readonly headers: IncomingMessage['headers'];
  readonly path: string | undefined;
  readonly body: string;
}

/** A text-message service on loopback. @param answers its responses in order; the last one repeats */
async function startService(...answers: { status: number; body?: object }[]) {
  const asked: Asked[] = [];
  const server = createServer(async (request, response) => {
    asked.push({ headers: request.headers, path: request.url, body: await text(request) });
    const { status, body } = (answers.length > 1 ? answers.shift() : answers[0]) ?? { status: 200 };
    response.writeHead(status, { 'content-type': 'application/json', location: 'http://127.0.0.1:9/' });
    response.end(body && JSON.stringify(body));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closeAfterTests(() => new Promise((resolve) => server.close(resolve)));
  return { asked, url: `http://user:p%40ss@127.0.0.1:${(server.address() as AddressInfo).port}/send` };
}

const number = '+1 415 555 0132';
const words = 'Veriscan: 493817 is your code, for 10 minutes. Do not share it.';

async function startTexts(texts: Partial<TextsConfig>, mode: 'demo' | 'production' = 'production') {
  const mailing = await startMail({ texts, mode });
  const { mail, database } = mailing;
  const queue = async (typed = number) => {
    const permit = await mail.permitText({ typed, accountId: 1 });
    return database.transaction((transaction) =>
      mail.enqueueText(transaction, permit, {
        template: 'signInCodeText',
        data: { code: '493817', minutes: 10 },
        locale: 'en',
        companyId: 1,
        expiresAt: new Date(Date.now() + 600_000),
      }),
    );
  };
  return { ...mailing, queue };
}

describe('a text message', () => {
  test('is posted to a webhook in the portal’s JSON, with an id and the credentials', async () => {
    const { asked, url } = await startService({ status: 202 });
    const { queue, run, rows, log } = await startTexts({ url, from: 'Veriscan' });
    await queue();
    await run();
    const [row] = await rows();
    expect(row).toMatchObject({ channel: 'text', recipient: '+14155550132', state: 'sent', data: null });
    expect(asked).toHaveLength(1);
    expect(JSON.parse(asked[0]?.body ?? '')).toEqual({
      id: row.public_id,
      to: '+14155550132',
      from: 'Veriscan',
      text: words,
    });
    expect(asked[0]).toMatchObject({
      path: '/send',
      headers: {
        authorization: `Basic ${Buffer.from('user:p@ss').toString('base64')}`,
        'idempotency-key': row.public_id,
      },
    });
    expect(log.text).not.toContain('493817');
  });

  test.each([
    ['+15005550006', { From: '+15005550006' }],
    [`MG${'0'.repeat(32)}`, { MessagingServiceSid: `MG${'0'.repeat(32)}` }],
  ])('is posted to Twilio as a form, from %s', async (from, sender) => {
    const { asked, url } = await startService({ status: 201, body: { sid: 'SM1' } });
    const { queue, run, rows } = await startTexts({ url, service: 'twilio', from });
    await queue();
    await run();
    expect(await rows()).toMatchObject([{ state: 'sent' }]);
    expect(Object.fromEntries(new URLSearchParams(asked[0]?.body))).toEqual({
      To: '+14155550132',
      ...sender,
      Body: words,
    });
    expect(asked[0]?.headers['content-type']).toContain('application/x-www-form-urlencoded');
  });

  test('is posted to Vonage, whose response contains a status', async () => {
    const { asked, url } = await startService(
      { status: 200, body: { messages: [{ status: '1', 'error-text': 'Throttled' }] } },
      { status: 200, body: { messages: [{ status: '0' }] } },
    );
    const { queue, run, rows } = await startTexts({ url, service: 'vonage', from: 'Veriscan' });
    await queue();
    await run();
    expect(await rows()).toMatchObject([{ state: 'queued', error: '1 Throttled' }]);
    await run();
    expect(await rows()).toMatchObject([{ state: 'sent', attempts: 2 }]);
    expect(JSON.parse(asked[0]?.body ?? '')).toEqual({
      api_key: 'user',
      api_secret: 'p@ss',
      from: 'Veriscan',
      to: '14155550132',
      text: words,
      type: 'unicode',
    });
  });

  test.each([
    ['webhook', 400, {}, '400'],
    ['twilio', 400, { code: 21211, message: 'Invalid To number' }, '400 21211 Invalid To number'],
    ['vonage', 200, { messages: [{ status: '3', 'error-text': 'Invalid to' }] }, '3 Invalid to'],
  ] as const)('fails if %s refuses it with %i', async (service, status, body, error) => {
    const { url } = await startService({ status, body });
    const { queue, run, rows } = await startTexts({ url, service, from: 'Veriscan' });
    await queue();
    await run();
    expect(await rows()).toMatchObject([{ state: 'failed', attempts: 1, error }]);
  });

  test.each([
    ['webhook', 500],
    ['webhook', 401],
    ['webhook', 429],
    ['webhook', 307],
    ['twilio', 503],
    ['vonage', 502],
  ] as const)('is retried if %s answers with %i', async (service, status) => {
    const { url, asked } = await startService({ status });
    const { queue, run, rows } = await startTexts({ url, service, from: 'Veriscan' });
    await queue();
    await run();
    expect(await rows()).toMatchObject([{ state: 'queued', attempts: 1 }]);
    expect(asked).toHaveLength(1);
  });

  test('is kept without a service, and its code is not in the log', async () => {
    const { queue, run, rows, log } = await startTexts({}, 'demo');
    await queue();
    await run();
    expect(await rows()).toMatchObject([{ state: 'kept', data: { code: '493817' } }]);
    expect(log.text).toContain('a text message is kept');
    expect(log.text).not.toContain('493817');
  });
});

describe('the limits of text messages', () => {
  test.each(['', '555', '+1 415', '415 555 0132', '+1 999 999 9999'])('reject the invalid number %j', async (typed) => {
    const { mail } = await startMail();
    await expect(mail.permitText({ typed, accountId: 1 })).rejects.toMatchObject({
      propertyErrors: { phone: [{ key: 'validation.phone' }] },
    });
  });

  test('allow ten a day to a number, in any notation and with concurrent requests', async () => {
    const { mail } = await startMail();
    const ways = ['+14155550132', '+1 (415) 555-0132', '+1 415 555 0132'];
    const asked = Array.from({ length: 30 }, (_, index) =>
      mail.permitText({ typed: ways[index % 3] as string, accountId: index }),
    );
    const outcomes = await Promise.allSettled(asked);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
    const refused = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
    for (const reason of refused) expect(reason).toBeInstanceOf(TooManyRequestsError);
  });

  test('allow a hundred a day from an account, and five hundred to a country', async () => {
    const { mail, database } = await startMail();
    const counted = async (name: string, key: string) => {
      const { rows } = await database.pool.query('select points from rate_limits where key = $1', [`${name}:${key}`]);
      return rows[0]?.points;
    };
    await mail.permitText({ typed: number, accountId: 7 });
    expect([await counted('text-account', '7'), await counted('text-country', 'US')]).toEqual([1, 1]);
    await database.pool.query(`update rate_limits set points = 100 where key = 'text-account:7'`);
    await expect(mail.permitText({ typed: number, accountId: 7 })).rejects.toBeInstanceOf(TooManyRequestsError);
    // A message that one limit refuses does not count for the others.
    expect(await counted('text-number', '+14155550132')).toBe(1);
    await database.pool.query(`update rate_limits set points = 500 where key = 'text-country:US'`);
    await expect(mail.permitText({ typed: number, accountId: 8 })).rejects.toBeInstanceOf(TooManyRequestsError);
    expect(await counted('text-account', '8')).toBe(0);
    await mail.permitText({ typed: '+33 1 42 68 53 00', accountId: 8 });
  });
});
