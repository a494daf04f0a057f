import { Trans, useLingui } from '@lingui/react/macro';
import type { FaultKind } from '@portico/contract';
import { type ReactNode, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import { NativeSelect } from '../../../ui/native-select.tsx';
import { TextInput } from '../../../ui/text-input.tsx';
import { useAddFault } from '../sandbox.api.ts';
import { isOfWebhooks, useFaultNames } from './fault-text.tsx';

const methods = ['GET', 'POST', 'DELETE'] as const;
type MethodChoice = (typeof methods)[number] | '';

/** Creates a fault with its kind, target and number of times. */
export function FaultForm() {
  const names = useFaultNames();
  const add = useAddFault();
  const [kind, setKind] = useState<FaultKind>('fail');
  const [method, setMethod] = useState<MethodChoice>('');
  const [prefix, setPrefix] = useState('');
  const [times, setTimes] = useState('1');
  const [status, setStatus] = useState('500');
  const [delay, setDelay] = useState('1000');
  const ofWebhooks = isOfWebhooks(kind);
  const isLate = kind === 'delay' || kind === 'webhook_delay';
  return (
    <form
      className="grid items-start gap-x-4 gap-y-3 px-4 py-3.5 sm:grid-cols-2 lg:grid-cols-6"
      onSubmit={(event) => {
        event.preventDefault();
        add.mutate({
          kind,
          prefix,
          times: Number(times),
          status: Number(status),
          delay: Number(delay),
          method: method && !ofWebhooks ? method : undefined,
        });
      }}
    >
      <Field label={<Trans>What goes wrong</Trans>} className="lg:col-span-2">
        {(control) => (
          <NativeSelect
            {...control}
            className="h-9"
            value={kind}
            options={Object.entries(names).map(([value, label]) => ({ value, label }))}
            onChange={(value) => setKind(value as FaultKind)}
          />
        )}
      </Field>
      {!ofWebhooks && <MethodField value={method} onChange={setMethod} />}
      <PrefixField ofWebhooks={ofWebhooks} value={prefix} onChange={setPrefix} />
      {kind === 'fail' && (
        <NumberField
          label={<Trans comment="HTTP status">Status</Trans>}
          value={status}
          onChange={setStatus}
          min={400}
          max={599}
        />
      )}
      {isLate && (
        <NumberField label={<Trans>Milliseconds</Trans>} value={delay} onChange={setDelay} min={0} max={60_000} />
      )}
      <NumberField label={<Trans>How often</Trans>} value={times} onChange={setTimes} min={1} max={1000} />
      <div className="sm:col-span-full">
        <Button type="submit" variant="primary" pending={add.isPending}>
          <Trans>Set fault</Trans>
        </Button>
      </div>
    </form>
  );
}

function MethodField({ value, onChange }: { value: MethodChoice; onChange: (value: MethodChoice) => void }) {
  const { t } = useLingui();
  return (
    <Field label={<Trans comment="Of an HTTP request">Method</Trans>}>
      {(control) => (
        <NativeSelect
          {...control}
          className="h-9"
          value={value}
          options={[{ value: '', label: t`Any` }, ...methods.map((name) => ({ value: name, label: name }))]}
          onChange={(chosen) => onChange(chosen as MethodChoice)}
        />
      )}
    </Field>
  );
}

interface PrefixFieldProps {
  ofWebhooks: boolean;
  value: string;
  onChange: (value: string) => void;
}

/** Limits a fault to types of events or to paths of calls. */
function PrefixField({ ofWebhooks, value, onChange }: PrefixFieldProps) {
  return (
    <Field
      label={ofWebhooks ? <Trans>Type begins with</Trans> : <Trans>Path begins with</Trans>}
      className={ofWebhooks ? 'lg:col-span-2' : undefined}
    >
      {(control) => (
        <TextInput
          {...control}
          value={value}
          maxLength={200}
          placeholder={ofWebhooks ? 'invoice.' : '/v1/subscriptions'}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}

interface NumberFieldProps {
  label: ReactNode;
  value: string;
  onChange: (value: string) => void;
  min: number;
  max: number;
}

/** A whole number within bounds that the browser enforces. */
function NumberField({ label, value, onChange, min, max }: NumberFieldProps) {
  return (
    <Field label={label}>
      {(control) => (
        <TextInput
          {...control}
          type="number"
          required
          min={min}
          max={max}
          step={1}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}
