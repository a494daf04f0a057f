import { pino } from 'pino';
import { createTestDatabase } from '../../../test/database.ts';
import { MemoryLog } from '../../../test/portal.ts';
import { runDueJobs } from '../../../test/run-due-jobs.ts';
import type { TextsConfig } from '../config.ts';
import { createMail, type MailDependencies } from './mail.ts';
import { samples } from './preview/samples.ts';
import type { Brand } from './render/brand.ts';
import type { TemplateData } from './templates/index.ts';

export const publicUrl = 'https://portal.vendor.example';

const brand: Brand = {
  name: 'Veriscan',
  logoLight: null,
  logoDark: null,
  accentLight: null,
  accentDark: null,
  mailSender: null,
  mailSenderName: null,
  mailReplyTo: null,
};

/** Mail with its own database, with company 1 and account 1. */
export async function startMail(
  options: {
    smtpUrl?: string;
    mode?: 'demo' | 'production';
    brand?: Partial<Brand>;
    authority?: string;
    texts?: Partial<TextsConfig>;
    timeZone?: string;
    country?: string;
    readPdf?: MailDependencies['readPdf'];
  } = {},
) {
  const { smtpUrl, mode = 'production', authority } = options;
  const database = await createTestDatabase();
  await database.pool.query(
    `with company as (insert into companies (id, name, slug) values (1, 'Veriscan', 'veriscan') returning id)
     insert into accounts (company_id, name) select id, 'Acme' from company`,
  );
  const log = new MemoryLog();
  const dependencies: MailDependencies = {
    database,
    logger: pino(log),
    config: {
      mode,
      mail: { smtpUrl, sender: 'portal@vendor.example', replyTo: 'help@vendor.example' },
      texts: { url: undefined, service: 'webhook', from: '', ...options.texts },
    },
    publicUrl,
    findBrand: async () => ({ ...brand, ...options.brand }),
    findReader: async () => ({ timeZone: options.timeZone ?? 'UTC', country: options.country ?? null }),
    readPdf: options.readPdf ?? (async () => null),
    ...(authority !== undefined && { authority }),
  };
  const mail = createMail(dependencies);
  return {
    database,
    mail,
    log,
    dependencies,
    /** Runs the due jobs, and the jobs that wait for a retry. Failed tries do not fail the test. */
    run: async () => {
      await database.pool.query('update graphile_worker._private_jobs set run_at = now()');
      await runDueJobs({ database, app: { jobs: mail.jobs } });
    },
    rows: async () => (await database.pool.query('select * from mail_messages order by id')).rows,
  };
}

/** A mail without a secret. */
export const closingContact = {
  template: 'closingContact',
  data: {
    accountName: 'Acme',
    productName: 'Veriscan Desktop',
    name: 'Avery Stone',
    email: 'avery@acme.example',
    phone: '+1 415 555 0132',
    interview: true,
  },
  to: { address: 'sales@vendor.example' },
  replyTo: { name: 'Avery Stone', address: 'avery@acme.example' },
  locale: 'en',
  companyId: 1,
  accountId: 1,
} as const;

/** A mail to an invoice recipient, with a PDF. */
export const receiptMail = {
  template: 'receipt',
  data: { ...samples.receipt[0], invoiceId: 'in_1', number: 'ACME-0042' } as TemplateData<'receipt'>,
  to: { address: 'books@outside.example' },
  locale: 'en',
  companyId: 1,
  accountId: 1,
} as const;

/** A mail with a code that expires in ten minutes. */
export const signInCode = () =>
  ({
    template: 'signInCode',
    data: { code: '493817', minutes: 10 },
    to: { name: 'Avery Stone', address: 'avery@acme.example' },
    locale: 'en',
    companyId: 1,
    accountId: 1,
    expiresAt: new Date(Date.now() + 600_000),
  }) as const;
