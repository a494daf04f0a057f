import { findAccountBillingDetails, type SignInPort } from '../accounts/index.ts';
import {
  createBillingContext,
  findHoldings,
  hasPaid as hasCustomerPaid,
  type LicensingPort,
} from '../billing/index.ts';
import type { SalesPort } from '../catalog/index.ts';
import type { Config } from '../core/config.ts';
import type { Database } from '../core/db/database.ts';
import {
  type EntryPort,
  endAccountSessions,
  endUserSessions,
  findDomainAccounts,
  inviteUser,
  removeOtherWaysIn,
  removeSecondFactors,
  unlinkForeignIdentities,
} from '../identity/index.ts';
import { deliver, findDevicesInUse, findSeats } from '../licensing/index.ts';
import {
  isSignUpBrowser,
  recordConfirmation,
  rememberIdentityForSignUp,
  remindToConfirm,
} from '../onboarding/index.ts';
import { planHolders } from './plan-holders.queries.ts';

type PortalParts = { readonly database: Database; readonly config: Pick<Config, 'paymentRetries'> } & Parameters<
  typeof rememberIdentityForSignUp
>[0] &
  Parameters<typeof remindToConfirm>[0];

/**
 * Fills the ports of the lower domains with functions of the higher ones. For the accounts' port to the catalog, this
 * is the catalog itself.
 */
export function fillPorts(
  portal: PortalParts,
): SignInPort & SalesPort & LicensingPort & Omit<EntryPort, 'renderSignIn'> {
  const { database } = portal;
  const { billingFacts } = createBillingContext(portal);
  const hasPaid: EntryPort['hasPaid'] = async (on, accountId) => {
    const { customerId } = await findAccountBillingDetails(on, accountId);
    return customerId !== null && hasCustomerPaid(on, customerId);
  };
  return {
    endUserSessions,
    endAccountSessions,
    findDomainAccounts,
    removeOtherWaysIn,
    removeSecondFactors,
    unlinkForeignIdentities,
    inviteUser: (parts, transaction, invitation) => inviteUser({ ...parts, hasPaid }, transaction, invitation),
    hasPaid,
    ...planHolders,
    holdings: {
      forProducts: (accountId, productIds) =>
        findHoldings(database.query, accountId, productIds, { findDevicesInUse, billingFacts }),
    },
    deliver,
    findDevicesInUse,
    findSeats,
    isSignUpBrowser,
    recordConfirmation,
    remindToConfirm: (userId) => remindToConfirm(portal, userId),
    rememberIdentityForSignUp: (reply, identity) => rememberIdentityForSignUp(portal, reply, identity),
  };
}
