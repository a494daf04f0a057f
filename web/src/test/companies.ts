import type { Company } from '@portico/contract';

/** A brand without logos, colors and customers. */
export function makeCompany(change: Partial<Company> = {}): Company {
  return {
    id: 2,
    name: 'Lumen',
    slug: 'lumen',
    logoLight: null,
    logoDark: null,
    accentLight: null,
    accentDark: null,
    mailSenderName: null,
    mailSender: null,
    mailReplyTo: null,
    contactUrl: null,
    customers: [],
    revision: 'r1',
    isDefault: false,
    accounts: 1,
    installation: { mailSender: 'portal@vendor.example', mailReplyTo: null, contactUrl: null },
    ...change,
  };
}
