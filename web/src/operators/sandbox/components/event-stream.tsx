import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { SandboxEventSummary } from '@portico/contract';
import { useEffect, useRef, useState } from 'react';
import { useFormat } from '../../../lib/format.ts';
import { listEventsAfter } from '../sandbox.api.ts';
import { ObjectLink } from './object-link.tsx';

/** Milliseconds between two polls. */
const pause = 600;
/** Maximum number of events shown; further events are only counted. */
const shown = 100;

/** The events recorded since `since`. Polling stops when the work is done and no event is new. */
function useEventsSince(since: string | undefined, isWorking: boolean) {
  const [events, setEvents] = useState<readonly SandboxEventSummary[]>([]);
  const working = useRef(isWorking);
  useEffect(() => {
    working.current = isWorking;
  }, [isWorking]);
  useEffect(() => {
    const stop = new AbortController();
    const watch = async () => {
      let newest = since;
      for (let isQuiet = false; !stop.signal.aborted && !(isQuiet && !working.current); ) {
        const wasWorking = working.current;
        // A failed poll is repeated at the next interval.
        const found = await listEventsAfter(newest, stop.signal).catch(() => []);
        if (stop.signal.aborted) return;
        newest = found.at(-1)?.id ?? newest;
        if (found.length > 0) setEvents((before) => [...found.toReversed(), ...before]);
        isQuiet = found.length === 0 && !wasWorking;
        await new Promise((resolve) => setTimeout(resolve, pause));
      }
    };
    setEvents([]);
    void watch();
    return () => stop.abort();
  }, [since]);
  return events;
}

/** Events while a clock advances, the newest on top. Screen readers announce only their number when it is done. */
export function EventStream({ since, isWorking }: { since: string | undefined; isWorking: boolean }) {
  const { t } = useLingui();
  const { date } = useFormat();
  const events = useEventsSince(since, isWorking);
  const count = events.length;
  return (
    <div className="border-t border-line">
      <div className="flex flex-wrap items-baseline justify-between gap-2 px-4 pt-3 pb-1">
        <h3 className="font-medium">
          <Trans>What happened</Trans>
        </h3>
        <p role="status" aria-live={isWorking ? 'off' : 'polite'} className="text-sm text-muted tabular-nums">
          <Plural value={count} _0="No event yet" one="# event" other="# events" />
        </p>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard */}
      <section aria-label={t`What happened`} tabIndex={0} className="max-h-80 overflow-y-auto px-4 pb-3">
        <ol className="flex flex-col">
          {events.slice(0, shown).map((event) => (
            <li
              key={event.id}
              className="flex flex-wrap items-baseline gap-x-3 border-b border-line py-1.5 last:border-b-0"
            >
              <span className="w-40 shrink-0 whitespace-nowrap text-sm text-muted tabular-nums">
                {date(event.created, 'dateTime')}
              </span>
              <span className="min-w-0 flex-1 font-medium break-all">{event.type}</span>
              {event.objectId && <ObjectLink id={event.objectId} />}
            </li>
          ))}
        </ol>
      </section>
    </div>
  );
}
