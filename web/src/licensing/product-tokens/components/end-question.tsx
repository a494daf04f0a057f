import { Trans } from '@lingui/react/macro';
import type { ProductToken } from '@portico/contract';
import type { ReactNode } from 'react';
import { LateConfirmDialog } from '../../../ui/late-confirm-dialog.tsx';
import { type EndingAction, useEndToken } from '../product-tokens.api.ts';
import type { OpenedProps } from './form-frame.tsx';
import { useTokenName } from './use-token-columns.tsx';

interface EndQuestionProps extends OpenedProps {
  productId: string;
  token: ProductToken;
  action: EndingAction;
}

/** Asks before a token is disabled or deleted, and explains the effect. */
export function EndQuestion({ productId, token, action, open, onOpenChange }: EndQuestionProps) {
  const end = useEndToken(productId, token.tokenId, action);
  const name = useTokenName()(token);
  const works = token.state !== 'expired' && token.state !== 'disabled';
  const words: Record<EndingAction, { title: ReactNode; description: ReactNode; confirm: ReactNode }> = {
    disable: {
      title: <Trans>Disable {name}?</Trans>,
      description: (
        <Trans>Whatever uses this token is refused from now on. A disabled token cannot be enabled again.</Trans>
      ),
      confirm: <Trans>Disable token</Trans>,
    },
    endOverlap: {
      title: <Trans>End {name} now?</Trans>,
      description: (
        <Trans>
          Everything that still uses the old token is refused from now on. The token that replaced it keeps working.
        </Trans>
      ),
      confirm: <Trans>End now</Trans>,
    },
    delete: {
      title: <Trans>Delete {name}?</Trans>,
      description: works ? (
        <Trans>Whatever uses this token is refused from now on, and the token leaves this list.</Trans>
      ) : (
        <Trans>
          It no longer works. It disappears from this list with its last use; the audit log still records it.
        </Trans>
      ),
      confirm: <Trans>Delete token</Trans>,
    },
  };
  const { title, description, confirm } = words[action];
  return (
    <LateConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={title}
      description={description}
      confirmLabel={confirm}
      isPending={end.isPending}
      error={end.error}
      onConfirm={() => end.mutate(undefined, { onSuccess: () => onOpenChange(false) })}
    />
  );
}
