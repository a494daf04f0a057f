import type { Company, CompanyInput } from '@portico/contract';
import type { Theme } from '@portico/contract/browser';

/** The form's value of a picture. */
export interface LogoDraft {
  /** An address or a `data:` URI of the preview; null without a picture. */
  readonly shown: string | null;
  /** The chosen file in base64. Null removes the logo, undefined keeps it. */
  readonly file: string | null | undefined;
}

/** A customer in the brand's sign-up. */
export interface CustomerDraft {
  readonly name: string;
  readonly logo: LogoDraft;
}

/** The form's value of a brand. An empty text is omitted. */
export interface CompanyDraft {
  name: string;
  slug: string;
  accentLight: string;
  accentDark: string;
  mailSenderName: string;
  mailSender: string;
  mailReplyTo: string;
  contactUrl: string;
  logoLight: LogoDraft;
  logoDark: LogoDraft;
  customers: CustomerDraft[];
}

/** The form's fields of each theme. */
export const themeFields = {
  light: { logo: 'logoLight', accent: 'accentLight' },
  dark: { logo: 'logoDark', accent: 'accentDark' },
} as const satisfies Record<Theme, object>;

const kept = (shown: string | null): LogoDraft => ({ shown, file: undefined });

/** The initial value of the form; empty for a new brand. */
export function createCompanyDraft(company: Company | null): CompanyDraft {
  return {
    name: company?.name ?? '',
    slug: company?.slug ?? '',
    accentLight: company?.accentLight ?? '',
    accentDark: company?.accentDark ?? '',
    mailSenderName: company?.mailSenderName ?? '',
    mailSender: company?.mailSender ?? '',
    mailReplyTo: company?.mailReplyTo ?? '',
    contactUrl: company?.contactUrl ?? '',
    logoLight: kept(company?.logoLight ?? null),
    logoDark: kept(company?.logoDark ?? null),
    customers: (company?.customers ?? []).map(({ name, logo }) => ({
      name,
      // A stored logo is sent back unchanged.
      logo: { shown: logo, file: logo === null ? null : logo.slice(logo.indexOf(',') + 1) },
    })),
  };
}

/** An empty customer. */
export const newCustomer: CustomerDraft = { name: '', logo: { shown: null, file: null } };

/** The value to send, without untouched logos of the brand. */
export function toCompanyInput({
  name,
  slug,
  logoLight,
  logoDark,
  customers,
  ...optional
}: CompanyDraft): CompanyInput {
  const orNull = (text: string) => text.trim() || null;
  return {
    name,
    slug,
    accentLight: orNull(optional.accentLight),
    accentDark: orNull(optional.accentDark),
    mailSenderName: orNull(optional.mailSenderName),
    mailSender: orNull(optional.mailSender),
    mailReplyTo: orNull(optional.mailReplyTo),
    contactUrl: orNull(optional.contactUrl),
    ...(logoLight.file !== undefined && { logoLight: logoLight.file }),
    ...(logoDark.file !== undefined && { logoDark: logoDark.file }),
    customers: customers.map(({ name: customer, logo }) => ({ name: customer.trim(), logo: logo.file ?? null })),
  };
}

/** The address of a new brand, derived from its name: 'Café & Söhne' → 'cafe-sohne'. */
export function createSlug(name: string): string {
  return name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 63);
}
