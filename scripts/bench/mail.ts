import { setTimeout as pause } from 'node:timers/promises';
import { findEmbeddedPostgres } from '@portico/postgres';
import { type Database, openDatabase } from '../../server/src/core/db/database.ts';
import { createMail } from '../../server/src/core/mail/index.ts';
import { closeOpened } from '../../server/test/clean-up.ts';
import { startSmtpServer } from '../../server/test/smtp.ts';
import { prepareInstallation, processorTime, startPortal } from './processes.ts';
import { median, type Row } from './row.ts';

const mails = 1_000;
const rounds = 3;
const maxWait = 120_000;

/** A thousand mails, queued while the portal is idle and sent by SMTP to a local server. */
export async function measureMail(folder: string): Promise<Row[]> {
  let taken = 0;
  const smtp = await startSmtpServer({ onSource: () => (taken += 1) });
  const installation = await prepareInstallation(folder, 'mail', {
    SMTP_URL: smtp.url,
    MAIL_FROM: 'portal@acme.example',
  });
  const portal = await startPortal(installation);
  const database = openDatabase((await findEmbeddedPostgres(installation.env.DATA_DIR ?? '')) ?? '', 4, () => {});
  try {
    const queueing: number[] = [];
    const emptying: number[] = [];
    const processor: number[] = [];
    for (let round = 0; round <= rounds; round += 1) {
      taken = 0;
      const begin = performance.now();
      await queueMails(database);
      const queued = performance.now();
      const before = processorTime(portal.pid);
      while (taken < mails) {
        if (performance.now() - queued > maxWait) throw new Error(`only ${taken} of ${mails} mails were sent`);
        await pause(5);
      }
      // The first round includes loading the mail code, so it is not counted.
      if (round === 0) continue;
      queueing.push((queued - begin) / 1_000);
      emptying.push(mails / ((performance.now() - queued) / 1_000));
      processor.push((processorTime(portal.pid) - before) / mails);
    }
    return [
      { figure: '1,000 mails queued', ours: median(queueing), unit: 's', aim: { atMost: 60 } },
      { figure: 'mails sent, the queue emptying', ours: median(emptying), unit: 'a second', aim: { atLeast: 200 } },
      { figure: "a mail's processor time in the portal", ours: median(processor), unit: 'ms', aim: 'none' },
    ];
  } finally {
    await database.close();
    await portal.stop();
    await closeOpened();
  }
}

/** Queues all in one transaction, so that the first is sent after the last was queued. */
async function queueMails(database: Database): Promise<void> {
  const unused = () => {
    throw new Error('This test must not send mail.');
  };
  const mail = createMail({
    database,
    logger: { warn: unused, info: unused } as never,
    config: { mode: 'demonstration', mail: { smtpUrl: undefined }, texts: { url: undefined } } as never,
    publicUrl: 'http://localhost',
    findBrand: unused,
    findReader: unused,
    readPdf: unused,
  });
  await database.transaction(async (transaction) => {
    for (let number = 0; number < mails; number += 1)
      await mail.enqueue(transaction, {
        template: 'signInCode',
        data: { code: '314159', minutes: 10 },
        to: { address: `person-${number}@mail.example` },
        locale: number % 2 === 0 ? 'en' : 'fr',
        companyId: 1,
        expiresAt: new Date(Date.now() + 600_000),
      });
  });
}
