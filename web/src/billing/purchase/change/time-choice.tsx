import { Trans, useLingui } from '@lingui/react/macro';
import type { ChangeTime } from '@portico/contract';
import { useFormat } from '../../../lib/format.ts';
import { RadioList } from '../../../ui/radio-list.tsx';

interface TimeChoiceProps {
  value: ChangeTime;
  /** The end of the paid period. */
  periodEnd: string;
  disabled: boolean;
  onChange: (value: ChangeTime) => void;
}

/** When a change that lowers the price takes effect (SCH-1, SCH-3). */
export function TimeChoice({ value, periodEnd, disabled, onChange }: TimeChoiceProps) {
  const { t } = useLingui();
  const { date } = useFormat();
  const day = date(periodEnd);
  return (
    <div className="border-t border-line p-4">
      <p aria-hidden="true" className="mb-2 font-medium">
        <Trans>When?</Trans>
      </p>
      <RadioList
        label={t`When the change takes effect`}
        value={value}
        disabled={disabled}
        onChange={(next) => onChange(next === 'now' ? 'now' : 'periodEnd')}
        options={[
          {
            value: 'periodEnd',
            label: t`At the end of the period, ${day}`,
            description: t`You keep what you have paid for until then, and can take the change back.`,
            end: null,
          },
          {
            value: 'now',
            label: t({ message: 'Now', context: 'when a change takes effect' }),
            description: t`What is paid and not used becomes credit for the next payments.`,
            end: null,
          },
        ]}
      />
    </div>
  );
}
