import type { FastifyReply } from 'fastify';
import type { Audit } from '../../accounts/index.ts';
import type { Database } from '../../core/db/database.ts';
import type { Mail } from '../../core/mail/index.ts';
import type { Sessions } from '../session/sessions.ts';
import type { Identity, ProviderRegistry } from './providers.ts';

export interface ExternalLoginsContext {
  readonly database: Database;
  readonly audit: Audit;
  readonly mail: Pick<Mail, 'enqueue'>;
  readonly config: { readonly appSecret: string };
  /** The portal's origin. Providers lead back to it, whatever a request says (EXT-3). */
  readonly publicUrl: string;
  readonly providers: ProviderRegistry;
  readonly sessions: Pick<Sessions, 'enterFrom'>;
  /** Keeps who came back to sign up, for the next form of this browser (SIGN-14). */
  readonly keepSignUpIdentity: (
    reply: FastifyReply,
    identity: Identity & { readonly provider: string; readonly email: string },
  ) => Promise<void>;
}
