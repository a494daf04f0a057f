import { Trans, useLingui } from '@lingui/react/macro';
import encodeQR from 'qr';
import { useMemo, useState } from 'react';
import { ConfirmationCanceled } from '../../../lib/confirmation.ts';
import { describeProblem } from '../../../lib/problem.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { useAuthenticatorSetup, useEnableMethod } from '../second-factor.api.ts';
import { CodeField, messageAt, useCodeCheck } from './code-field.tsx';
import { FlowButtons } from './flow-buttons.tsx';
import { PanelButtons, PanelProblem, type PanelProps } from './panel-parts.tsx';

/** Shows a new secret as a QR code and as text, and asks for the authenticator's code. */
export function AuthenticatorPanel({ isReset, onBack, onCancel, onEnabled }: PanelProps & { isReset: boolean }) {
  const { t } = useLingui();
  const setup = useAuthenticatorSetup(isReset);
  const enable = useEnableMethod();
  const check = useCodeCheck();
  const [code, setCode] = useState('');
  const [wrong, setWrong] = useState<string>();
  const codeError = wrong ?? messageAt(enable.error, 'code');

  if (setup.error) return <SetupFailed error={setup.error} onRetry={() => void setup.refetch()} onCancel={onCancel} />;
  return (
    <form
      noValidate
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        const problem = check(code);
        setWrong(problem);
        if (problem || enable.isPending) return;
        enable.mutate(
          { method: 'Authenticator', code },
          { onSuccess: ({ recoveryCodes }) => onEnabled(recoveryCodes) },
        );
      }}
    >
      {isReset && (
        <Alert tone="info">
          <Trans>The authenticator that you have works until the new one is enabled.</Trans>
        </Alert>
      )}
      <div className="flex flex-wrap items-start gap-5">
        {setup.data ? (
          <QrCode text={setup.data.authenticatorUri} label={t`QR code for your authenticator`} />
        ) : (
          <Skeleton className="size-44" />
        )}
        <div className="grid min-w-0 flex-1 basis-56 gap-3">
          <p>
            <Trans>Scan the QR code with an authenticator app, such as the one that stores your passwords.</Trans>
          </p>
          <SecretKey sharedKey={setup.data?.sharedKey} />
        </div>
      </div>
      <CodeField
        code={code}
        error={codeError}
        hint={t`The six digits that the app shows now`}
        onChange={(digits) => {
          setWrong(undefined);
          enable.reset();
          setCode(digits);
        }}
      />
      <PanelProblem error={enable.error} isShown={codeError !== undefined} />
      <PanelButtons onBack={onBack} onCancel={onCancel} isPending={enable.isPending} />
    </form>
  );
}

function SecretKey({ sharedKey }: { sharedKey: string | undefined }) {
  const { t } = useLingui();
  return (
    <div>
      <p className="text-sm text-muted">
        <Trans>No camera? Type this key instead:</Trans>
      </p>
      {sharedKey ? (
        <p className="flex items-start gap-1">
          <code className="font-mono text-sm wrap-anywhere">{sharedKey}</code>
          <CopyButton value={sharedKey.replace(/\s/g, '')} label={t`Copy the key`} />
        </p>
      ) : (
        <Skeleton className="mt-1 h-5 w-48" />
      )}
    </div>
  );
}

function SetupFailed({
  error,
  onRetry,
  onCancel,
}: {
  error: unknown;
  onRetry: () => void;
  onCancel: PanelProps['onCancel'];
}) {
  return (
    <div className="grid gap-5">
      <Alert tone={error instanceof ConfirmationCanceled ? 'info' : 'bad'}>
        {error instanceof ConfirmationCanceled ? (
          <Trans>Confirm that it is you to go on.</Trans>
        ) : (
          describeProblem(error)
        )}
      </Alert>
      <FlowButtons>
        {onCancel && (
          <Button onClick={onCancel}>
            <Trans>Cancel</Trans>
          </Button>
        )}
        <Button variant="primary" onClick={onRetry}>
          <Trans>Try again</Trans>
        </Button>
      </FlowButtons>
    </div>
  );
}

/**
 * A QR code, always dark on white, because cameras cannot read other colors.
 * @param label the content of the code, for screen readers
 */
function QrCode({ text, label }: { text: string; label: string }) {
  const { path, size } = useMemo(() => drawQrCode(text), [text]);
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="size-44 rounded-control border border-line"
    >
      <rect width={size} height={size} fill="white" />
      <path d={path} fill="black" />
    </svg>
  );
}

function drawQrCode(text: string): { path: string; size: number } {
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: 3 });
  const squares = rows.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return { path: squares.join(''), size: rows.length };
}
