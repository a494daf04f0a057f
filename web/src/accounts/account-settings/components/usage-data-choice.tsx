import { useLingui } from '@lingui/react/macro';
import { RadioList } from '../../../ui/radio-list.tsx';

type Policy = '0' | '1' | '2' | '3';

interface UsageDataChoiceProps {
  label: string;
  value: Policy;
  onChange: (value: Policy) => void;
  disabled: boolean;
}

/** The usage data that the vendor's products may share (SET-4). */
export function UsageDataChoice({ label, value, onChange, disabled }: UsageDataChoiceProps) {
  const { t } = useLingui();
  const options: { value: Policy; label: string; description: string }[] = [
    {
      value: '0',
      label: t`Everything`,
      description: t`What is used and how often, with the names of users and devices`,
    },
    { value: '1', label: t`Without names`, description: t`What is used and how often, without names` },
    { value: '2', label: t`Counts only`, description: t`How many devices use which version` },
    { value: '3', label: t`Nothing`, description: t`No usage data is shared` },
  ];
  return (
    <div className="grid gap-1.5">
      <span className="font-medium">{label}</span>
      <RadioList label={label} value={value} onChange={onChange} options={options} disabled={disabled} />
      <p className="text-xs text-muted">{t`What the vendor’s products may share of how you use them. The portal itself shares nothing.`}</p>
    </div>
  );
}
