import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { connection, stopAsking, suspectLater, watchConnection } from './connection.ts';
import { readAgainWhenConnected } from './query-client.ts';

const fetchHealth = vi.fn<() => Promise<Response>>();
const refused = () => Promise.reject(new TypeError('Failed to fetch'));
const alive = () => Promise.resolve(new Response('ok'));

let stop = () => {};
beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', fetchHealth);
  stop = watchConnection();
});
afterEach(async () => {
  fetchHealth.mockImplementation(alive);
  await vi.advanceTimersByTimeAsync(60_000);
  stop();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.useRealTimers();
  fetchHealth.mockReset();
  connection.set('connected');
});

describe('a call without an answer', () => {
  it('shows nothing if the server is reachable', async () => {
    fetchHealth.mockImplementation(alive);
    suspectLater()();
    await vi.advanceTimersByTimeAsync(0);
    expect(fetchHealth).toHaveBeenCalledExactlyOnceWith('/healthz', expect.anything());
    expect(connection.get()).toBe('connected');
  });

  it('is ignored after polling was stopped', async () => {
    const lost = suspectLater();
    stopAsking();
    lost();
    expect(fetchHealth).not.toHaveBeenCalled();
    fetchHealth.mockImplementation(alive);
    suspectLater()();
    await vi.advanceTimersByTimeAsync(0);
    expect(fetchHealth).toHaveBeenCalledOnce();
  });

  it('shows that the server is unreachable, and polls until it is back', async () => {
    fetchHealth.mockImplementation(refused);
    suspectLater()();
    await vi.advanceTimersByTimeAsync(0);
    expect(connection.get()).toBe('unreachable');
    await vi.advanceTimersByTimeAsync(2000);
    expect(fetchHealth).toHaveBeenCalledTimes(2);
    fetchHealth.mockImplementation(alive);
    await vi.advanceTimersByTimeAsync(4000);
    expect(connection.get()).toBe('connected');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(fetchHealth).toHaveBeenCalledTimes(3);
  });

  it('shows that the server is unreachable if a proxy answers for it', async () => {
    fetchHealth.mockImplementation(() => Promise.resolve(new Response('Bad gateway', { status: 502 })));
    suspectLater()();
    await vi.advanceTimersByTimeAsync(0);
    expect(connection.get()).toBe('unreachable');
  });

  it('polls only once for several calls without an answer', async () => {
    fetchHealth.mockImplementation(refused);
    for (let call = 0; call < 5; call++) suspectLater()();
    await vi.advanceTimersByTimeAsync(0);
    expect(fetchHealth).toHaveBeenCalledOnce();
  });
});

describe('the network of the device', () => {
  it('shows immediately that the network is lost, and that it is back when the server answers', async () => {
    dispatchEvent(new Event('offline'));
    expect(connection.get()).toBe('offline');
    fetchHealth.mockImplementation(alive);
    dispatchEvent(new Event('online'));
    await vi.advanceTimersByTimeAsync(0);
    expect(connection.get()).toBe('connected');
  });

  it('shows that the server is unreachable if only the network is back', async () => {
    dispatchEvent(new Event('offline'));
    fetchHealth.mockImplementation(refused);
    dispatchEvent(new Event('online'));
    await vi.advanceTimersByTimeAsync(0);
    expect(connection.get()).toBe('unreachable');
  });
});

it('refetches the visible data when the server answers again', async () => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: 'always' } } });
  const stopReading = readAgainWhenConnected(client);
  const queryFn = vi.fn(refused as () => Promise<string>);
  const unsubscribe = new QueryObserver(client, { queryKey: ['invoices'], queryFn }).subscribe(() => {});
  await vi.advanceTimersByTimeAsync(0);
  expect(client.getQueryState(['invoices'])?.status).toBe('error');
  connection.set('unreachable');
  queryFn.mockResolvedValue('read');
  connection.set('connected');
  await vi.advanceTimersByTimeAsync(0);
  expect(client.getQueryData(['invoices'])).toBe('read');
  unsubscribe();
  stopReading();
});
