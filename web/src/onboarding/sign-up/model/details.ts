import { type Industry, industries } from '@portico/contract/browser';

/** A visitor's input besides the password; stored in the browser until the account exists. */
export interface Details {
  email: string;
  organization: string;
  firstName: string;
  lastName: string;
  /** `true` allows an empty last name; otherwise empty. */
  hasOneName: string;
  phone: string;
  comments: string;
  orderNumber: string;
  /** ISO 3166-1 alpha-2. */
  country: string;
  state: string;
  province: string;
  industry: Industry | '';
  otherIndustry: string;
  /** Asked in the cannabis industry only; stays in this browser. */
  pointOfSale: string;
}
export type DetailField = keyof Details;

/** Entered but never stored. */
export interface Secrets {
  password: string;
  confirmPassword: string;
}
export type SecretField = keyof Secrets;
export type Field = DetailField | SecretField;

export const emptyDetails: Details = {
  email: '',
  organization: '',
  firstName: '',
  lastName: '',
  hasOneName: '',
  phone: '',
  comments: '',
  orderNumber: '',
  country: '',
  state: '',
  province: '',
  industry: '',
  otherIndustry: '',
  pointOfSale: '',
};

export const emptySecrets: Secrets = { password: '', confirmPassword: '' };

/** The steps with fields, in order. */
export const fieldSteps = ['email', 'main', 'owner', 'contacts', 'additional'] as const;
export type FieldStep = (typeof fieldSteps)[number];

/** `purchase` has its own steps. `skip` registers without a plan. */
export type Step = FieldStep | 'plans' | 'purchase' | 'skip';

/** The fields of each step (SIGN-40). */
export const stepFields: Readonly<Record<FieldStep, readonly Field[]>> = {
  email: ['email'],
  main: ['organization', 'firstName', 'lastName', 'hasOneName'],
  owner: ['password', 'confirmPassword'],
  contacts: ['phone', 'comments'],
  additional: ['country', 'state', 'province', 'industry', 'otherIndustry', 'pointOfSale', 'orderNumber'],
};

/** Changes a field. Another country clears state and province (UI-14). */
export function changeDetails(details: Details, field: DetailField, value: string): Details {
  if (field === 'industry') return { ...details, industry: industries.find((known) => known === value) ?? '' };
  if (field === 'country' && value !== details.country) return { ...details, country: value, state: '', province: '' };
  return { ...details, [field]: value };
}

/** The details without fields that do not apply any more. */
export function applying(details: Details): Details {
  const { country, industry } = details;
  const trimmed = Object.fromEntries(Object.entries(details).map(([field, text]) => [field, text.trim()]));
  return {
    ...(trimmed as unknown as Details),
    state: country === 'US' ? details.state : '',
    province: country === 'CA' ? details.province : '',
    otherIndustry: industry === 'other' ? details.otherIndustry.trim() : '',
    pointOfSale: industry === 'cannabis' ? details.pointOfSale : '',
  };
}
