import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';
import type { Config } from '../core/config.ts';
import type { Database } from '../core/db/database.ts';
import type { CreateDevelopmentWeb } from '../core/http/development.ts';
import type { StripeClient } from '../core/stripe/index.ts';

export interface AppOptions {
  readonly config: Config;
  readonly database: Database;
  readonly logger: Logger;
  readonly stripe: {
    readonly client: StripeClient;
    readonly publishableKey: string;
    /** Empty disables the webhook. */
    readonly webhookSecret: string;
    /** The sandbox's API; undefined if the portal uses Stripe. Its browser part is proxied on the portal's origin. */
    readonly sandboxUrl: string | undefined;
  };
  readonly publicUrl: string;
  /** Whether the queue runs; part of readiness. */
  readonly queueIsRunning: () => boolean;
  /** Serves the web's sources; only for development of the web. */
  readonly development?: CreateDevelopmentWeb | undefined;
  /** The web's build. Tests pass a small one. */
  readonly dist?: string;
  /** Milliseconds between an invoice's arrival and its mail; 3 s by default. */
  readonly invoiceMailDelay?: number | undefined;
}

/** The folder of the web's build. */
export const builtWeb = fileURLToPath(new URL('../../../web/dist', import.meta.url));

/** The sandbox has a page in demo mode only, where all passwords are public. */
export function hasSandboxPage({ config, stripe }: AppOptions): boolean {
  return config.mode === 'demo' && stripe.sandboxUrl !== undefined;
}

/** The pages under /dev that exist in this mode. */
export function devPages(options: AppOptions) {
  return { hasSandboxPage: hasSandboxPage(options), hasOutbox: options.config.mode === 'demo' };
}
