import { useLingui } from '@lingui/react/macro';
import type { Order } from '@portico/contract';
import { NativeSelect } from '../../../ui/native-select.tsx';
import { useOrderStatusWords } from './order-text.tsx';

interface StatusFilterProps {
  /** Undefined shows all. */
  status: Order['status'] | undefined;
  onChange: (status: Order['status'] | undefined) => void;
}

/** Filters a list of orders by status. */
export function StatusFilter({ status, onChange }: StatusFilterProps) {
  const { t } = useLingui();
  const words = useOrderStatusWords();
  const statuses = [0, 1, 2] as const;
  return (
    <NativeSelect
      aria-label={t`Status`}
      className="h-9 min-w-40"
      value={String(status ?? '')}
      onChange={(value) => onChange(statuses.find((known) => String(known) === value))}
      options={[
        { value: '', label: t`All statuses` },
        ...statuses.map((known) => ({ value: String(known), label: words[known] })),
      ]}
    />
  );
}
