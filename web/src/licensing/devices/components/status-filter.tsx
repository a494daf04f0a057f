import { useLingui } from '@lingui/react/macro';
import type { DeviceStatus } from '@portico/contract';
import { NativeSelect } from '../../../ui/native-select.tsx';
import { useDeviceStatusTexts } from './device-text.tsx';

interface StatusFilterProps {
  status: DeviceStatus | undefined;
  onChange: (status: DeviceStatus | undefined) => void;
}

/** Filters devices by status; by default, all except released ones are shown. */
export function StatusFilter({ status, onChange }: StatusFilterProps) {
  const { t } = useLingui();
  const texts = useDeviceStatusTexts();
  return (
    <NativeSelect
      aria-label={t`Status`}
      className="h-9 w-40 max-sm:min-w-40 max-sm:flex-1"
      value={String(status ?? '')}
      onChange={(value) => onChange(value === '' ? undefined : (Number(value) as DeviceStatus))}
      options={[
        { value: '', label: t`All statuses` },
        ...Object.entries(texts).map(([value, label]) => ({ value, label })),
      ]}
    />
  );
}
