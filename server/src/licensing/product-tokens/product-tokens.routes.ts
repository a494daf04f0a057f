import { contract } from '@portico/contract';
import { createRouteBuilder, type Route } from '../../core/http/route.ts';
import type { PortalModule } from '../../core/portal-module.ts';
import { addToken, replaceToken } from './create-token.ts';
import { sendTokenExpiryWarnings } from './expiry-warnings.ts';
import { findReported, listLeaked, reportLeak } from './leaked-tokens.service.ts';
import type { ProductTokensContext } from './product-tokens.context.ts';
import { disableToken, listTokens, removeToken, revokeReplacedToken, saveToken } from './product-tokens.service.ts';

const { productTokens } = contract;

function productTokenRoutes(context: ProductTokensContext): Route[] {
  const route = createRouteBuilder(context);
  return [
    route(productTokens.list, ({ context, params, query }) => listTokens(context, params.productId, query)),
    route(productTokens.add, ({ context, params, body }) => addToken(context, params.productId, body)),
    route(productTokens.update, ({ context, params, body }) => saveToken(context, params, body)),
    route(productTokens.replace, ({ context, params, body }) => replaceToken(context, params, body)),
    route(productTokens.endOverlap, ({ context, params }) => revokeReplacedToken(context, params)),
    route(productTokens.disable, ({ context, params }) => disableToken(context, params)),
    route(productTokens.remove, ({ context, params }) => removeToken(context, params)),
    route(productTokens.listLeaked, ({ context, query }) => listLeaked(context, query)),
    route(productTokens.findReported, ({ context, params }) => findReported(context, params.prefix)),
    route(productTokens.reportLeak, ({ context, params, body }) => reportLeak(context, params.prefix, body)),
  ];
}

/** The tokens with which accounts' products call the portal. */
export function productTokensModule(context: ProductTokensContext): PortalModule {
  return {
    routes: productTokenRoutes(context),
    jobs: [
      {
        name: 'product-tokens-warn-of-expiry',
        maxAttempts: 5,
        schedule: '37 9 * * *',
        run: () => sendTokenExpiryWarnings(context, new Date()),
      },
    ],
  };
}
