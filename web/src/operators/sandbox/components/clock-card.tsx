import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { SandboxClock } from '@portico/contract';
import { useId, useState } from 'react';
import { useFormat } from '../../../lib/format.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Field } from '../../../ui/field.tsx';
import { ProgressMeter } from '../../../ui/progress-meter.tsx';
import { TextInput } from '../../../ui/text-input.tsx';
import { type Advance, useAdvanceClock, useSetClockRunning } from '../sandbox.api.ts';
import { EventStream } from './event-stream.tsx';
import { ObjectLink } from './object-link.tsx';

/** A test clock: its customer, its time, what comes next, and the events while it advances. */
export function ClockCard({ clock }: { clock: SandboxClock }) {
  const { date } = useFormat();
  const advance = useAdvanceClock();
  const setRunning = useSetClockRunning();
  const [watched, setWatched] = useState<{ since: string | undefined } | null>(null);
  const titleId = useId();
  // Two customers may have the same name, so the region's name includes the clock.
  const clockId = useId();
  const isAdvancing = clock.status === 'advancing';
  const time = date(clock.time, 'dateTime');
  return (
    <Card className="overflow-hidden">
      <section aria-labelledby={`${titleId} ${clockId}`}>
        <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 px-4 pt-3.5 pb-3">
          <div className="min-w-0">
            <h2 id={titleId} className="text-lg font-semibold tracking-tight">
              <ClockName clock={clock} />
            </h2>
            <p className="mt-0.5 flex flex-wrap items-center gap-x-2 gap-y-1 text-muted">
              <span id={clockId}>
                <ObjectLink id={clock.id} />
              </span>
              <ClockState clock={clock} />
            </p>
          </div>
          <p className="text-right max-sm:text-left">
            <span className="block text-sm text-muted">
              <Trans comment="Of a clock">Its time</Trans>
            </span>
            <span className="text-lg font-semibold tabular-nums">{time}</span>
          </p>
        </div>
        {isAdvancing && <Progress clock={clock} />}
        {clock.failure && (
          <Alert tone="bad" className="mx-4 mb-3">
            <Trans>The clock stopped before something that failed:</Trans> <span>{clock.failure}</span>
          </Alert>
        )}
        <ClockFacts clock={clock} />
        <Controls
          clock={clock}
          isBusy={isAdvancing || advance.isPending}
          onAdvance={(by) => advance.mutate({ id: clock.id, by, onStart: (since) => setWatched({ since }) })}
          isSwitching={setRunning.isPending}
          onSwitch={() => setRunning.mutate({ id: clock.id, isRunning: !clock.isRunning })}
        />
        {watched && <EventStream since={watched.since} isWorking={isAdvancing} />}
      </section>
    </Card>
  );
}

function ClockName({ clock: { name, customers, id } }: { clock: SandboxClock }) {
  if (name) return name;
  const customer = customers[0]?.label ?? customers[0]?.id;
  return customer ? <Trans>Clock of {customer}</Trans> : <Trans>Clock {id}</Trans>;
}

function ClockState({ clock }: { clock: SandboxClock }) {
  if (clock.status === 'advancing') {
    return (
      <Badge tone="accent">
        <Trans comment="A clock">Advancing</Trans>
      </Badge>
    );
  }
  if (clock.status === 'internal_failure') {
    return (
      <Badge tone="bad">
        <Trans comment="A clock">Failed</Trans>
      </Badge>
    );
  }
  return clock.isRunning ? (
    <Badge tone="ok">
      <Trans comment="A clock">Running</Trans>
    </Badge>
  ) : (
    <Badge tone="neutral">
      <Trans comment="A clock">Stopped</Trans>
    </Badge>
  );
}

function ClockFacts({ clock }: { clock: SandboxClock }) {
  return (
    <dl className="grid gap-x-8 gap-y-2 border-t border-line px-4 py-3 sm:grid-cols-2">
      <div>
        <dt className="text-sm text-muted">
          <Trans>Customers</Trans>
        </dt>
        <dd>
          <Customers clock={clock} />
        </dd>
      </div>
      <div>
        <dt className="text-sm text-muted">
          <Trans>Comes next</Trans>
        </dt>
        <dd>
          <NextDue clock={clock} />
        </dd>
      </div>
    </dl>
  );
}

