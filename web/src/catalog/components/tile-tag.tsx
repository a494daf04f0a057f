import { Trans } from '@lingui/react/macro';
import { Badge } from '../../ui/badge.tsx';
import type { TileState } from '../model/home.ts';

/** The state of a product as a tag. */
export function TileTag({ state }: { state: TileState | null }) {
  return state && <Badge tone={state.tone}>{<Words state={state} />}</Badge>;
}

function Words({ state }: { state: TileState }) {
  switch (state.kind) {
    case 'status':
      return state.title;
    case 'disabled':
      return <Trans>Not available</Trans>;
    case 'confirming':
      return <Trans>Being confirmed</Trans>;
    case 'canceled':
      return <Trans>Canceled</Trans>;
    case 'paymentFailed':
      return <Trans>Payment failed</Trans>;
    case 'unpaid':
      return <Trans context="subscription">Unpaid</Trans>;
  }
}
