import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { TokenAction } from '../model/row-actions.ts';

/** The labels of a token's buttons and menu. */
export function ActionWords({ action }: { action: TokenAction }) {
  const words: Record<TokenAction, ReactNode> = {
    replace: <Trans context="token">Replace</Trans>,
    endOverlap: <Trans>End now</Trans>,
    disable: <Trans context="token">Disable</Trans>,
    edit: <Trans context="token">Edit</Trans>,
    delete: <Trans context="token">Delete</Trans>,
  };
  return words[action];
}
