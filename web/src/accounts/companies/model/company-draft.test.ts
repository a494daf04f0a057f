import type { Company } from '@portico/contract';
import { expect, it } from 'vitest';
import { createCompanyDraft, createSlug, toCompanyInput } from './company-draft.ts';

const lumen: Company = {
  id: 2,
  name: 'Lumen',
  slug: 'lumen',
  logoLight: '/CompanyLogos/2/light/0',
  logoDark: null,
  accentLight: '#0b6e4f',
  accentDark: null,
  mailSenderName: null,
  mailSender: 'mail@lumen.example',
  mailReplyTo: null,
  contactUrl: null,
  customers: [
    { name: 'Harbor', logo: 'data:image/png;base64,AAAA' },
    { name: 'Kestrel', logo: null },
  ],
  revision: 'r1',
  isDefault: false,
  accounts: 0,
  installation: { mailSender: 'portal@vendor.example', mailReplyTo: null, contactUrl: null },
};

it('sends back the loaded values, without untouched logos of the brand', () => {
  const { id: _, logoLight: _light, logoDark: _dark, isDefault: _isDefault, accounts: _accounts, ...rest } = lumen;
  const { installation: _installation, revision: _revision, ...sent } = rest;
  const customers = [
    { name: 'Harbor', logo: 'AAAA' },
    { name: 'Kestrel', logo: null },
  ];
  expect(toCompanyInput(createCompanyDraft(lumen))).toEqual({ ...sent, customers });
});

it('sends a chosen logo, and null for a removed logo and for empty texts', () => {
  const draft = {
    ...createCompanyDraft(lumen),
    mailSender: ' ',
    logoLight: { shown: null, file: null },
    logoDark: { shown: 'data:image/png;base64,AAAA', file: 'AAAA' },
  };
  expect(toCompanyInput(draft)).toMatchObject({ mailSender: null, logoLight: null, logoDark: 'AAAA' });
});

it.each([
  ['Café & Söhne', 'cafe-sohne'],
  [' -Lumen- ', 'lumen'],
  ['日本', ''],
])('derives the address of %s', (name, slug) => {
  expect(createSlug(name)).toBe(slug);
});
