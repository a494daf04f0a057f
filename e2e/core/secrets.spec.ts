import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { findLeaks } from '../harness/leaks.ts';
import { databaseUrl } from '../harness/portal.ts';
import { Secrets } from '../harness/secrets.ts';
import { expect, test } from '../harness/test.ts';

/** Each of these would be found if a portal stored it. */
const planted = {
  password: `Lantern-${randomBytes(6).toString('hex')}-42!`,
  code: '271828',
  'recovery code': '4F7K-9QZT-2MXB-0C5R',
  seed: 'JBSW Y3DP EHPK 3PXP JBSW Y3DP',
  'secret of a link': randomBytes(32).toString('base64url'),
};

/** Forms in which a table stores a text: plain, in JSON, and as bytes. */
const columns = {
  a_text: "'It is ' || $1",
  json: "jsonb_build_object('typed', jsonb_build_array($1::text))",
  bytes: "convert_to($1, 'UTF8')",
};

test('the search for leaks finds a secret that a portal stored or logged', async ({ portal }) => {
  const client = new pg.Client({ connectionString: databaseUrl(portal.dataDir) });
  await client.connect();
  const find = async (secret: string, log = portal.log()) => {
    const used = new Secrets();
    used.add(secret);
    return findLeaks({ databaseUrl: databaseUrl(portal.dataDir), log }, await used.all());
  };
  try {
    for (const [kind, secret] of Object.entries(planted)) {
      expect(await find(secret), `${kind}, which is not stored`).toEqual([]);
      expect(await find(secret, `typed ${secret}\n`), `${kind} in the log`).toEqual([`the log: ${secret}`]);
      for (const [column, value] of Object.entries(columns)) {
        await client.query('create table planted (a_text text, json jsonb, bytes bytea)');
        await client.query(`insert into planted (${column}) values (${value})`, [secret]);
        expect(await find(secret), `${kind} in ${column}`).toEqual([`public.planted: ${secret}`]);
        await client.query('drop table planted');
      }
    }
    const leaving = `7.${randomBytes(32).toString('base64url')}`;
    const used = new Secrets();
    used.addMailed(`${portal.url}/StopInvoiceMail?language=en#${leaving}`);
    const { keptInMail } = used;
    await client.query('create table planted as select $1::text as a_text', [leaving]);
    const kept = { databaseUrl: databaseUrl(portal.dataDir), log: leaving, keptInMail };
    expect(await findLeaks(kept, await used.all()), 'an unsubscribe link outside of mail').toEqual([
      `the log: ${leaving}`,
      `public.planted: ${leaving}`,
    ]);
    used.addMailed(`${portal.url}/ConfirmInvoiceMail?language=en#${leaving}x`);
    expect(keptInMail, 'only unsubscribe links may remain in mail').toEqual(new Set([leaving]));
  } finally {
    await client.query('drop table if exists planted');
    await client.end();
  }
});
