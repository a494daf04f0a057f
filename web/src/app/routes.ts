import { operatorParts } from './operators/parts.ts';
import { accountSettingsRoutes } from './routes/account-settings.ts';
import { billing, billingRoutes } from './routes/billing.ts';
import { externalProviderRoutes } from './routes/external-providers.ts';
import { licenseRoutes } from './routes/licenses.ts';
import { messageRoutes } from './routes/messages.ts';
import type { operatorRoutes } from './routes/operators.ts';
import { productRoutes } from './routes/products.ts';
import { profileRoutes } from './routes/profile.ts';
import { root } from './routes/root.ts';
import { userRoutes } from './routes/users.ts';

/**
 * Every address of the portal. A subject's routes are in `routes/`. Operators' are among them once they are loaded; the type always has them, so that links
 * to them are checked.
 */
export function createRouteTree() {
  return root.addChildren([
    ...productRoutes,
    billing.addChildren([...billingRoutes, ...licenseRoutes]),
    ...((operatorParts()?.operatorRoutes ?? []) as unknown as typeof operatorRoutes),
    ...userRoutes,
    ...accountSettingsRoutes,
    ...externalProviderRoutes,
    ...profileRoutes,
    ...messageRoutes,
  ]);
}
