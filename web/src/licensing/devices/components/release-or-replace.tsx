import { Trans, useLingui } from '@lingui/react/macro';
import type { DeviceDetails, LicenseDetails, LicenseDevice } from '@portico/contract';
import { ArrowRightLeft, X } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { applyProblemToForm } from '../../../lib/form.ts';
import { ApiError } from '../../../lib/problem.ts';
import { useMedia } from '../../../lib/use-media.ts';
import { Button } from '../../../ui/button.tsx';
import { FormField } from '../../../ui/form-field.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { RefusalAlert } from '../../../ui/refusal-alert.tsx';
import { refusesRelease } from '../device-rules.ts';
import { useReleaseDevice, useReplaceDevice } from '../devices.api.ts';
import { ReleasesLeft } from './device-text.tsx';

export interface ReleaseOrReplaceProps {
  device: Pick<LicenseDevice, 'id' | 'name' | 'status' | 'releaseCounts'>;
  /** Undefined until known. */
  releases: LicenseDetails['releases'] | undefined;
  /** The waiting device that gets the freed seat. */
  nextName?: string | undefined;
  /** Whether the form is in its own card instead of a row. */
  isAlone?: boolean;
  onClose: () => void;
  /** Called with the device that took over the seat, or the released one. */
  onDone: (device: DeviceDetails) => void;
}

const narrow = '(width < 600px)';

/** Moves a device's seat to another device, or frees it, after explaining the effect. */
export function ReleaseOrReplace(props: ReleaseOrReplaceProps) {
  const { device, releases, isAlone = false, onClose } = props;
  const { t } = useLingui();
  const { name } = device;
  const isNarrow = useMedia(narrow);
  const [isReplacing, setIsReplacing] = useState(false);
  const panel = useRef<HTMLElement>(null);
  const limitId = useId();
  const isRefused = refusesRelease(device, releases) !== null;
  useEffect(() => {
    // Waits until the closing menu has restored the focus. Does nothing if the user is already typing.
    const timer = setTimeout(() => {
      const inside = panel.current;
      if (inside && !inside.contains(document.activeElement)) {
        inside.querySelector<HTMLElement>('input, [data-first]')?.focus();
      }
    }, 50);
    return () => clearTimeout(timer);
  }, []);
  const parts = { ...props, isRefused, limitId };
  return (
    <section
      ref={panel}
      aria-label={t`Release or replace ${name}`}
      className={
        isAlone
          ? 'relative'
          : 'relative rounded-control border border-line bg-surface whitespace-normal max-sm:border-0 max-sm:bg-transparent'
      }
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose();
      }}
    >
      {isNarrow && !isReplacing ? (
        <NarrowChoice {...parts} onReplace={() => setIsReplacing(true)} />
      ) : (
        <div className="grid grid-cols-1 lg:grid-cols-[minmax(0,1fr)_minmax(240px,300px)]">
          <ReplaceForm {...parts} />
          {!isNarrow && <ReleasePart {...parts} />}
        </div>
      )}
      <IconButton
        label={t`Close`}
        size="sm"
        className="absolute top-2 right-2 max-sm:-top-1 max-sm:right-0 max-sm:hidden"
        onClick={onClose}
      >
        <X aria-hidden="true" />
      </IconButton>
    </section>
  );
}

type PartProps = ReleaseOrReplaceProps & { isRefused: boolean; limitId: string };

/** On a phone, pressing Replace shows the fields. */
function NarrowChoice(props: PartProps & { onReplace: () => void }) {
  const { device, releases, isRefused, limitId, onReplace } = props;
  return (
    <div>
      <div className="flex gap-2">
        <Button data-first="" className="h-10 flex-1" locked={isRefused} aria-describedby={limitId} onClick={onReplace}>
          <ArrowRightLeft aria-hidden="true" />
          <Trans>Replace</Trans>
        </Button>
        <ReleaseButton {...props} className="h-10 flex-1" isShort />
      </div>
      <p className="mt-2 text-sm text-muted">
        <WhatHappens {...props} />
      </p>
      <p id={limitId} className="mt-1 text-sm text-muted">
        <ReleasesLeft releaseCounts={device.releaseCounts} releases={releases} />
      </p>
    </div>
  );
}