function Customers({ clock: { customers, customersTotal } }: { clock: SandboxClock }) {
  const more = customersTotal - customers.length;
  if (customersTotal === 0) return <Trans>None</Trans>;
  return (
    <ul className="flex flex-col gap-0.5">
      {customers.map(({ id, label }) => (
        <li key={id}>
          {label} <ObjectLink id={id} />
        </li>
      ))}
      {more > 0 && (
        <li className="text-muted">
          <Plural value={more} one="and # other" other="and # others" />
        </li>
      )}
    </ul>
  );
}

function NextDue({ clock: { nextDue } }: { clock: SandboxClock }) {
  const { date } = useFormat();
  if (!nextDue) return <Trans>Nothing</Trans>;
  return (
    <>
      <span className="whitespace-nowrap tabular-nums">{date(nextDue.at, 'dateTime')}</span>{' '}
      <ObjectLink id={nextDue.id} />
    </>
  );
}

/** Progress of an advance, by the clock's time. */
function Progress({ clock: { from, target, time, workDone } }: { clock: SandboxClock }) {
  const { t } = useLingui();
  const { date } = useFormat();
  const [begin, end, now] = [from ?? time, target ?? time, time].map((moment) => Date.parse(moment)) as [
    number,
    number,
    number,
  ];
  const percent = end > begin ? Math.round((100 * (now - begin)) / (end - begin)) : 0;
  const goal = target && date(target, 'dateTime');
  return (
    <div className="px-4 pb-3.5">
      <ProgressMeter label={t`Advancing`} value={percent} />
      <p className="mt-1.5 flex flex-wrap justify-between gap-x-4 text-sm text-muted tabular-nums">
        <span>
          <Trans>On the way to {goal}</Trans>
        </span>
        <span>
          <Plural value={workDone} _0="Nothing done yet" one="# thing done" other="# things done" />
        </span>
      </p>
    </div>
  );
}

interface ControlsProps {
  clock: SandboxClock;
  isBusy: boolean;
  onAdvance: (by: Advance) => void;
  isSwitching: boolean;
  onSwitch: () => void;
}

function Controls({ clock, isBusy, onAdvance, isSwitching, onSwitch }: ControlsProps) {
  const [day, setDay] = useState('');
  // The day after the clock's current day, in the user's time zone.
  const tomorrow = new Date(Date.parse(clock.time) + 86_400_000);
  const least = [tomorrow.getFullYear(), tomorrow.getMonth() + 1, tomorrow.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-');
  return (
    <div className="flex flex-wrap items-end gap-x-2 gap-y-3 border-t border-line bg-canvas px-4 py-3">
      <Button disabled={isBusy} onClick={() => onAdvance({ days: 1 })}>
        <Trans>Advance a day</Trans>
      </Button>
      <Button disabled={isBusy} onClick={() => onAdvance({ months: 1 })}>
        <Trans>Advance a month</Trans>
      </Button>
      <form
        className="flex flex-wrap items-end gap-2 sm:ml-2"
        onSubmit={(event) => {
          event.preventDefault();
          if (day && !isBusy) onAdvance({ to: new Date(`${day}T12:00`).toISOString() });
        }}
      >
        <Field label={<Trans>Advance to</Trans>} hideLabel>
          {(control) => (
            <TextInput
              {...control}
              type="date"
              required
              min={least}
              value={day}
              onChange={(event) => setDay(event.target.value)}
              className="w-40"
            />
          )}
        </Field>
        <Button type="submit" disabled={isBusy}>
          <Trans>Advance to this day</Trans>
        </Button>
      </form>
      <Button variant="quiet" className="sm:ml-auto" disabled={isBusy} pending={isSwitching} onClick={onSwitch}>
        {clock.isRunning ? <Trans comment="A clock">Stop</Trans> : <Trans comment="A clock">Let it run</Trans>}
      </Button>
    </div>
  );
}
