import { useNavigate, useParams, useRouterState } from '@tanstack/react-router';
import { useState } from 'react';
import { usePageTitle } from '../../lib/use-page-title.ts';
import { DeviceDetails } from '../devices/components/device-details.tsx';
import { useLicense } from '../licenses/licenses.api.ts';

const from = '/Billing/HardwareID/$id';

/** One device. The way back leads to the list as it was filtered. */
export function DevicePage() {
  const title = usePageTitle();
  const { id } = useParams({ from });
  const navigate = useNavigate({ from });
  const deviceSearch = useRouterState({ select: ({ location }) => location.state.deviceSearch });
  const [licenseId, setLicenseId] = useState<number>();
  const { data: license } = useLicense(licenseId ?? 0);
  return (
    <DeviceDetails
      key={id}
      id={Number(id)}
      title={title}
      listSearch={deviceSearch ?? {}}
      onLicenseKnown={setLicenseId}
      releases={license?.releases}
      onReplaced={(device) =>
        void navigate({ to: from, params: { id: String(device.id) }, state: { deviceSearch }, replace: true })
      }
    />
  );
}
