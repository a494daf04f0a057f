import type { Locale, licensing } from '@portico/contract';
import type { z } from 'zod';
import type { Audit } from '../../accounts/index.ts';
import type { Catalog, Product } from '../../catalog/index.ts';
import type { Config } from '../../core/config.ts';
import type { Database } from '../../core/db/database.ts';
import type { Actor } from '../../core/http/request-context.ts';
import type { Reports } from '../devices/reports.ts';
import type { LicenseCandidate } from './look-up.ts';
import type { KeptUsage } from './usage-policy.ts';

export interface LicensingContext {
  readonly database: Database;
  readonly catalog: Pick<Catalog, 'at' | 'now'>;
  readonly audit: Audit;
  readonly config: Pick<Config, 'appSecret'>;
  readonly publicUrl: string;
}

/** A call of a product with a valid token. */
export interface Call<Body> {
  readonly body: Body;
  readonly tokenId: number;
  readonly accountId: number;
  readonly productId: string;
  readonly isSecret: boolean;
  /** What the account shares of a report (LIC-15). */
  readonly keptUsage: KeptUsage;
  /** The licenses that the call may apply to. */
  readonly candidates: readonly LicenseCandidate[];
  readonly products: ReadonlyMap<string, Product>;
  readonly actor: Actor;
  readonly locale: Locale;
}

/** The context of all services of `licensing`. */
export interface LicensingServices extends LicensingContext {
  readonly reports: Reports;
}

export type Body<Name extends keyof typeof licensing> = z.output<(typeof licensing)[Name]['body']>;
export type Answer<Name extends keyof typeof licensing> = z.output<(typeof licensing)[Name]['response']>;
