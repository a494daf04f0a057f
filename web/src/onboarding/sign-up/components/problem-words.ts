import { useLingui } from '@lingui/react/macro';
import type { Field } from '../model/details.ts';
import { type FieldProblem, maxLength } from '../model/validation.ts';

/** The label of each field. */
export function useLabels(): Record<Field, string> {
  const { t } = useLingui();
  return {
    email: t`Work email`,
    organization: t`Organization`,
    firstName: t`First name`,
    lastName: t`Last name`,
    hasOneName: t`I have only one name`,
    password: t`Password`,
    confirmPassword: t`Confirm password`,
    phone: t`Phone`,
    comments: t`Comments`,
    country: t`Country`,
    state: t`State`,
    province: t`Province`,
    industry: t`Industry`,
    otherIndustry: t`Other industry`,
    pointOfSale: t`Point-of-sale provider`,
    orderNumber: t`Purchase order`,
  };
}

/** The message of a field's error. */
export function useProblemWords(): (field: Field, problem: FieldProblem) => string {
  const { t } = useLingui();
  const labels = useLabels();
  return (field, problem) => {
    const label = labels[field];
    switch (problem) {
      case 'email':
        return t`Please input email`;
      case 'symbols':
        return t`Allowed symbols: &, letters or whitespaces`;
      case 'password':
        return t`The password does not meet the rule yet`;
      case 'weak.own':
        return t`This password is easy to guess: it is made of your name, address, account or company.`;
      case 'weak.date':
        return t`This password is easy to guess: it is made of a date or a year.`;
      case 'weak.sequence':
        return t`This password is easy to guess: it is a sequence, or a row of keys.`;
      case 'weak.repeat':
        return t`This password is easy to guess: it repeats itself.`;
      case 'weak.guessable':
        return t`This password is easy to guess. Add some unusual words or characters.`;
      case 'mismatch':
        return t`passwords do not match`;
      case 'long': {
        const maximum = maxLength(field) ?? 0;
        return t`The ${label} field should have at most ${maximum} characters.`;
      }
      case 'required':
        return t`The ${label} field is required`;
    }
  };
}
