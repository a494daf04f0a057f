import type { Config } from '../../config.ts';
import type { Database } from '../../db/database.ts';
import type { Mail } from '../../mail/index.ts';
import type { Gateway } from '../../stripe/index.ts';
import type { Catalog } from '../catalog/index.ts';

export interface LatePaymentsContext {
  readonly config: Pick<Config, 'paymentRetries'>;
  readonly database: Database;
  readonly gateway: Pick<Gateway, 'mirror' | 'testClocks'>;
  readonly mail: Mail;
  readonly catalog: Pick<Catalog, 'findProducts'>;
}
