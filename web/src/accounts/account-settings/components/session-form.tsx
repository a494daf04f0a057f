import { plural, t } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { type FormEvent, useId, useState } from 'react';
import { cn } from '../../../lib/cn.ts';
import { fieldErrors } from '../../../lib/form.ts';
import { notify } from '../../../lib/notify.tsx';
import { can } from '../../../lib/permissions.ts';
import { ApiError } from '../../../lib/problem.ts';
import { reportProblem } from '../../../lib/report-problem.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card, CardHeader } from '../../../ui/card.tsx';
import { Field, FieldError } from '../../../ui/field.tsx';
import { NativeSelect } from '../../../ui/native-select.tsx';
import { useSaveSessionLifetime } from '../account-settings.api.ts';
import { type Lifetime, lifetimeMinutes, maxHours, nearestLifetime, toLifetime, toSeconds } from '../model/lifetime.ts';

const hourOptions = Array.from({ length: maxHours + 1 }, (_, hour) => ({ value: String(hour), label: String(hour) }));
const minuteOptions = lifetimeMinutes.map((minute) => ({ value: String(minute), label: String(minute) }));

/** The inactivity in seconds above which the form warns: a working day. */
const longSeconds = 8 * 60 * 60;

/**
 * The time after which an unused session ends.
 * @param seconds the saved value
 */
export function SessionForm({ seconds }: { seconds: number }) {
  const { t } = useLingui();
  const save = useSaveSessionLifetime();
  const [chosen, setChosen] = useState<Lifetime | null>(null);
  const [error, setError] = useState<string>();
  const lifetime = chosen ?? toLifetime(seconds);
  const readOnly = !can('accountSettings.manageSecurity');
  const choose = (part: Partial<Lifetime>) => {
    setChosen({ ...lifetime, ...part });
    setError(undefined);
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (toSeconds(lifetime) === 0) return setError(t`Choose a time: hours and minutes cannot both be 0`);
    try {
      const { expirationTimeInSeconds } = await save.mutateAsync(toSeconds(lifetime));
      setChosen(null);
      notify.success(savedText(lifetime, toLifetime(expirationTimeInSeconds)));
    } catch (failure) {
      const labels = { expirationTimeInSeconds: t`Session inactivity` };
      const message =
        failure instanceof ApiError && fieldErrors(failure.problem, labels).fields.expirationTimeInSeconds;
      if (message) setError(message);
      else reportProblem(failure);
    }
  };
  return (
    <Card>
      <CardHeader
        title={<Trans>Session inactivity</Trans>}
        description={<Trans>A session ends if it is not used for this long. This also applies to open sessions.</Trans>}
        className="sm:px-6"
      />
      <form noValidate className="border-t border-line" onSubmit={(event) => void submit(event)}>
        <fieldset className="px-5 py-4 sm:px-6">
          <legend className="sr-only">
            <Trans>Session inactivity</Trans>
          </legend>
          <LifetimeFields {...{ lifetime, choose, error, readOnly }} />
          <p className={cn('mt-2 text-sm', isAllowed(lifetime) ? 'text-muted' : 'text-warning')} aria-live="polite">
            {isAllowed(lifetime) ? t`From 30 minutes to 24 hours` : savedText(lifetime, nearestLifetime(lifetime))}
          </p>
          {toSeconds(lifetime) > longSeconds && <LongSessionWarning />}
        </fieldset>
        {!readOnly && (
          <div className="flex justify-end border-t border-line px-5 py-3 sm:px-6">
            <Button type="submit" pending={save.isPending} disabled={toSeconds(lifetime) === seconds}>
              <Trans>Save session inactivity</Trans>
            </Button>
          </div>
        )}
      </form>
    </Card>
  );
}

interface LifetimeFieldsProps {
  lifetime: Lifetime;
  choose: (part: Partial<Lifetime>) => void;
  error: string | undefined;
  readOnly: boolean;
}

function LifetimeFields({ lifetime, choose, error, readOnly }: LifetimeFieldsProps) {
  const { t } = useLingui();
  const field = { disabled: readOnly, className: 'h-9 w-24' };
  const errorId = useId();
  const invalid = error ? { 'aria-invalid': true as const, 'aria-describedby': errorId } : {};
  return (
    <div className="flex flex-wrap items-start gap-4">
      <Field label={t`Hours`}>
        {(control) => (
          <NativeSelect
            {...control}
            {...field}
            {...invalid}
            value={String(lifetime.hours)}
            onChange={(hours) => choose({ hours: Number(hours) })}
            options={hourOptions}
          />
        )}
      </Field>
      <Field label={t`Minutes`}>
        {(control) => (
          <NativeSelect
            {...control}
            {...field}
            {...invalid}
            value={String(lifetime.minutes)}
            onChange={(minutes) => choose({ minutes: Number(minutes) })}
            options={minuteOptions}
          />
        )}
      </Field>
      {error && (
        <div className="-mt-2.5 w-full">
          <FieldError id={errorId}>{error}</FieldError>
        </div>
      )}
    </div>
  );
}

/** Warns of the risk of a session that outlasts a working day. */
function LongSessionWarning() {
  return (
    <Alert tone="warning" className="mt-3">
      <Trans>
        With more than 8 hours, a session is still open the next day, for anybody who finds the computer unlocked.
        Choose less if your users share computers or take them along.
      </Trans>
    </Alert>
  );
}

/** Whether a lifetime is within its bounds. The form rejects 0 with a message of its own. */
const isAllowed = (lifetime: Lifetime) =>
  toSeconds(lifetime) === 0 || toSeconds(nearestLifetime(lifetime)) === toSeconds(lifetime);

/** Says which lifetime is saved if the chosen one is out of bounds. */
function savedText(chosen: Lifetime, saved: Lifetime): string {
  if (toSeconds(chosen) === toSeconds(saved)) return t`Settings saved`;
  return saved.hours > 0
    ? plural(saved.hours, { one: 'Saved as # hour, the longest time', other: 'Saved as # hours, the longest time' })
    : plural(saved.minutes, {
        one: 'Saved as # minute, the shortest time',
        other: 'Saved as # minutes, the shortest time',
      });
}
