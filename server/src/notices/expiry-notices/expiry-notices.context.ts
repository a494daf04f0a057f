import type { Locale } from '@portico/contract';
import type { Catalog } from '../../catalog/index.ts';
import type { Config } from '../../core/config.ts';
import type { Database, Queryable } from '../../core/db/database.ts';
import type { Mail } from '../../core/mail/index.ts';

/** A recipient without a login who gets expiry notices (EXP-5). */
export interface NoticeContact {
  readonly address: string;
  readonly name: string;
  readonly language: Locale;
  readonly leavePath: string;
  readonly leaveAtOncePath: string;
}

export interface ExpiryNoticesContext {
  readonly config: Pick<Config, 'appSecret' | 'contactUrl'>;
  readonly database: Database;
  readonly mail: Mail;
  readonly catalog: Pick<Catalog, 'findProducts'>;
  /** The contacts of an account. `billing-recipients` provides it. */
  readonly listNoticeContacts: (
    on: Queryable,
    appSecret: string,
    accountId: number,
  ) => Promise<readonly NoticeContact[]>;
}
