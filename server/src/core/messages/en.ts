import { activityEn } from './activity-en.ts';
import { auditEn } from './audit-en.ts';
import { billingEn } from './billing-en.ts';
import { catalogEn } from './catalog-en.ts';
import { catalogFieldsEn } from './catalog-fields-en.ts';
import { catalogFileEn } from './catalog-file-en.ts';
import { catalogScreenEn } from './catalog-screen-en.ts';
import { expiryNoticesEn } from './expiry-notices-en.ts';
import { externalProvidersEn } from './external-providers-en.ts';
import { invoiceMailEn } from './invoice-mail-en.ts';
import { licensingApiEn } from './licensing-api-en.ts';
import { licensingEn } from './licensing-en.ts';
import { mailEn } from './mail-en.ts';
import { operatorsEn } from './operators-en.ts';
import { productDashboardsEn } from './product-dashboards-en.ts';
import { productTokensEn } from './product-tokens-en.ts';
import { signUpEn } from './sign-up-en.ts';
import { singleSignOnEn } from './single-sign-on-en.ts';
import { ssoTestsEn } from './sso-tests-en.ts';
import { timelineEn } from './timeline-en.ts';
import { usersEn } from './users-en.ts';
import { waysInEn } from './ways-in-en.ts';

/** The server's texts in English, in ICU message syntax. */
export const en = {
  ...activityEn,
  ...auditEn,
  ...mailEn,
  ...invoiceMailEn,
  ...usersEn,
  ...operatorsEn,
  ...waysInEn,
  ...billingEn,
  ...catalogEn,
  ...catalogFieldsEn,
  ...catalogFileEn,
  ...catalogScreenEn,
  ...expiryNoticesEn,
  ...externalProvidersEn,
  ...licensingEn,
  ...productDashboardsEn,
  ...licensingApiEn,
  ...productTokensEn,
  ...signUpEn,
  ...singleSignOnEn,
  ...ssoTestsEn,
  ...timelineEn,
  'problem.badRequest': 'The request could not be understood.',
  'problem.validation': 'Some values need your attention.',
  'problem.unauthorized': 'Please sign in.',
  'problem.forbidden': "You don't have permissions",
  'problem.readOnly': 'Your access is read-only. Ask an administrator of your account to make this change.',
  'problem.host':
    'This demo is not available at this address. Open it at localhost, or start it with this address as PUBLIC_URL.',
  'problem.confirmationRequired': 'Confirm that it is you, then try again.',
  'problem.notWhileActing': 'This cannot be done while signed in as another user.',
  'problem.antiForgery': 'This page is out of date. Reload it and try again.',
  'problem.notFound': 'This was not found.',
  'problem.conflict': 'Somebody else changed this in the meantime. Reload the page and try again.',
  'problem.tooManyRequests': 'Too many attempts. Please wait {seconds, plural, one {# second} other {# seconds}}.',
  'problem.tooLarge': 'This is too large.',
  'problem.unavailable': 'We cannot reach our database right now. Please try again in a moment.',
  'problem.changedElsewhere':
    'Somebody else changed this in the meantime, so nothing was saved. The form keeps what you typed and shows the other current values. Check them and save again.',
  'problem.busy': 'We are very busy right now. Please try again in a moment.',
  'problem.providerRefused':
    'Our payment service did not accept this, so nothing was changed. We have been informed. Contact us if it is urgent.',
  'problem.providerUnavailable': 'The payment service is not responding right now. Please try again in a moment.',
  'problem.documentUnavailable':
    'Documents of invoices come from the payment service, which is not responding right now. Please try again in a moment.',
  'problem.internal': 'Something went wrong!',
  'problem.report': 'Error while generating the report',
  'validation.required': 'The {field} field is required.',
  'validation.email': 'The {field} field is not a valid email address.',
  'validation.emailLetters': 'Portico cannot send to addresses with letters such as é before the @.',
  'validation.url': 'The {field} field is not a valid web address.',
  'validation.tooShort':
    'The {field} field should have at least {minimum, plural, one {# character} other {# characters}}.',
  'validation.tooLong':
    'The {field} field should have at most {maximum, plural, one {# character} other {# characters}}.',
  'validation.tooSmall': 'The {field} field should be at least {minimum, number}.',
  'validation.tooBig': 'The {field} field should be at most {maximum, number}.',
  'validation.tooFew': 'The {field} field should have at least {minimum, plural, one {# entry} other {# entries}}.',
  'validation.tooMany': 'The {field} field should have at most {maximum, plural, one {# entry} other {# entries}}.',
  'validation.addonQuantity': 'The quantity of an add-on should be from 1 to 10,000.',
  'validation.number': 'The {field} field should be a number.',
  'validation.whole': 'The {field} field should be a whole number.',
  'validation.choice': 'The {field} field should be one of: {choices}.',
  'validation.coupon': 'A coupon has only letters, digits and hyphens, at most 40 of them.',
  'validation.country': 'The {field} field should be the two-letter code of a country, such as US.',
  'validation.unitedKingdom': 'The {field} field is not the code of a country. Did you mean GB?',
  'validation.postalCode': 'Enter a postal code such as {example}.',
  'validation.serialNumber': 'A serial number has {length} letters and digits. This one has {count}.',
  'validation.webAddress': 'Leave web addresses and telephone numbers out of the name.',
  'validation.characters': 'The {field} field contains characters that are not allowed.',
  'validation.hardwareId': 'The {field} field may have letters, digits and symbols, but no spaces or accents.',
  'validation.quantity': 'The {field} field should be at least 1, or -1 for unlimited.',
  'validation.format': 'The {field} field is not valid.',
  'validation.phone': 'Enter a phone number with its country code, such as +1 415 555 0132.',
  'report.yes': 'Yes',
  'report.no': 'No',
} as const;
