import { otherIndustryPattern } from '@portico/contract/browser';
import { companyWithRegions, type PasswordWeakness, signUpLimits } from '@portico/contract/sign-up';
import { passwordRules } from '../../../ui/password-rules.tsx';
import { type Details, type Field, type FieldStep, type Secrets, stepFields } from './details.ts';

/** A field's error, without its text. */
export type FieldProblem =
  | 'required'
  | 'long'
  | 'email'
  | 'symbols'
  | 'password'
  | 'mismatch'
  | `weak.${PasswordWeakness}`;
export type FieldProblems = Partial<Record<Field, FieldProblem>>;

/** Like the browser's validation of an email field, plus a dot in the domain. */
const emailPattern = /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/;

/** The strength of a password, from 0 to 4. */
export interface PasswordEstimate {
  /** The password to which the estimate applies. */
  password: string;
  score: number;
  /** Null for a strong password. */
  weakness: PasswordWeakness | null;
}

/** The maximum length of a field in characters; undefined for a select. */
export const maxLength = (field: Field): number | undefined =>
  (signUpLimits as Readonly<Partial<Record<Field, number>>>)[field];

/** The fields of a step whose texts are too long to be stored. Such texts are reported, not truncated. */
function longFields(step: FieldStep, values: Readonly<Record<Field, string>>): FieldProblems {
  const isLong = (field: Field) => values[field].trim().length > (maxLength(field) ?? Number.POSITIVE_INFINITY);
  // Of two passwords, only the first is reported.
  const fields = stepFields[step].filter((field) => field !== 'confirmPassword' && isLong(field));
  return Object.fromEntries(fields.map((field) => [field, 'long']));
}

/** Whether a password meets every part of the rule. */
const meetsPasswordRule = (password: string) => Object.values(passwordRules(password)).every(Boolean);

function passwordProblem(password: string, estimate: PasswordEstimate | null): FieldProblem | null {
  if (password === '') return 'required';
  if (!meetsPasswordRule(password)) return 'password';
  return estimate?.password === password && estimate.weakness ? `weak.${estimate.weakness}` : null;
}

/** Whether the brand's customers must enter their state or province (SIGN-6). */
export const hasRegions = (companyId: number) => companyId === companyWithRegions;

function regionProblems({ country, state, province }: Details, companyId: number): FieldProblems {
  if (!hasRegions(companyId)) return {};
  return {
    ...(country === 'US' && state === '' && { state: 'required' as const }),
    ...(country === 'CA' && province === '' && { province: 'required' as const }),
  };
}

function industryProblems({ industry, otherIndustry }: Details): FieldProblems {
  if (industry === '') return { industry: 'required' };
  if (industry !== 'other') return {};
  if (otherIndustry.trim() === '') return { otherIndustry: 'required' };
  return otherIndustryPattern.test(otherIndustry.trim()) ? {} : { otherIndustry: 'symbols' };
}

function ownerProblems({ password, confirmPassword }: Secrets, estimate: PasswordEstimate | null): FieldProblems {
  const problem = passwordProblem(password, estimate);
  return {
    ...(problem && { password: problem }),
    ...(confirmPassword === ''
      ? { confirmPassword: 'required' as const }
      : confirmPassword !== password && { confirmPassword: 'mismatch' as const }),
  };
}

/** The errors of a step; empty if it can be left (SIGN-4 to SIGN-8). */
export function validateStep(
  step: FieldStep,
  details: Details,
  secrets: Secrets,
  companyId: number,
  estimate: PasswordEstimate | null = null,
): FieldProblems {
  const found = contentProblems(step, details, secrets, companyId, estimate);
  return { ...found, ...longFields(step, { ...details, ...secrets }) };
}

function contentProblems(
  step: FieldStep,
  details: Details,
  secrets: Secrets,
  companyId: number,
  estimate: PasswordEstimate | null,
): FieldProblems {
  switch (step) {
    case 'email':
      return emailPattern.test(details.email.trim()) ? {} : { email: 'email' };
    case 'main':
      return Object.fromEntries(
        (['organization', 'firstName', 'lastName'] as const)
          .filter((field) => !details[field].trim() && !(field === 'lastName' && details.hasOneName))
          .map((field) => [field, 'required']),
      );
    case 'owner':
      return ownerProblems(secrets, estimate);
    case 'contacts':
      return {};
    case 'additional':
      return {
        ...(details.country === '' && { country: 'required' as const }),
        ...regionProblems(details, companyId),
        ...industryProblems(details),
      };
  }
}
