import { Trans, useLingui } from '@lingui/react/macro';
import type { SecondFactorMethod } from '@portico/contract';
import { type ReactNode, useState } from 'react';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { RadioList } from '../../../ui/radio-list.tsx';
import { Stepper } from '../../../ui/stepper.tsx';
import { AuthenticatorPanel } from './authenticator-panel.tsx';
import { CodePanel } from './code-panel.tsx';
import { FlowButtons } from './flow-buttons.tsx';
import { useMethodWords } from './method-words.ts';
import { RecoveryCodes } from './recovery-codes.tsx';

export interface SetUpFlowProps {
  /** The methods that can be set up, in their order. */
  methods: readonly SecondFactorMethod[];
  /**
   * The method to start with; omitted if the user selects one. If given, the user cannot go back to the selection
   * (MFA-10).
   */
  start?: SecondFactorMethod | undefined;
  /** Whether the `start` method is an authenticator that is to be replaced. */
  isReset?: boolean;
  /** The user's known address and number, as defaults. */
  known: { readonly email: string; readonly phone: string };
  /** Shown below the selection: an alternative to a method. */
  instead?: ReactNode;
  /** Cancels without a change; omitted if the user cannot cancel. */
  onCancel?: (() => void) | undefined;
  /** Called when recovery codes are shown; they are shown only once. */
  onCodes?: () => void;
  /** Called when a method is enabled and its recovery codes were seen. */
  onDone: () => void;
}

/** Sets up a method in two steps: selection and activation. Recovery codes of the first method are shown last. */
export function SetUpFlow({
  methods,
  start,
  isReset = false,
  known,
  instead,
  onCancel,
  onCodes,
  onDone,
}: SetUpFlowProps) {
  const [method, setMethod] = useState<SecondFactorMethod | undefined>(start);
  const [isActivating, setIsActivating] = useState(start !== undefined);
  const [codes, setCodes] = useState<readonly string[]>();
  const finish = (recoveryCodes: readonly string[] | null) => {
    if (!recoveryCodes) return onDone();
    setCodes(recoveryCodes);
    onCodes?.();
  };

  if (codes) return <FirstRecoveryCodes codes={codes} onDone={onDone} />;
  if (!isActivating || !method)
    return (
      <div className="grid gap-5">
        <Selection
          methods={methods}
          method={method}
          onSelect={setMethod}
          onCancel={onCancel}
          onNext={() => setIsActivating(true)}
        />
        {instead}
      </div>
    );
  const back = start ? undefined : () => setIsActivating(false);
  const panel = { onBack: back, onCancel, onEnabled: finish };
  return (
    // After the selection the focused button no longer exists, so the focus moves here.
    <div className="grid gap-5 outline-none" {...(!start && { ref: takeFocus, tabIndex: -1 })}>
      {!start && <Steps current="activation" />}
      {method === 'Authenticator' ? (
        <AuthenticatorPanel {...panel} isReset={isReset} />
      ) : (
        <CodePanel key={method} {...panel} method={method} known={method === 'Email' ? known.email : known.phone} />
      )}
    </div>
  );
}

function takeFocus(element: HTMLElement | null): void {
  element?.focus();
}

function Steps({ current }: { current: 'selection' | 'activation' }) {
  const { t } = useLingui();
  const steps = [
    { id: 'selection', title: <Trans>Selection</Trans> },
    { id: 'activation', title: <Trans>Activation</Trans> },
  ];
  return <Stepper label={t`Steps`} steps={steps} current={current} />;
}

interface SelectionProps {
  methods: readonly SecondFactorMethod[];
  method: SecondFactorMethod | undefined;
  onSelect: (method: SecondFactorMethod) => void;
  onCancel: (() => void) | undefined;
  onNext: () => void;
}

function Selection({ methods, method, onSelect, onCancel, onNext }: SelectionProps) {
  const { t } = useLingui();
  const words = useMethodWords();
  const [isMissing, setIsMissing] = useState(false);
  return (
    <form
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        if (method) onNext();
        else setIsMissing(true);
      }}
    >
      <Steps current="selection" />
      <RadioList
        label={t`How do you want to confirm that it is you?`}
        value={method ?? null}
        onChange={onSelect}
        options={methods.map((name) => ({ value: name, label: words[name].name, description: words[name].about }))}
      />
      {isMissing && !method && (
        <Alert tone="bad">
          <Trans>No selected provider</Trans>
        </Alert>
      )}
      <FlowButtons>
        {onCancel && (
          <Button onClick={onCancel}>
            <Trans>Cancel</Trans>
          </Button>
        )}
        <Button type="submit" variant="primary">
          <Trans>Next</Trans>
        </Button>
      </FlowButtons>
    </form>
  );
}

function FirstRecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  return (
    <div className="grid gap-5">
      <Alert tone="ok">
        <Trans>It works. One more thing: store these recovery codes in case you cannot use your method one day.</Trans>
      </Alert>
      <RecoveryCodes codes={codes} />
      <FlowButtons>
        <Button variant="primary" onClick={onDone}>
          <Trans>I have saved them</Trans>
        </Button>
      </FlowButtons>
    </div>
  );
}
