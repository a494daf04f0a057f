import type { Database } from '../../db/database.ts';
import type { Mail } from '../../mail/index.ts';
import type { Audit } from '../audit/index.ts';
import type { Sessions } from '../session/index.ts';
import type { ProviderRegistry } from './providers.ts';

export interface ExternalLoginsContext {
  readonly database: Database;
  readonly audit: Audit;
  readonly mail: Pick<Mail, 'enqueue'>;
  readonly config: { readonly appSecret: string };
  /** The portal's origin. Providers lead back to it, whatever a request says (EXT-3). */
  readonly publicUrl: string;
  readonly providers: ProviderRegistry;
  readonly sessions: Pick<Sessions, 'enterFrom'>;
}
