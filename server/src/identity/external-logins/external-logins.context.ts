import type { Audit } from '../../accounts/index.ts';
import type { Database } from '../../core/db/database.ts';
import type { Mail } from '../../core/mail/index.ts';
import type { EntryPort } from '../ports.ts';
import type { Sessions } from '../session/sessions.ts';
import type { ProviderRegistry } from './providers.ts';

export interface ExternalLoginsContext extends Pick<EntryPort, 'rememberIdentityForSignUp'> {
  readonly database: Database;
  readonly audit: Audit;
  readonly mail: Pick<Mail, 'enqueue'>;
  readonly config: { readonly appSecret: string };
  /** The portal's origin. Providers redirect back to it, regardless of the request's host (EXT-3). */
  readonly publicUrl: string;
  readonly providers: ProviderRegistry;
  readonly sessions: Pick<Sessions, 'signInWithProof'>;
}
