import { Trans, useLingui } from '@lingui/react/macro';
import type { DeviceDetails as Device, LicenseDetails } from '@portico/contract';
import { ArrowRightLeft, Ban, ChevronLeft, CircleCheck, Pencil } from 'lucide-react';
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { lazyPart } from '../../../lib/lazy.tsx';
import { useNamePage } from '../../../lib/page-subject.ts';
import { can } from '../../../lib/permissions.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card, CardHeader } from '../../../ui/card.tsx';
import { TextLink } from '../../../ui/link.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { PartBoundary } from '../../../ui/part-boundary.tsx';
import { QueryView } from '../../../ui/query-view.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { isReleased } from '../device-rules.ts';
import { useDevice } from '../devices.api.ts';
import { DeviceFacts, Fingerprints } from './device-facts.tsx';
import type { DeviceSearch } from './device-table.tsx';
import { DeviceStatusTag } from './device-text.tsx';

const EditDeviceDialog = lazyPart(() => import('./edit-device-dialog.tsx').then((module) => module.EditDeviceDialog));
const BlockDialog = lazyPart(() => import('./block-dialog.tsx').then((module) => module.BlockDialog));
const ReleaseOrReplace = lazyPart(() => import('./release-or-replace.tsx').then((module) => module.ReleaseOrReplace));
const DeviceHistory = lazyPart(() => import('./device-history.tsx').then((module) => module.DeviceHistory));

interface DeviceDetailsProps {
  /** NaN if the page's address has no id. */
  id: number;
  /** The title until the device's name is known. */
  title: string;
  /** The search of the list that the user came from. */
  listSearch: Partial<DeviceSearch>;
  /** The releases of the device's license; undefined until known. */
  releases: LicenseDetails['releases'] | undefined;
  /** Called with the device's license once it is known. */
  onLicenseKnown: (licenseId: number) => void;
  /** Called with the device that took over the seat. */
  onReplaced: (device: Device) => void;
}

/** One device: facts, actions, and history. */
export function DeviceDetails({ id, title, listSearch, releases, onLicenseKnown, onReplaced }: DeviceDetailsProps) {
  const query = useDevice(id);
  const device = query.data;
  const licenseId = device?.licenseId;
  useEffect(() => {
    if (licenseId !== undefined) onLicenseKnown(licenseId);
  }, [licenseId, onLicenseKnown]);
  return (
    <>
      <TextLink
        to="/Billing/HardwareIDs"
        search={listSearch}
        className="mb-2 inline-flex items-center gap-1 text-muted"
      >
        <ChevronLeft aria-hidden="true" />
        <Trans>Hardware IDs</Trans>
      </TextLink>
      <QueryView query={query} missing={<Trans>This device was not found</Trans>}>
        {() => null}
      </QueryView>
      {device ? (
        <Found device={device} releases={releases} onReplaced={onReplaced} />
      ) : (
        <h1 tabIndex={-1} className="sr-only">
          {title}
        </h1>
      )}
    </>
  );
}

interface FoundProps {
  device: Device;
  releases: LicenseDetails['releases'] | undefined;
  onReplaced: (device: Device) => void;
}

function Found({ device, releases, onReplaced }: FoundProps) {
  const [isReleasing, setIsReleasing] = useState(false);
  const toggle = useRef<HTMLButtonElement>(null);
  const { id, name } = device;
  useNamePage(name);
  const close = () => {
    setIsReleasing(false);
    toggle.current?.focus();
  };
  return (
    <>
      <PageHeader
        title={<bdi className="wrap-anywhere">{name}</bdi>}
        tags={<DeviceStatusTag status={device.status} />}
        description={device.productName}
        actions={
          <DeviceButtons
            device={device}
            toggleRef={toggle}
            isReleasing={isReleasing}
            onToggle={() => setIsReleasing(!isReleasing)}
          />
        }
      />
      <div className="flex flex-col gap-4 sm:gap-5">
        {isReleasing && (
          <Card className="p-4 sm:p-2">
            <PartBoundary onFailure={() => setIsReleasing(false)} fallback={<Skeleton className="h-40" />}>
              <ReleaseOrReplace
                device={device}
                releases={releases}
                isAlone
                onClose={close}
                onDone={(done) => {
                  setIsReleasing(false);
                  if (done.id !== id) onReplaced(done);
                }}
              />
            </PartBoundary>
          </Card>
        )}
        <StatusNotice device={device} />
        <Card>
          <DeviceFacts device={device} />
        </Card>
        <div className="grid grid-cols-1 items-start gap-4 sm:gap-5 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
          <Card>
            <CardHeader className="px-4 pb-1 sm:px-6" title={<Trans>History</Trans>} />
            <div className="px-4 pb-4 sm:px-6">
              <PartBoundary onFailure={() => {}} fallback={<Skeleton className="h-40" />}>
                <DeviceHistory source={{ deviceId: id }} />
              </PartBoundary>
            </div>
          </Card>
          <Fingerprints fingerprints={device.fingerprints} />
        </div>
      </div>
    </>
  );
}

