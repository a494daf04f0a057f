import type { PortalModule } from '../../core/portal-module.ts';
import { warnOfTokens } from './expiry-warnings.ts';
import type { ProductTokensContext } from './product-tokens.context.ts';
import { productTokenRoutes } from './product-tokens.routes.ts';

/** The tokens by which accounts' products speak to the portal. */
export function productTokensModule(context: ProductTokensContext): PortalModule {
  return {
    routes: productTokenRoutes(context),
    jobs: [
      {
        name: 'product-tokens-warn-of-expiry',
        maxAttempts: 5,
        schedule: '37 9 * * *',
        run: () => warnOfTokens(context, new Date()),
      },
    ],
  };
}
