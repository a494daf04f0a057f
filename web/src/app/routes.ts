import { accountSettingsRoutes } from './routes/account-settings.ts';
import { billing, billingRoutes } from './routes/billing.ts';
import { licenseRoutes } from './routes/licenses.ts';
import { messageRoutes } from './routes/messages.ts';
import { operatorRoutes } from './routes/operators.ts';
import { productRoutes } from './routes/products.ts';
import { profileRoutes } from './routes/profile.ts';
import { root } from './routes/root.ts';
import { userRoutes } from './routes/users.ts';

/** Every address of the portal. A subject's routes are in `routes/`. */
export const routeTree = root.addChildren([
  ...productRoutes,
  billing.addChildren([...billingRoutes, ...licenseRoutes]),
  ...operatorRoutes,
  ...userRoutes,
  ...accountSettingsRoutes,
  ...profileRoutes,
  ...messageRoutes,
]);