function ReplaceForm({ device, isAlone, isRefused, limitId, onClose, onDone }: PartProps) {
  const Heading = isAlone ? 'h2' : 'h3';
  const { t } = useLingui();
  const { id, name } = device;
  const replace = useReplaceDevice(id, name);
  const form = useForm({ defaultValues: { name: '', hardwareId: '' } });
  const labels = { name: t`Name of the new device`, hardwareId: t`Hardware ID` };
  const submit = form.handleSubmit(async (values) => {
    try {
      onDone(await replace.mutateAsync(values));
    } catch (error) {
      if (error instanceof ApiError && error.code === 'ValidationError') applyProblemToForm(error, form, labels);
    }
  });
  return (
    <form
      noValidate
      className="p-4 max-sm:p-0"
      onSubmit={(event) => {
        event.preventDefault();
        if (!replace.isPending && !isRefused) void submit(event);
      }}
    >
      <Heading className="font-medium">
        <Trans>Move this seat to another device</Trans>
      </Heading>
      <p className="mt-0.5 mb-3 text-sm text-muted">
        <Trans>{name} stops at its next check. Its history stays.</Trans>
      </p>
      <RefusalAlert error={replace.error} />
      <div className="mt-3 grid items-start gap-3 sm:grid-cols-2 lg:grid-cols-[minmax(0,1fr)_minmax(0,1.6fr)_auto]">
        <FormField form={form} labels={labels} name="name" required />
        <FormField
          form={form}
          labels={labels}
          name="hardwareId"
          required
          placeholder={t`Shown by the product under Help, About`}
        />
        <span className="flex gap-2 lg:pt-[26px]">
          <Button
            type="submit"
            className="max-sm:h-10 max-sm:flex-1"
            pending={replace.isPending}
            locked={isRefused}
            aria-describedby={limitId}
          >
            <ArrowRightLeft aria-hidden="true" />
            <Trans>Replace</Trans>
          </Button>
          <Button variant="quiet" className="h-10 flex-1 sm:hidden" onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
        </span>
      </div>
    </form>
  );
}

function ReleasePart(props: PartProps) {
  const { device, releases, isAlone, limitId } = props;
  const Heading = isAlone ? 'h2' : 'h3';
  return (
    <div className="border-line p-4 max-lg:border-t lg:border-l">
      <Heading className="pr-8 font-medium">
        <Trans>Or only free it</Trans>
      </Heading>
      <p className="mt-0.5 mb-3 text-sm text-muted">
        <WhatHappens {...props} />{' '}
        <span id={limitId}>
          <ReleasesLeft releaseCounts={device.releaseCounts} releases={releases} />
        </span>
      </p>
      <ReleaseButton {...props} />
    </div>
  );
}

/** The effect of a release on the list or on the seat. */
function WhatHappens({ device: { status, name }, nextName }: PartProps) {
  if (status === 1) return <Trans>{name} leaves the list. Its history stays.</Trans>;
  if (nextName) return <Trans>{nextName} gets the seat immediately.</Trans>;
  return <Trans>The seat is immediately free for another device.</Trans>;
}

function ReleaseButton({
  device,
  isRefused,
  limitId,
  onDone,
  className,
  isShort = false,
}: PartProps & { className?: string; isShort?: boolean }) {
  const release = useReleaseDevice(device.id);
  const { name } = device;
  return (
    <>
      <Button
        variant="dangerSecondary"
        className={className}
        pending={release.isPending}
        locked={isRefused}
        aria-describedby={limitId}
        onClick={() => release.mutate(undefined, { onSuccess: onDone })}
      >
        {isShort ? (
          <>
            <Trans>Release</Trans>
            <span className="sr-only">{name}</span>
          </>
        ) : (
          <span className="max-w-48 truncate">
            <Trans>Release {name}</Trans>
          </span>
        )}
      </Button>
      {release.error && (
        <div className="mt-3 max-sm:order-last max-sm:basis-full">
          <RefusalAlert error={release.error} />
        </div>
      )}
    </>
  );
}
