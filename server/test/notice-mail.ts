import pino from 'pino';
import { findBrand, findMailReader } from '../src/accounts/index.ts';
import type { Config } from '../src/core/config.ts';
import type { Database } from '../src/core/db/database.ts';
import { createMail, type Mail } from '../src/core/mail/index.ts';

/** Mail that is stored in the database and not sent, for tests of notices. */
export const createNoticeMail = (database: Database, config: Pick<Config, 'mode' | 'mail' | 'texts'>): Mail =>
  createMail({
    config,
    database,
    logger: pino({ level: 'silent' }),
    publicUrl: 'http://localhost',
    findBrand,
    findReader: findMailReader,
    readPdf: async () => null,
  });
