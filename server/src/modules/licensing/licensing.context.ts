import type { Locale } from '@portico/contract';
import type { Config } from '../../config.ts';
import type { Database } from '../../db/database.ts';
import type { Actor } from '../../http/request-context.ts';
import type { Audit } from '../audit/index.ts';
import type { Catalog, Product } from '../catalog/index.ts';
import type { Reports } from '../devices/index.ts';
import type { Found } from './look-up.ts';
import type { KeptUsage } from './usage-policy.ts';

export interface LicensingContext {
  readonly database: Database;
  readonly catalog: Pick<Catalog, 'at' | 'now'>;
  readonly audit: Audit;
  readonly config: Pick<Config, 'appSecret'>;
  readonly publicUrl: string;
}

/** A call of a product whose token is good. */
export interface Call<Body> {
  readonly body: Body;
  readonly tokenId: number;
  readonly accountId: number;
  readonly productId: string;
  readonly isSecret: boolean;
  /** What the account lets be kept of a report (LIC-15). */
  readonly kept: KeptUsage;
  /** The licenses that the call may be about. */
  readonly found: readonly Found[];
  readonly products: ReadonlyMap<string, Product>;
  readonly actor: Actor;
  readonly locale: Locale;
}

/** What the services of the module share. */
export interface Services extends LicensingContext {
  readonly reports: Reports;
}
