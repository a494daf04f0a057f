import { LegalText } from '../legal/components/legal-text.tsx';

export function TermsPage() {
  return <LegalText name="terms" />;
}

export function PrivacyPage() {
  return <LegalText name="privacy" />;
}

export function SubscriptionTermsPage() {
  return <LegalText name="subscription-terms" />;
}
