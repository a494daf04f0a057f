import { Trans } from '@lingui/react/macro';
import type { SecondFactorMethod, SecondFactorSettings as Settings } from '@portico/contract';
import { type ReactNode, useState } from 'react';
import { ConfirmationCanceled } from '../../../lib/confirmation.ts';
import { lazyPart } from '../../../lib/lazy.tsx';
import { can } from '../../../lib/permissions.ts';
import { reportProblem } from '../../../lib/report-problem.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { PartBoundary } from '../../../ui/part-boundary.tsx';
import { useDisableSecondFactor, useMakeRecoveryCodes, useRemoveMethod } from '../second-factor.api.ts';
import { useMethodWords } from './method-words.ts';
import { MethodsCard } from './methods-card.tsx';
import { RecoveryCodesCard } from './recovery-codes-card.tsx';
import { RememberedBrowsersCard } from './remembered-browsers-card.tsx';
import { StatusCard } from './status-card.tsx';

const SetUpDialog = lazyPart(() => import('./set-up-dialog.tsx').then((module) => module.SetUpDialog));
const RecoveryCodesDialog = lazyPart(() =>
  import('./recovery-codes-dialog.tsx').then((module) => module.RecoveryCodesDialog),
);

interface SecondFactorSettingsProps {
  settings: Settings;
  /** The user's known address and number, as defaults. */
  known: { readonly email: string; readonly phone: string };
  hasPasskeys: boolean;
  /** Shown below the methods: passkeys. */
  below: ReactNode;
  /** Shown at the end of the side column: the password. */
  aside: ReactNode;
}

interface Setup {
  readonly method: SecondFactorMethod | undefined;
  readonly isReset: boolean;
  /** Changes with each opening, so that the dialog starts a new flow. */
  readonly number: number;
}

/** All settings of the second factor: status, methods, recovery codes and remembered browsers. */
export function SecondFactorSettings({ settings, known, hasPasskeys, below, aside }: SecondFactorSettingsProps) {
  const [setup, setSetup] = useState<Setup>();
  const [isSettingUp, setIsSettingUp] = useState(false);
  const [question, setQuestion] = useState<SecondFactorMethod | 'all'>();
  const { make, codes, isShown, setIsShown } = useNewCodes();
  const mayChange = can('profile.manage');
  const open = (method: SecondFactorMethod | undefined, isReset = false) => {
    setSetup((before) => ({ method, isReset, number: (before?.number ?? 0) + 1 }));
    setIsSettingUp(true);
  };
  const free = settings.providers.filter(({ enabled }) => !enabled).map(({ name }) => name);
  return (
    <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
      <div className="grid gap-5">
        <StatusCard
          settings={settings}
          mayChange={mayChange}
          onTurnOn={() => open(undefined)}
          onTurnOff={() => setQuestion('all')}
        />
        <MethodsCard
          providers={settings.providers}
          mayChange={mayChange}
          onSetUp={(method) => open(method)}
          onReset={() => open('Authenticator', true)}
          onRemove={setQuestion}
        />
        {below}
      </div>
      <div className="grid gap-5">
        <RecoveryCodesCard
          settings={settings}
          onMake={make.start}
          isPending={make.isPending}
          mayChange={mayChange}
          hasPasskeys={hasPasskeys}
        />
        <RememberedBrowsersCard settings={settings} mayChange={mayChange} />
        {aside}
      </div>
      <RemovalQuestion subject={question} onClose={() => setQuestion(undefined)} />
      <PartBoundary onFailure={() => setSetup(undefined)}>
        {setup && (
          <SetUpDialog
            key={setup.number}
            open={isSettingUp}
            onOpenChange={setIsSettingUp}
            methods={free}
            start={setup.method}
            isReset={setup.isReset}
            known={known}
          />
        )}
      </PartBoundary>
      <PartBoundary onFailure={() => setIsShown(false)}>
        {codes && <RecoveryCodesDialog codes={codes} open={isShown} onOpenChange={setIsShown} />}
      </PartBoundary>
    </div>
  );
}

function useNewCodes() {
  const mutation = useMakeRecoveryCodes();
  const [codes, setCodes] = useState<readonly string[]>();
  const [isShown, setIsShown] = useState(false);
  const start = () =>
    mutation.mutate(undefined, {
      onSuccess: (made) => {
        setCodes(made);
        setIsShown(true);
      },
      onError: (error) => {
        reportProblem(error);
      },
    });
  return { make: { start, isPending: mutation.isPending }, codes, isShown, setIsShown };
}

/** Asks before one or all methods are removed. */
function RemovalQuestion({
  subject,
  onClose,
}: {
  subject: SecondFactorMethod | 'all' | undefined;
  onClose: () => void;
}) {
  const words = useMethodWords();
  const remove = useRemoveMethod();
  const disable = useDisableSecondFactor();
  const mutation = subject === 'all' ? disable : remove;
  const close = () => {
    remove.reset();
    disable.reset();
    onClose();
  };
  // The server may require a confirmation. Its dialog opens over this one; canceling it is not an error of this one.
  const error = mutation.error instanceof ConfirmationCanceled ? null : mutation.error;
  const name = subject === undefined || subject === 'all' ? '' : words[subject].name;
  return (
    <ConfirmDialog
      open={subject !== undefined}
      onOpenChange={(open) => !open && close()}
      title={subject === 'all' ? <Trans>Turn multi-factor authentication off?</Trans> : <Trans>Remove {name}?</Trans>}
      description={
        subject === 'all' ? (
          <Trans>
            All methods, recovery codes and remembered browsers are removed. Your password alone opens your account
            then.
          </Trans>
        ) : (
          <Trans>You will no longer be able to confirm with it.</Trans>
        )
      }
      confirmLabel={subject === 'all' ? <Trans>Turn off</Trans> : <Trans>Remove</Trans>}
      isPending={mutation.isPending}
      error={error}
      onConfirm={() => {
        if (subject === 'all') disable.mutate(undefined, { onSuccess: close });
        else if (subject) remove.mutate(subject, { onSuccess: close });
      }}
    />
  );
}