interface DeviceButtonsProps {
  device: Device;
  toggleRef: RefObject<HTMLButtonElement | null>;
  isReleasing: boolean;
  onToggle: () => void;
}

/** The device's actions that the user may do. */
function DeviceButtons({ device, toggleRef, isReleasing, onToggle }: DeviceButtonsProps) {
  const [dialog, setDialog] = useState<{ kind: 'edit' | 'block'; isOpen: boolean; status: Device['status'] } | null>(
    null,
  );
  const { status } = device;
  if (isReleased(status)) return null;
  const isBlocked = status === 2;
  const open = (kind: 'edit' | 'block') => setDialog({ kind, isOpen: true, status });
  const isChangeable = status !== 4;
  const opened = dialog && {
    open: dialog.isOpen,
    onOpenChange: (isOpen: boolean) => setDialog({ ...dialog, isOpen }),
  };
  return (
    <>
      {can('devices.manage') && (
        <Button {...EditDeviceDialog.warmUp} aria-haspopup="dialog" onClick={() => open('edit')}>
          <Pencil aria-hidden="true" />
          <Trans>Edit</Trans>
        </Button>
      )}
      {isChangeable && can('devices.block') && (
        <Button {...BlockDialog.warmUp} aria-haspopup="dialog" onClick={() => open('block')}>
          {isBlocked ? <CircleCheck aria-hidden="true" /> : <Ban aria-hidden="true" />}
          {isBlocked ? <Trans>Unblock</Trans> : <Trans>Block</Trans>}
        </Button>
      )}
      {isChangeable && can('devices.manage') && (
        <Button
          {...ReleaseOrReplace.warmUp}
          ref={toggleRef}
          variant={isReleasing ? 'accent' : 'primary'}
          aria-expanded={isReleasing}
          onClick={onToggle}
        >
          <ArrowRightLeft aria-hidden="true" />
          <Trans>Release or replace</Trans>
        </Button>
      )}
      <PartBoundary onFailure={() => setDialog(null)}>
        {opened && dialog.kind === 'edit' && <EditDeviceDialog device={device} {...opened} />}
        {opened && dialog.kind === 'block' && (
          <BlockDialog key={dialog.status} device={{ ...device, status: dialog.status }} {...opened} />
        )}
      </PartBoundary>
    </>
  );
}

/** The device's problem, in a sentence. */
function StatusNotice({ device: { status, blockReason } }: { device: Device }): ReactNode {
  const { t } = useLingui();
  switch (status) {
    case 1:
      return (
        <Alert tone="warning">
          <span className="text-ink">{t`This device has no seat. It gets a seat automatically as soon as one is free.`}</span>
        </Alert>
      );
    case 2:
      return (
        <Alert tone="warning">
          <span className="text-ink wrap-anywhere">
            {blockReason ? (
              <Trans>This device is blocked: {blockReason}</Trans>
            ) : (
              <Trans>This device is blocked.</Trans>
            )}
          </span>
        </Alert>
      );
    case 4:
      return (
        <Alert tone="info">
          <span className="text-ink">{t`The license of this device was canceled. The device comes back with it.`}</span>
        </Alert>
      );
    default:
      return null;
  }
}
