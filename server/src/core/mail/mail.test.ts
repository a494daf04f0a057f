import { describe, expect, test } from 'vitest';
import { type Reply, startSmtpServer } from '../../../test/smtp.ts';
import { smtpCertificate } from '../../../test/smtp-certificate.ts';
import { closingContact, publicUrl, receiptMail, signInCode, startMail } from './mail.test-support.ts';

const failing = { code: 451, text: 'Try again later' };

describe('a mail', () => {
  test('is sent once, with its sender, recipient and reply-to address', async () => {
    const { url, taken } = await startSmtpServer();
    const { mail, database, run, rows } = await startMail({ smtpUrl: url });
    await database.transaction((transaction) => mail.enqueue(transaction, closingContact));
    await run();
    expect(taken).toHaveLength(1);
    const [row] = await rows();
    expect(taken[0]).toMatchObject({
      subject: 'Acme would like to be contacted before closing their account',
      from: { name: 'Veriscan', address: 'portal@vendor.example' },
      to: [{ address: 'sales@vendor.example' }],
      replyTo: [{ name: 'Avery Stone', address: 'avery@acme.example' }],
      messageId: `<${row.public_id}@portal.vendor.example>`,
      envelope: { from: 'portal@vendor.example', to: ['sales@vendor.example'] },
    });
    expect(taken[0]?.text).toContain('Phone: +1 415 555 0132');
    expect(taken[0]?.html).toContain('<td class="ink line"');
    expect(row).toMatchObject({ state: 'sent', attempts: 1, error: null, data: closingContact.data });
  });

  test('is not sent if the change that caused it is rolled back', async () => {
    const { url, taken } = await startSmtpServer();
    const { mail, database, run, rows } = await startMail({ smtpUrl: url });
    const change = database.transaction(async (transaction) => {
      await mail.enqueue(transaction, closingContact);
      throw new Error('rolled back');
    });
    await expect(change).rejects.toThrow('rolled back');
    await run();
    expect([taken, await rows()]).toEqual([[], []]);
  });

  test('is sent once by any number of concurrent runs of its job, and is not sent again afterwards', async () => {
    const { url, taken } = await startSmtpServer();
    const { mail, database } = await startMail({ smtpUrl: url });
    const id = await database.transaction((transaction) => mail.enqueue(transaction, closingContact));
    const job = mail.jobs.find(({ name }) => name === 'mail-send');
    const runs = await Promise.allSettled(
      Array.from({ length: 20 }, () => job?.run({ id } as never, { isLast: false })),
    );
    // Jobs that find the mail being sent are retried, because the process that sends it may have been killed.
    expect(runs.some(({ status }) => status === 'fulfilled')).toBe(true);
    await job?.run({ id } as never, { isLast: false });
    expect(taken).toHaveLength(1);
  });

  test('is sent together with the mails behind it, and leaves one that must be retried to its own job', async () => {
    const refused = 'person-3@acme.example';
    let isBusy = true;
    const { url, taken } = await startSmtpServer({
      onMail: ({ envelope }) => (isBusy && envelope.to.includes(refused) ? failing : undefined),
    });
    const { mail, database, run, rows } = await startMail({ smtpUrl: url });
    await database.transaction(async (transaction) => {
      for (let person = 1; person <= 12; person += 1)
        await mail.enqueue(transaction, { ...closingContact, to: { address: `person-${person}@acme.example` } });
    });
    await run();
    expect(taken).toHaveLength(11);
    expect((await rows()).filter(({ state }) => state !== 'sent')).toMatchObject([
      { recipient: refused, state: 'queued' },
    ]);
    const { rows: jobs } = await database.pool.query('select id from graphile_worker._private_jobs');
    expect(jobs).toHaveLength(1);
    isBusy = false;
    await run();
    expect(taken).toHaveLength(12);
    expect((await rows()).every(({ state }) => state === 'sent')).toBe(true);
  });

  test('is recorded as sent, even if another server’s refusal is no text that the database can store', async () => {
    const emojis = '🛎'.repeat(400);
    const { url, taken } = await startSmtpServer({
      // The stored beginning of one of the two ends within a character.
      onMail: ({ envelope: { to } }) =>
        to.includes('even@acme.example')
          ? { code: 451, text: `a${emojis}` }
          : to.includes('odd@acme.example')
            ? { code: 451, text: emojis }
            : undefined,
    });
    const { mail, database, run, rows } = await startMail({ smtpUrl: url });
    await database.transaction(async (transaction) => {
      for (const name of ['first', 'second', 'even', 'odd', 'third', 'fourth', 'fifth', 'sixth'])
        await mail.enqueue(transaction, { ...closingContact, to: { address: `${name}@acme.example` } });
    });
    await run();
    expect(taken).toHaveLength(6);
    expect((await rows()).map(({ state }) => state).sort()).toEqual([
      'queued',
      'queued',
      ...Array.from({ length: 6 }, () => 'sent'),
    ]);
  });

  test('has its company’s sender and reply-to address', async () => {
    const { url, taken } = await startSmtpServer();
    const own = { name: 'Lumen', mailSender: 'mail@lumen.example', mailReplyTo: 'care@lumen.example' };
    const { mail, database, run } = await startMail({ smtpUrl: url, brand: own });
    const { replyTo: _replyTo, ...withoutReply } = closingContact;
    await database.transaction((transaction) => mail.enqueue(transaction, withoutReply));
    await run();
    expect(taken[0]?.from).toMatchObject({ name: 'Lumen', address: 'mail@lumen.example' });
    expect(taken[0]?.replyTo).toMatchObject([{ address: 'care@lumen.example' }]);
  });

  test('has the sender name that its company chose', async () => {
    const { url, taken } = await startSmtpServer();
    const { mail, database, run } = await startMail({ smtpUrl: url, brand: { mailSenderName: 'Lumen Care' } });
    await database.transaction((transaction) => mail.enqueue(transaction, closingContact));
    await run();
    expect(taken[0]?.from).toMatchObject({ name: 'Lumen Care' });
  });
});

