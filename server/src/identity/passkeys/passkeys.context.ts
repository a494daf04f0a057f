import type { Audit } from '../../accounts/index.ts';
import type { Config } from '../../core/config.ts';
import type { Database, Queryable } from '../../core/db/database.ts';
import type { Mail } from '../../core/mail/index.ts';
import type { Sessions } from '../session/sessions.ts';

export interface PasskeysContext {
  /** `mode`: in production operators need a second factor (OPR-8). */
  readonly config: Pick<Config, 'mode'>;
  readonly database: Database;
  readonly audit: Audit;
  readonly mail: Pick<Mail, 'enqueue'>;
  /** The portal's origin. Passkeys belong to its host (PSK-3). */
  readonly publicUrl: string;
  readonly sessions: Pick<Sessions, 'signInWithProof' | 'cookies' | 'writeRenewed'>;
  readonly hasExternalLogins: (on: Queryable, userId: number) => Promise<boolean>;
}
