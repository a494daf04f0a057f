import type { Catalog } from '../../catalog/index.ts';
import type { Config } from '../../core/config.ts';
import type { Database } from '../../core/db/database.ts';
import type { Mail } from '../../core/mail/index.ts';
import type { Gateway } from '../../core/stripe/index.ts';

export interface LatePaymentsContext {
  readonly config: Pick<Config, 'paymentRetries'>;
  readonly database: Database;
  readonly gateway: Pick<Gateway, 'mirror' | 'testClocks'>;
  readonly mail: Mail;
  readonly catalog: Pick<Catalog, 'findProducts'>;
}
