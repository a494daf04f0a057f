import type { EndpointMap } from '@portico/contract';
import type { AccessRow } from './access-row.ts';
import { catalogCalls } from './access-table-catalog.ts';
import { customerCalls } from './access-table-customers.ts';
import { externalProviderAccess } from './access-table-external-providers.ts';
import { licensingAccess } from './access-table-licensing.ts';
import { productTokenAccess } from './access-table-product-tokens.ts';
import { profileAccess } from './access-table-profile.ts';
import { sessionAccess } from './access-table-session.ts';
import { settingsAccess } from './access-table-settings.ts';
import { signInMethodAccess } from './access-table-sign-in-methods.ts';
import { signUpAccess } from './access-table-sign-up.ts';
import { singleSignOnAccess } from './access-table-single-sign-on.ts';
import { ssoTestAccess } from './access-table-sso-tests.ts';
import { subscriptionCalls } from './access-table-subscriptions.ts';
import { userAccess } from './access-table-users.ts';
import { vendorCalls } from './access-table-vendor.ts';

/** Every endpoint of the contract. A new one without a row does not compile and fails the test. */
export const accessTable: Record<keyof EndpointMap, AccessRow> = {
  ...sessionAccess,
  ...profileAccess,
  ...settingsAccess,
  ...signInMethodAccess,
  ...externalProviderAccess,
  ...singleSignOnAccess,
  ...ssoTestAccess,
  ...signUpAccess,
  ...customerCalls,
  ...subscriptionCalls,
  ...licensingAccess,
  ...productTokenAccess,
  ...userAccess,
  ...vendorCalls,
  ...catalogCalls,
};
