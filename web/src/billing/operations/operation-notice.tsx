import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { lazyPart } from '../../lib/lazy.tsx';
import { Alert } from '../../ui/alert.tsx';
import { PartBoundary } from '../../ui/part-boundary.tsx';
import type { OperationNoticeProps } from './authentication-notice.tsx';
import { AuthenticationNoticeText } from './authentication-notice-text.tsx';
import { UnsettledAlert } from './unsettled-alert.tsx';

// Lazy, because it is rare and includes a dialog.
const AuthenticationNotice = lazyPart(() =>
  import('./authentication-notice.tsx').then((module) => module.AuthenticationNotice),
);

/** The pending operation of a product, with buttons if it waits for the cardholder. */
export function OperationNotice(props: OperationNoticeProps) {
  const { operation, name, className = '' } = props;
  const [hasFailed, setHasFailed] = useState(false);
  if (operation.status === 'requiresAction') {
    const words = (
      <Alert tone="warning" className={className}>
        <AuthenticationNoticeText name={name} />
      </Alert>
    );
    return (
      <PartBoundary fallback={words} onFailure={() => setHasFailed(true)}>
        {hasFailed ? words : <AuthenticationNotice {...props} />}
      </PartBoundary>
    );
  }
  return (
    <UnsettledAlert title={<Trans>Being confirmed: {name}</Trans>} className={className}>
      {operation.kind === 'purchase' ? (
        <Trans>
          A purchase or change of this product is being confirmed with the payment provider. You do not have to do
          anything: the result appears here automatically.
        </Trans>
      ) : (
        <Trans>
          A change of this subscription is being confirmed with the payment provider. There is nothing to do.
        </Trans>
      )}
    </UnsettledAlert>
  );
}