describe('a mail about an invoice', () => {
  const pdf = Buffer.from('%PDF-1.7 an invoice');

  test('has the PDF attached, and a one-click unsubscribe address', async () => {
    const { url, taken } = await startSmtpServer();
    const asked: string[] = [];
    const readPdf = async (id: string) => {
      asked.push(id);
      return pdf;
    };
    const { mail, database, run } = await startMail({ smtpUrl: url, readPdf });
    await database.transaction((transaction) => mail.enqueue(transaction, receiptMail));
    await run();
    expect(asked).toEqual(['in_1']);
    const [attachment] = taken[0]?.attachments ?? [];
    expect(attachment).toMatchObject({
      filename: 'ACME-0042.pdf',
      mimeType: 'application/pdf',
      disposition: 'attachment',
    });
    expect(Buffer.from(attachment?.content as ArrayBuffer)).toEqual(pdf);
    const headers = new Map(taken[0]?.headers.map(({ key, value }) => [key, value]));
    const address = `${publicUrl}/api/Billing/Recipients/Links/OneClick?language=en&token=12.end`;
    expect(headers.get('list-unsubscribe')).toBe(`<${address}>`);
    expect(headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
  });

  test('waits for its PDF, and is sent with only the link if no PDF can be fetched', async () => {
    const { url, taken } = await startSmtpServer();
    const readPdf = async () => {
      throw new Error('Stripe is away');
    };
    const { mail, database, run, rows } = await startMail({ smtpUrl: url, readPdf });
    await database.transaction((transaction) => mail.enqueue(transaction, receiptMail));
    await run();
    expect(await rows()).toMatchObject([{ state: 'queued', attempts: 1, error: 'The PDF could not be fetched' }]);
    await database.pool.query('update mail_messages set attempts = 6');
    await run();
    expect(await rows()).toMatchObject([{ state: 'sent', attempts: 7 }]);
    expect(taken).toHaveLength(1);
    expect(taken[0]?.attachments).toEqual([]);
    expect(taken[0]?.text).toContain('/Billing/Invoices/in_1/Details');
  });

  test('is sent immediately if it has no PDF, and reads no PDF without a mail server', async () => {
    const { url, taken } = await startSmtpServer();
    const { mail, database, run } = await startMail({ smtpUrl: url });
    await database.transaction((transaction) => mail.enqueue(transaction, receiptMail));
    await run();
    expect(taken[0]?.attachments).toEqual([]);
    const readPdf = async () => {
      throw new Error('it is not asked for');
    };
    const kept = await startMail({ readPdf });
    await kept.database.transaction((transaction) => kept.mail.enqueue(transaction, receiptMail));
    await kept.run();
    expect(await kept.rows()).toMatchObject([{ state: 'kept', attempts: 1 }]);
  });
});

describe('a mail server that does not accept a mail', () => {
  test('gets it again after 4xx, with the same Message-ID', async () => {
    const seen: (string | undefined)[] = [];
    const replies: Reply[] = [failing, failing];
    const { url, taken } = await startSmtpServer({
      onMail: ({ messageId }) => {
        seen.push(messageId);
        return replies.shift();
      },
    });
    const { mail, database, run, rows } = await startMail({ smtpUrl: url });
    await database.transaction((transaction) => mail.enqueue(transaction, closingContact));
    await run();
    expect(await rows()).toMatchObject([{ state: 'queued', attempts: 1, ended_at: null }]);
    expect((await rows())[0].error).toContain('451 Try again later');
    const { rows: jobs } = await database.pool.query(
      'select run_at - now() > interval $$1 second$$ as waits from graphile_worker.jobs',
    );
    expect(jobs).toEqual([{ waits: true }]);
    await run();
    await run();
    expect(await rows()).toMatchObject([{ state: 'sent', attempts: 3, error: null }]);
    expect(new Set(seen).size).toBe(1);
    expect(taken).toHaveLength(1);
  });

  test('makes the mail fail immediately with 5xx', async () => {
    const { url, taken } = await startSmtpServer({ onRecipient: () => ({ code: 550, text: 'No such mailbox' }) });
    const { mail, database, run, rows } = await startMail({ smtpUrl: url });
    await database.transaction((transaction) => mail.enqueue(transaction, closingContact));
    await run();
    await run();
    expect(await rows()).toMatchObject([{ state: 'failed', attempts: 1 }]);
    expect((await rows())[0].error).toContain('550 No such mailbox');
    expect(taken).toEqual([]);
  });

  test('makes the mail fail after its last try', async () => {
    const { url } = await startSmtpServer({ onMail: () => failing });
    const { mail, database, run, rows } = await startMail({ smtpUrl: url });
    await database.transaction((transaction) => mail.enqueue(transaction, closingContact));
    await database.pool.query('update mail_messages set attempts = 14');
    await run();
    expect(await rows()).toMatchObject([{ state: 'queued', attempts: 15 }]);
    await run();
    expect(await rows()).toMatchObject([{ state: 'failed', attempts: 16 }]);
  });

  test('leaves the mail queued while the server is unreachable', async () => {
    const { mail, database, run, rows } = await startMail({ smtpUrl: 'smtp://127.0.0.1:9' });
    await database.transaction((transaction) => mail.enqueue(transaction, closingContact));
    await run();
    expect(await rows()).toMatchObject([{ state: 'queued', attempts: 1 }]);
  });

  test('leaves the mail queued if it refuses the credentials', async () => {
    const { url } = await startSmtpServer({ login: { user: 'portal', password: 'right' } });
    const { mail, database, run, rows } = await startMail({ smtpUrl: url.replace('right', 'wrong') });
    await database.transaction((transaction) => mail.enqueue(transaction, closingContact));
    await run();
    expect(await rows()).toMatchObject([{ state: 'queued', attempts: 1 }]);
    expect((await rows())[0].error).toContain('535');
  });

  test('gets the mail again if the connection broke before its reply, so it may have the mail twice with one Message-ID', async () => {
    const answers = ['drop' as const, undefined];
    const { url, taken } = await startSmtpServer({ onMail: () => answers.shift() });
    const { mail, database, run, rows } = await startMail({ smtpUrl: url });
    await database.transaction((transaction) => mail.enqueue(transaction, closingContact));
    await run();
    await run();
    expect(await rows()).toMatchObject([{ state: 'sent', attempts: 2 }]);
    expect(taken.map(({ messageId }) => messageId)).toEqual([taken[0]?.messageId, taken[0]?.messageId]);
  });
});

describe('a killed process', () => {
  test('leaves a mail unsent only until its try counts as lost', async () => {
    const { url, taken } = await startSmtpServer();
    const { mail, database, run, rows } = await startMail({ smtpUrl: url });
    await database.transaction((transaction) => mail.enqueue(transaction, closingContact));
    await database.pool.query(`update mail_messages set state = 'sending', attempts = 1, sending_at = now()`);
    await run();
    expect(taken).toEqual([]);
    expect(await rows()).toMatchObject([{ state: 'sending' }]);
    await database.pool.query(`update mail_messages set sending_at = now() - interval '3 minutes'`);
    await run();
    expect(taken).toHaveLength(1);
    expect(await rows()).toMatchObject([{ state: 'sent', attempts: 2 }]);
  });
});

describe('the connection to the mail server', () => {
  const login = { user: 'portal@vendor.example', password: 'p:a/s@s word' };

  test.each([
    ['from the beginning', { secure: true }],
    ['by STARTTLS', { startTls: true }],
  ])('is encrypted %s and authenticated', async (_when, tls) => {
    const { url, taken } = await startSmtpServer({ ...tls, login });
    const { mail, database, run } = await startMail({ smtpUrl: url, authority: smtpCertificate.cert });
    await database.transaction((transaction) => mail.enqueue(transaction, closingContact));
    await run();
    expect(taken).toMatchObject([{ secure: true, user: login.user }]);
  });

  test('is not used if the server’s certificate is untrusted', async () => {
    const { url, taken } = await startSmtpServer({ secure: true, login });
    const { mail, database, run, rows } = await startMail({ smtpUrl: url });
    await database.transaction((transaction) => mail.enqueue(transaction, closingContact));
    await run();
    expect(taken).toEqual([]);
    expect(await rows()).toMatchObject([{ state: 'queued' }]);
    expect((await rows())[0].error).toContain('self-signed certificate');
  });
});

describe('a customer’s input', () => {
  test.each([
    ['a header', 'Eve\r\nBcc: victim@other.example'],
    ['a body', 'Eve\r\n\r\nBuy this'],
    ['a further address', 'Eve" <victim@other.example>, "x'],
  ])('in a name does not become %s', async (_what, name) => {
    const { url, taken } = await startSmtpServer();
    const { mail, database, run } = await startMail({ smtpUrl: url });
    await database.transaction((transaction) =>
      mail.enqueue(transaction, {
        ...closingContact,
        data: { ...closingContact.data, name, accountName: name },
        to: { name, address: 'sales@vendor.example' },
        replyTo: { name, address: 'eve@acme.example' },
      }),
    );
    await run();
    const [head = ''] = (taken[0]?.raw ?? '').split('\r\n\r\n');
    expect(taken[0]?.envelope.to).toEqual(['sales@vendor.example']);
    expect(head).not.toMatch(/^Bcc:/im);
    expect(head).not.toMatch(/^Buy this/m);
    expect(taken[0]?.to).toHaveLength(1);
    expect(taken[0]?.to?.[0]?.address).toBe('sales@vendor.example');
    expect(taken[0]?.replyTo?.map(({ address }) => address)).toEqual(['eve@acme.example']);
  });

  test.each([
    'eve@acme.example\r\nBcc: victim@other.example',
    'eve@acme.example, victim@other.example',
    '<eve@acme.example>',
    'eve',
    '',
  ])('is not accepted as an address: %j', async (address) => {
    const { mail, database } = await startMail();
    const enqueued = (part: object) =>
      database.transaction((transaction) => mail.enqueue(transaction, { ...closingContact, ...part }));
    await expect(enqueued({ to: { address } })).rejects.toThrow('This is not a mail address');
    await expect(enqueued({ replyTo: { address } })).rejects.toThrow('This is not a mail address');
  });

  test('appears in the HTML literally, and is escaped', async () => {
    const { url, taken } = await startSmtpServer();
    const { mail, database, run } = await startMail({ smtpUrl: url });
    const name = '<img src=x onerror=alert(1)> & "Eve"';
    await database.transaction((transaction) =>
      mail.enqueue(transaction, { ...closingContact, data: { ...closingContact.data, name } }),
    );
    await run();
    expect(taken[0]?.html).toContain('&lt;img src=x onerror=alert(1)&gt; &amp; &quot;Eve&quot;');
    expect(taken[0]?.html).not.toContain('<img src=x');
    expect(taken[0]?.text).toContain(`Name: ${name}`);
  });
});

describe('a code', () => {
  test('is not in the log and, once sent, not in the database', async () => {
    const { url, taken } = await startSmtpServer();
    const { mail, database, run, rows, log } = await startMail({ smtpUrl: url });
    await database.transaction((transaction) => mail.enqueue(transaction, signInCode()));
    await run();
    expect(taken[0]?.text).toContain('493817');
    expect(taken[0]?.subject).not.toContain('493817');
    expect(await rows()).toMatchObject([{ state: 'sent', data: null }]);
    expect(JSON.stringify(await rows())).not.toContain('493817');
    expect(log.text).not.toContain('493817');
  });

  test('is stored until it is used if there is no mail server, and is not in the log', async () => {
    const { mail, database, run, rows, log } = await startMail({ mode: 'demo' });
    const id = await database.transaction((transaction) => mail.enqueue(transaction, signInCode()));
    await run();
    expect(await rows()).toMatchObject([{ state: 'kept', data: { code: '493817' } }]);
    expect(log.text).toContain('"subject":"Your code for Veriscan"');
    expect(log.text).not.toContain('493817');
    await database.transaction((transaction) => mail.forget(transaction, id));
    expect(await rows()).toMatchObject([{ state: 'kept', data: null }]);
  });

  test('is deleted when it expires, and not sent afterwards', async () => {
    const { url, taken } = await startSmtpServer();
    const { mail, database, run, rows } = await startMail({ smtpUrl: url });
    const expired = { ...signInCode(), expiresAt: new Date(Date.now() - 1) };
    await database.transaction((transaction) => mail.enqueue(transaction, expired));
    await run();
    expect(await rows()).toMatchObject([{ state: 'failed', error: 'Its time was over before it could be sent' }]);
    await mail.jobs.find(({ name }) => name === 'mail-purge')?.run({} as never, { isLast: false });
    expect(await rows()).toMatchObject([{ data: null }]);
    expect(taken).toEqual([]);
  });

  test('requires an expiry', async () => {
    const { mail, database } = await startMail();
    const { expiresAt: _expiresAt, ...endless } = signInCode();
    const enqueued = database.transaction((transaction) => mail.enqueue(transaction, endless));
    await expect(enqueued).rejects.toThrow('needs the expiry');
  });
});

test('a link points to PUBLIC_URL', async () => {
  const { url, taken } = await startSmtpServer();
  const { mail, database, run } = await startMail({ smtpUrl: url });
  const reset = { ...signInCode(), template: 'passwordReset' as const };
  const paths = ['/Reset?token=abc', '//evil.example/x', '/\\evil.example'];
  for (const path of paths) {
    await database.transaction((transaction) =>
      mail.enqueue(transaction, { ...reset, data: { login: 'avery', path, minutes: 60 } }),
    );
  }
  await run();
  expect(taken).toHaveLength(1);
  expect(taken[0]?.html).toContain(`href="${publicUrl}/Reset?token=abc"`);
  expect(taken[0]?.text).toContain(`\n${publicUrl}/Reset?token=abc\n`);
});
