import { z } from 'zod';
import { defineEndpoint } from '../api/endpoint.ts';
import { longestShownCustomer, mostShownCustomers } from '../api/shown-customers.ts';
import { lineOfText, listOf, listQuery, rowId, rowIdParameter } from '../api/values.ts';
import { mostLogoBytes } from './logo-files.ts';

const companySortFields = ['name'] as const;
export type CompanySortField = (typeof companySortFields)[number];

/** Words that follow `/signUp/` in addresses of the portal's own, or would be mistaken for them. */
const reservedSlugs: readonly string[] = [
  'addons',
  'api',
  'checkout',
  'confirm',
  'confirmation',
  'customizeplan',
  'login',
  'logout',
  'new',
  'plans',
  'signout',
  'signup',
  'signupnext',
  'skip',
  'store',
];

/** Part of the sign-up address: `/signUp/{slug}`. In lower case, as addresses match without regard to case. */
const slug = z
  .string()
  .trim()
  .toLowerCase()
  .min(1)
  .max(63)
  .refine((text) => text === '' || /^[a-z0-9][a-z0-9-]*$/.test(text), {
    params: { messageKey: 'companies.slugCharacters' },
  })
  .refine((text) => !reservedSlugs.includes(text), { params: { messageKey: 'companies.slugReserved' } });

const color = z
  .string()
  .trim()
  .toLowerCase()
  .refine((text) => /^#[0-9a-f]{6}$/.test(text), { params: { messageKey: 'companies.color' } })
  .nullable();

const mailAddress = z.email().max(254).nullable();

/** A web address or a mail address. */
const contactUrl = z
  .string()
  .trim()
  .max(500)
  .refine((text) => /^(https?:\/\/[^\s/]+|mailto:[^\s@]+@[^\s@]+$)/i.test(text) && URL.canParse(text), {
    params: { messageKey: 'companies.contactUrl' },
  })
  .nullable();

/** A PNG, JPEG, WebP or SVG file in base64. Null is none. */
const pictureFile = z
  .string()
  .refine((text) => text.length <= Math.ceil(mostLogoBytes / 3) * 4, {
    params: { messageKey: 'companies.logo.tooLarge' },
  })
  .nullable();

/** Null removes the logo; left out, it stays. */
const logoFile = pictureFile.optional();

const customerName = lineOfText(longestShownCustomer, 1);

/** The customers that the sign-up names, in its order. A logo that the brand has for one of them stays as it is. Left out, all of them stay. */
const customersInput = z
  .array(z.object({ name: customerName, logo: pictureFile }))
  .refine((all) => all.length <= mostShownCustomers, {
    params: { messageKey: 'companies.customers.tooMany', most: mostShownCustomers },
  })
  .optional();

const brand = z.object({
  name: lineOfText(100, 1),
  slug,
  /** `#rrggbb` for each theme; null for the portal's own. */
  accentLight: color,
  accentDark: color,
  /** The name and address of the sender of mail; null for the company's name, and for the installation's address. */
  mailSenderName: lineOfText(100, 1).nullable(),
  mailSender: mailAddress,
  /** Where answers to mail go; null for the installation's address. */
  mailReplyTo: mailAddress,
  /** Where customers turn to; null for the installation's link. */
  contactUrl,
});

const companyInput = brand.extend({ logoLight: logoFile, logoDark: logoFile, customers: customersInput });
export type CompanyInput = z.input<typeof companyInput>;

const company = brand.extend({
  id: rowId,
  /** Addresses of pictures, or `data:` URIs of raster images. */
  logoLight: z.string().nullable(),
  logoDark: z.string().nullable(),
  /** Each logo is a `data:` URI of a raster image, of which the sign-up shows the shape alone. */
  customers: z.array(z.object({ name: z.string(), logo: z.string().nullable() })),
  /** Differs where anything of the brand does. */
  revision: z.string(),
  /** The company of visitors. It cannot be removed. */
  isDefault: z.boolean(),
  accounts: z.int().nonnegative(),
  /** What holds where the company has none of its own. */
  installation: z.object({
    mailSender: z.string(),
    mailReplyTo: z.string().nullable(),
    contactUrl: z.string().nullable(),
  }),
});
export type Company = z.infer<typeof company>;

const companyRow = company.pick({
  id: true,
  name: true,
  slug: true,
  logoLight: true,
  logoDark: true,
  accentLight: true,
  accentDark: true,
  isDefault: true,
  accounts: true,
});
export type CompanyRow = z.infer<typeof companyRow>;

const params = z.object({ id: rowIdParameter.max(2_147_483_647) });

/** Room for two logos of the brand, those of its customers, all in base64, and the texts. */
const mostBytes = 5 * 1024 * 1024;

/** Brands of the vendor under which customers sign up (BRAND-1). */
export const companies = {
  list: defineEndpoint({
    method: 'GET',
    path: '/api/Operator/Companies',
    summary: 'The brands of the vendor',
    action: 'operator.companies',
    query: listQuery(companySortFields, { sortField: 'name', order: 'asc' }).extend({
      /** Part of a name or slug, in any case. */
      textFilter: z.string().trim().max(200).default(''),
    }),
    response: listOf(companyRow),
  }),
  get: defineEndpoint({
    method: 'GET',
    path: '/api/Operator/Companies/{id}',
    summary: 'One brand',
    action: 'operator.companies',
    params,
    response: company,
  }),
  add: defineEndpoint({
    method: 'POST',
    path: '/api/Operator/Companies',
    summary: 'Adds a brand',
    action: 'operator.manageCompanies',
    body: companyInput,
    mostBytes,
    response: company,
  }),
  save: defineEndpoint({
    method: 'PUT',
    path: '/api/Operator/Companies/{id}',
    summary: 'Changes a brand; pages and mails show it from then on',
    action: 'operator.manageCompanies',
    params,
    /** `revision`: the one that the brand had when it was read. */
    body: companyInput.extend({ revision: z.string().max(100) }),
    mostBytes,
    response: company,
    errors: ['Conflict'],
  }),
  remove: defineEndpoint({
    method: 'DELETE',
    path: '/api/Operator/Companies/{id}',
    summary: 'Removes a brand without accounts',
    action: 'operator.manageCompanies',
    params,
    response: z.object({}),
    errors: ['Conflict'],
  }),
  getLogo: defineEndpoint({
    method: 'GET',
    path: '/CompanyLogos/{id}/{theme}/{hash}',
    summary: 'A logo of a brand, a PNG picture',
    action: 'companies.viewLogo',
    params: params.extend({ theme: z.enum(['light', 'dark']), hash: z.string().regex(/^[0-9a-f]{64}$/) }),
  }),
};
