import { useLingui } from '@lingui/react/macro';
import type { SecondFactorMethod } from '@portico/contract';
import { type LucideIcon, Mail, MessageSquare, Smartphone } from 'lucide-react';

export const methodIcons: Record<SecondFactorMethod, LucideIcon> = {
  Authenticator: Smartphone,
  Email: Mail,
  Phone: MessageSquare,
};

/** The name and description of each method. */
export function useMethodWords(): Record<SecondFactorMethod, { name: string; about: string }> {
  const { t } = useLingui();
  return {
    Authenticator: { name: t`Authenticator`, about: t`An app on your phone shows a new code every 30 seconds` },
    Email: { name: t`Email`, about: t`A code by email` },
    Phone: { name: t`Phone`, about: t`A code by text message` },
  };
}
