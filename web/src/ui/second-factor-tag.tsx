import { useLingui } from '@lingui/react/macro';
import { Badge } from './badge.tsx';

/** Whether a user is asked for a second factor. */
export function SecondFactorTag({ isOn }: { isOn: boolean }) {
  const { t } = useLingui();
  if (isOn) return <Badge tone="ok">{t({ context: 'second factor', message: 'On' })}</Badge>;
  return <Badge tone="neutral">{t({ context: 'second factor', message: 'Off' })}</Badge>;
}
