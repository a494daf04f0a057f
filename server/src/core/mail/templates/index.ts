import type { z } from 'zod';
import { accountDisabled, accountEnabled } from './accounts.ts';
import { actingPurchase, actingStarted } from './acting.ts';
import { closingContact } from './closing-contact.ts';
import type { MailTemplate, TextTemplate } from './define-template.ts';
import { licenseEnds, renewalAhead, subscriptionEnds, trialEnds } from './expiry.ts';
import { creditNote, invoiceIssued, receipt, recipientConfirmation, refund } from './invoices.ts';
import { legalTextChanged } from './legal.ts';
import { cardExpires, cardMissing, paymentFailed, paymentLastTry } from './payments.ts';
import { productTokenExpires, productTokenLeaked } from './product-tokens.ts';
import { breakGlassUsed, confirmEmail, emailChanged, newSignIn, securityNotice } from './security.ts';
import { invitation, passwordReset, signInCode, signInCodeText, signOnRequired } from './sign-in.ts';
import { confirmSignUp, signUpKnown, signUpOrganization, wantedElsewhere, welcome } from './sign-up.ts';
import { clientSecretExpires, domainProof, groupsLeftOut, personKnownOtherwise } from './single-sign-on.ts';
import { adminsAdded, changedByAdmin, ownershipTransferred } from './users.ts';

/** Every mail by its name. The database stores the name, so it must not change. */
export const mailTemplates = {
  accountDisabled,
  accountEnabled,
  actingPurchase,
  actingStarted,
  adminsAdded,
  breakGlassUsed,
  cardExpires,
  cardMissing,
  changedByAdmin,
  clientSecretExpires,
  closingContact,
  confirmEmail,
  confirmSignUp,
  creditNote,
  domainProof,
  emailChanged,
  groupsLeftOut,
  invitation,
  invoiceIssued,
  legalTextChanged,
  licenseEnds,
  newSignIn,
  ownershipTransferred,
  passwordReset,
  paymentFailed,
  paymentLastTry,
  personKnownOtherwise,
  productTokenExpires,
  productTokenLeaked,
  receipt,
  recipientConfirmation,
  refund,
  renewalAhead,
  securityNotice,
  signInCode,
  signOnRequired,
  signUpKnown,
  wantedElsewhere,
  signUpOrganization,
  subscriptionEnds,
  trialEnds,
  welcome,
};

/** Every text message by its name. */
export const textTemplates = { signInCodeText };

type MailTemplates = typeof mailTemplates;
type TextTemplates = typeof textTemplates;
export type MailTemplateName = keyof MailTemplates;
export type TextTemplateName = keyof TextTemplates;
export type TemplateName = MailTemplateName | TextTemplateName;

/** The data of a template. */
export type TemplateData<Name extends TemplateName> = z.infer<(MailTemplates & TextTemplates)[Name]['schema']>;

const templates: Readonly<Record<string, MailTemplate | TextTemplate>> = { ...mailTemplates, ...textTemplates };

/**
 * The template of a stored message; undefined if a newer version of the portal wrote it, or the template was removed.
 */
export function findTemplate(name: string): MailTemplate | TextTemplate | undefined {
  return Object.hasOwn(templates, name) ? templates[name] : undefined;
}
