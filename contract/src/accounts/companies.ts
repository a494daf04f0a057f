import { z } from 'zod';
import { emailAddress } from '../api/email-address.ts';
import { defineEndpoint } from '../api/endpoint.ts';
import { longestShownCustomer, maxShownCustomers } from '../api/shown-customers.ts';
import { lineOfText, listQuery, listSchema, rowId, rowIdParameter } from '../api/values.ts';
import { maxLogoBytes } from './logo-files.ts';

const companySortFields = ['name'] as const;
export type CompanySortField = (typeof companySortFields)[number];

/** Words that the portal itself uses after `/signUp/`, or that could be mistaken for those. */
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

/** Part of the sign-up address: `/signUp/{slug}`. Lower case, because addresses match case-insensitively. */
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

const mailAddress = emailAddress(254).nullable();

/** A web address or a mail address. */
const contactUrl = z
  .string()
  .trim()
  .max(500)
  .refine((text) => /^(https?:\/\/[^\s/]+|mailto:[^\s@]+@[^\s@]+$)/i.test(text) && URL.canParse(text), {
    params: { messageKey: 'companies.contactUrl' },
  })
  .nullable();

/** A PNG, JPEG, WebP or SVG file in base64; null for none. */
const pictureFile = z
  .string()
  .refine((text) => text.length <= Math.ceil(maxLogoBytes / 3) * 4, {
    params: { messageKey: 'companies.logo.tooLarge' },
  })
  .nullable();

/** Null removes the logo. If left out, the logo is kept. */
const logoFile = pictureFile.optional();

const customerName = lineOfText(longestShownCustomer, 1);

/**
 * The customers that the sign-up shows, in order. A logo that is left out is kept; if the list is left out, all
 * customers are kept.
 */
const customersInput = z
  .array(z.object({ name: customerName, logo: pictureFile }))
  .refine((all) => all.length <= maxShownCustomers, {
    params: { messageKey: 'companies.customers.tooMany', most: maxShownCustomers },
  })
  .optional();

const brand = z.object({
  name: lineOfText(100, 1),
  slug,
  /** `#rrggbb` for each theme; null for the portal's own. */
  accentLight: color,
  accentDark: color,
  /** Name and address of the mail sender. Null uses the company's name and the installation's address. */
  mailSenderName: lineOfText(100, 1).nullable(),
  mailSender: mailAddress,
  /** Reply-to address of mail; null for the installation's address. */
  mailReplyTo: mailAddress,
  /** Where customers get help; null for the installation's link. */
  contactUrl,
});

const companyInput = brand.extend({ logoLight: logoFile, logoDark: logoFile, customers: customersInput });
export type CompanyInput = z.input<typeof companyInput>;

const company = brand.extend({
  id: rowId,
  /** Addresses of images, or `data:` URIs of raster images. */
  logoLight: z.string().nullable(),
  logoDark: z.string().nullable(),
  /** Each logo is a `data:` URI of a raster image. The sign-up shows only its shape. */
  customers: z.array(z.object({ name: z.string(), logo: z.string().nullable() })),
  /** Changes with every change of the brand. */
  revision: z.string(),
  /** The company for visitors without a company. It cannot be removed. */
  isDefault: z.boolean(),
  accounts: z.int().nonnegative(),
  /** The installation's values, used where the company has none of its own. */
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

/** Bytes; enough for both logos of the brand, its customers' logos in base64, and the texts. */
const maxBytes = 5 * 1024 * 1024;

/** The vendor's brands under which customers sign up (BRAND-1). */
export const companies = {
  list: defineEndpoint({
    method: 'GET',
    path: '/api/Operator/Companies',
    summary: 'The brands of the vendor',
    action: 'operator.companies',
    query: listQuery(companySortFields, { sortField: 'name', order: 'asc' }).extend({
      /** Part of a name or slug, ignoring case. */
      textFilter: z.string().trim().max(200).default(''),
    }),
    response: listSchema(companyRow),
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
    maxBytes,
    response: company,
  }),
  save: defineEndpoint({
    method: 'PUT',
    path: '/api/Operator/Companies/{id}',
    summary: 'Changes a brand; pages and mail show the change immediately',
    action: 'operator.manageCompanies',
    params,
    /** `revision`: the brand's revision when it was read. */
    body: companyInput.extend({ revision: z.string().max(100) }),
    maxBytes,
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
