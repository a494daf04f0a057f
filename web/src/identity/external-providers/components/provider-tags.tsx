import { Trans } from '@lingui/react/macro';
import { Badge } from '../../../ui/badge.tsx';

export function ActiveTag({ isActive }: { isActive: boolean }) {
  return isActive ? (
    <Badge tone="ok">
      <Trans context="provider">Enabled</Trans>
    </Badge>
  ) : (
    <Badge tone="neutral">
      <Trans context="provider">Disabled</Trans>
    </Badge>
  );
}
