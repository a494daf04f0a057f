import type { Config } from '../../config.ts';
import type { Database, Queryable } from '../../db/database.ts';
import type { Mail } from '../../mail/index.ts';
import type { Audit } from '../audit/index.ts';
import type { Sessions } from '../session/index.ts';

export interface PasskeysContext {
  /** `mode`: in production operators need a second factor (OPR-8). */
  readonly config: Pick<Config, 'mode'>;
  readonly database: Database;
  readonly audit: Audit;
  readonly mail: Pick<Mail, 'enqueue'>;
  /** The portal's origin. Passkeys belong to its host (PSK-3). */
  readonly publicUrl: string;
  readonly sessions: Pick<Sessions, 'enterFrom' | 'cookies' | 'writeRenewed'>;
  readonly hasExternalLogins: (on: Queryable, userId: number) => Promise<boolean>;
}
