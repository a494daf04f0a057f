import { useLingui } from '@lingui/react';
import { titles } from '../../app/titles.ts';
import { LegalText } from '../legal/components/legal-text.tsx';

export function TermsPage() {
  const { i18n } = useLingui();
  return <LegalText name="terms" title={i18n._(titles.terms)} />;
}

export function PrivacyPage() {
  const { i18n } = useLingui();
  return <LegalText name="privacy" title={i18n._(titles.privacy)} />;
}

export function SubscriptionTermsPage() {
  const { i18n } = useLingui();
  return <LegalText name="subscription-terms" title={i18n._(titles.subscriptionTerms)} />;
}
