import { Trans } from '@lingui/react/macro';
import type { AuditEvent, AuditUser, AuditValue } from '@portico/contract';
import type { ReactNode } from 'react';
import { useFormat } from '../../../lib/format.ts';
import { Alert } from '../../../ui/alert.tsx';

interface EventDetailsProps {
  id: string;
  event: AuditEvent;
  /** Links to the subject of an event; null if the subject has no page. */
  renderFact: (fact: AuditEvent['facts'][number]) => ReactNode;
  onPersonChosen: (userId: number) => void;
}

/** The changed values of an event, and its other facts. */
export function EventDetails({ id, event, renderFact, onPersonChosen }: EventDetailsProps) {
  const { date } = useFormat();
  const { user, realUser, actingReason, changes, facts, address, requestId } = event;
  const staff = realUser?.name ?? '';
  const customer = user?.name ?? '';
  return (
    <div id={id} className="grid gap-4 pt-1">
      {realUser && (
        <Alert tone="info">
          <Trans>
            {staff} acted as {customer}.
          </Trans>
          {actingReason && (
            <>
              {' '}
              <Trans>Reason: {actingReason}</Trans>
            </>
          )}
        </Alert>
      )}
      {changes.length > 0 && <Changes changes={changes} />}
      <dl className="grid gap-x-8 gap-y-3 sm:grid-cols-2 lg:grid-cols-4">
        <Fact label={<Trans>Time</Trans>}>{date(event.at, 'exact')}</Fact>
        {[user, realUser].map(
          (person, index) =>
            person && (
              <Fact key={person.id} label={index === 0 ? <Trans>Person</Trans> : <Trans>Really done by</Trans>}>
                <Person user={person} onChosen={onPersonChosen} />
              </Fact>
            ),
        )}
        {facts.map((fact) => (
          <Fact key={fact.name} label={fact.label}>
            {renderFact(fact) ?? <Value value={fact.text ?? fact.value} />}
          </Fact>
        ))}
        {address && (
          <Fact label={<Trans>IP address</Trans>}>
            <span className="wrap-anywhere">{address}</span>
          </Fact>
        )}
        {requestId && (
          <Fact label={<Trans>Request ID</Trans>}>
            <span className="text-sm break-all">{requestId}</span>
          </Fact>
        )}
      </dl>
    </div>
  );
}

function Fact({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-sm text-muted">{label}</dt>
      <dd className="mt-0.5">{children}</dd>
    </div>
  );
}

/** Filters by the user's events. */
function Person({ user: { id, name }, onChosen }: { user: AuditUser; onChosen: (id: number) => void }) {
  return (
    <button
      type="button"
      className="rounded text-left font-medium text-accent-text underline-offset-4 hover:underline"
      onClick={() => onChosen(id)}
    >
      {name}
    </button>
  );
}

function Changes({ changes }: Pick<AuditEvent, 'changes'>) {
  return (
    <div className="scroll-edges rounded-control border border-line bg-surface">
      <table className="w-full border-collapse text-left">
        <thead>
          <tr className="border-b border-line text-sm text-muted">
            <th scope="col" className="px-3 py-2 font-medium">
              <Trans>Field</Trans>
            </th>
            <th scope="col" className="px-3 py-2 font-medium">
              <Trans>Before</Trans>
            </th>
            <th scope="col" className="px-3 py-2 font-medium">
              <Trans>After</Trans>
            </th>
          </tr>
        </thead>
        <tbody>
          {changes.map(({ field, label, before, after }) => (
            <tr key={field} className="border-b border-line last:border-b-0">
              <th scope="row" className="px-3 py-2 align-top font-medium">
                {label}
              </th>
              <td className="px-3 py-2 align-top wrap-anywhere text-muted">
                <Value value={before} />
              </td>
              <td className="px-3 py-2 align-top wrap-anywhere">
                <Value value={after} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const isMoment = (text: string) => /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?Z$/.test(text);

/** A value in readable form: times in the user's time zone, yes and no as words. */
function Value({ value }: { value: AuditValue }) {
  const { date, number } = useFormat();
  if (typeof value === 'boolean') return value ? <Trans>Yes</Trans> : <Trans>No</Trans>;
  if (typeof value === 'number') return number(value);
  if (typeof value === 'string' && isMoment(value)) return date(value, 'exact');
  const text = Array.isArray(value) ? value.join(', ') : value;
  return text || '–';
}
