import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LegalVersion } from '@portico/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { Browser } from '../../../test/browser.ts';
import { temporaryFolder } from '../../../test/clean-up.ts';
import { createTestDatabase } from '../../../test/database.ts';
import { createTestPortal } from '../../../test/portal.ts';
import { skipSecondFactorSetup } from '../../../test/skip-second-factor-setup.ts';
import { seedDemonstrationPeople } from '../../accounts/index.ts';
import type { Mail } from '../../core/mail/index.ts';
import { siteDomain } from '../domain.ts';
import { queueNoticeMails } from './send-notice.ts';

const database = await createTestDatabase();
const legalDir = temporaryFolder('legal-notices');
const write = (text: string) =>
  writeFileSync(join(legalDir, 'privacy.en.md'), `---\nupdated: 2026-05-04\n---\n# Ours\n\n${text}`);
let mail: Mail;
let operator: Browser;
const api = '/api/Operator/LegalTexts';
const list = async (statement: string) => (await database.pool.query(statement)).rows;
const findPrivacy = async () => {
  const { items, accounts } = (await operator.get(api)).json<{ items: LegalVersion[]; accounts: number }>();
  return { ...(items.find(({ name }) => name === 'privacy') as LegalVersion), addressees: accounts };
};
const send = (version: string, browser = operator) => browser.post(`${api}/privacy/Notice`, { version });
const mailed = () =>
  list("select account_id, locale, data from mail_messages where template = 'legalTextChanged' order by account_id");
const noticeId = async () => Number((await list('select max(id) as id from legal_notices'))[0].id);
const context = () => ({ database, mail, legalDir, auditRetentionDays: 400 });

beforeAll(async () => {
  await seedDemonstrationPeople(database);
  await skipSecondFactorSetup(database);
  write('First');
  const app = await createTestPortal(database, {
    legalDir,
    extend: (_, parts) => {
      ({ mail } = parts);
    },
  });
  operator = await new Browser(app).signIn('operator@portico.example');
  await list(`insert into accounts (name, company_id, disabled_at, disabled_reason, is_registering)
    select name, 1, case when name = 'Disabled' then now() end, case when name = 'Disabled' then 'x' end,
      name = 'Registering'
    from unnest(array['Fourth', 'Disabled', 'Registering', 'Fifth']) as name`);
  await list(`insert into users (account_id, login, email, first_name, last_name, password_hash, is_owner, locale)
    select id, name || '@new.example', name || '@new.example', name, '', '', true, case when name = 'Fifth' then 'fr' end
    from accounts where name in ('Fourth', 'Disabled', 'Registering', 'Fifth')`);
});

describe('the notice of a changed legal text (LEG-6)', () => {
  test('is refused for another version than the current one', async () => {
    const { version } = await findPrivacy();
    write('Second, which the operator has not seen');
    const refused = await send(version);
    expect(refused.statusCode).toBe(409);
    expect(refused.json().message).toContain('has changed meanwhile');
    expect(await list('select from legal_notices')).toEqual([]);
  });

  test('is sent once by concurrent presses, and a later press says by whom', async () => {
    const before = await findPrivacy();
    expect(before.notice).toBeNull();
    const answers = await Promise.all([send(before.version), send(before.version)]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
    const again = await send(before.version);
    expect(again.statusCode).toBe(409);
    expect(again.json().message).toMatch(/^Olivia Perez sent this notice on /);
    expect((await findPrivacy()).notice).toMatchObject({ by: 'Olivia Perez', accounts: 0, isFinished: false });
    expect(await list("select detail ->> 'name' as name from audit_events where kind = 'legalNoticeSent'")).toEqual([
      { name: 'privacy' },
    ]);
    expect(await list("select from graphile_worker.jobs where task_identifier = 'legal-notice'")).toHaveLength(1);
  });

  test('reaches each owner once although the process ends between two batches, and no disabled account', async () => {
    const id = await noticeId();
    let batches = 0;
    const dying: Pick<Mail, 'enqueueMany'> = {
      enqueueMany: async (transaction, mails) => {
        const ids = await mail.enqueueMany(transaction, mails);
        batches += 1;
        if (batches === 2) throw new Error('killed');
        return ids;
      },
    };
    await expect(queueNoticeMails({ ...context(), mail: dying }, id, 1)).rejects.toThrow('killed');
    expect(await mailed()).toHaveLength(1);
    await Promise.all([queueNoticeMails(context(), id, 1), queueNoticeMails(context(), id, 2)]);
    await queueNoticeMails(context(), id, 1);
    const { notice, addressees } = await findPrivacy();
    const mails = await mailed();
    const names = mails.map(({ data }) => data.accountName);
    expect(new Set(names).size).toBe(names.length);
    expect(names).toEqual(expect.arrayContaining(['Fourth', 'Fifth']));
    expect(names).not.toEqual(expect.arrayContaining(['Disabled']));
    expect(names).not.toEqual(expect.arrayContaining(['Registering']));
    expect(notice).toMatchObject({ accounts: addressees, isFinished: true });
    const fifth = mails.find(({ data }) => data.accountName === 'Fifth');
    expect(fifth).toMatchObject({
      locale: 'fr',
      data: { name: 'privacy', updated: '2026-05-04', path: '/privacy' },
    });
  });

  test('can be sent again after the text has changed, by the job of the domain', async () => {
    const { version } = await findPrivacy();
    await new Promise((resolve) => setTimeout(resolve, 20));
    write('Third');
    const changed = await findPrivacy();
    expect(changed.version).not.toBe(version);
    expect(changed.notice).toBeNull();
    expect((await send(changed.version)).json()).toMatchObject({ name: 'privacy', notice: { by: 'Olivia Perez' } });
    const before = (await mailed()).length;
    // The portal's whole configuration has settings of mail.
    const config = { legalDir, auditRetentionDays: 400, mail: { smtpUrl: undefined } };
    const [legal] = siteDomain({ database, mail, config } as unknown as Parameters<typeof siteDomain>[0]);
    const [job] = legal?.jobs ?? [];
    await job?.run({ noticeId: await noticeId() } as never, { isLast: false });
    expect(await mailed()).toHaveLength(2 * before);
  });
});
