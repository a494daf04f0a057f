import { useLingui } from '@lingui/react/macro';
import { Badge } from '../../../ui/badge.tsx';

/** Whether an invitation still works. */
export function InvitationTag({ isExpired }: { isExpired: boolean }) {
  const { t } = useLingui();
  return <Badge tone={isExpired ? 'warning' : 'neutral'}>{isExpired ? t`Link expired` : t`Invited`}</Badge>;
}
