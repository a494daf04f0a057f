import { describe, expect, it, vi } from 'vitest';
import { answer } from '../test/render.tsx';
import { storeAntiForgeryToken } from './anti-forgery.ts';
import { api, buildUrl } from './api.ts';
import { ApiError } from './problem.ts';
import { onForbidden } from './session.ts';

function stubFetch(response: Response | Error) {
  const fetch = vi.fn(async (_url: string, _init: RequestInit) => {
    if (response instanceof Error) throw response;
    return response;
  });
  vi.stubGlobal('fetch', fetch);
  return fetch;
}

const failure = async (call: Promise<unknown>) => {
  const error = await call.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof ApiError)) throw new Error(`expected an ApiError, got ${String(error)}`);
  return error;
};

describe('buildUrl', () => {
  it('fills in and escapes parameters', () => {
    expect(buildUrl('/api/Products/{id}/Plans/{planId}', { id: 'a/b', planId: 'x' })).toBe(
      '/api/Products/a%2Fb/Plans/x',
    );
  });

  it('repeats the values of a list and omits empty ones', () => {
    expect(buildUrl('/api/x', {}, { page: 2, status: ['open', 'paid'], q: '', none: undefined })).toBe(
      '/api/x?page=2&status=open&status=paid',
    );
  });
});

describe('api', () => {
  it('sends a change with the newest token, the language and JSON', async () => {
    storeAntiForgeryToken('newest');
    const fetch = stubFetch(answer(200, { clientSecret: 's', shippingDetails: null }));
    await api('POST /api/Billing/PaymentMethods', { body: {} });
    const [url, init] = fetch.mock.calls[0] ?? [];
    const headers = new Headers(init?.headers);
    expect(url).toBe('/api/Billing/PaymentMethods');
    expect(headers.get('RequestVerificationToken')).toBe('newest');
    expect(headers.get('Accept-Language')).toBe('en');
    expect(headers.get('Content-Type')).toBe('application/json');
    expect(init?.body).toBe('{}');
  });

  it('sends no token with a GET request', async () => {
    const fetch = stubFetch(answer(200, { items: [], total: 0, totalPages: 0, page: 1, pageSize: 10 }));
    await api('GET /api/Subscription/list', { query: { page: 2 } });
    const [url, init] = fetch.mock.calls[0] ?? [];
    expect(url).toBe('/api/Subscription/list?page=2');
    expect(new Headers(init?.headers).has('RequestVerificationToken')).toBe(false);
  });

  it('rejects with the problem in the response', async () => {
    stubFetch(
      answer(
        429,
        {
          code: 'TooManyRequests',
          message: 'Slow down',
          requestId: 'r1',
          additionalData: { blockedTo: '2026-11-20T10:00:00Z' },
        },
        { 'Retry-After': '30' },
      ),
    );
    const error = await failure(api('GET /api/User/Current'));
    expect(error.code).toBe('TooManyRequests');
    expect(error.blockedTo?.toISOString()).toBe('2026-11-20T10:00:00.000Z');
    expect(error.retryAfter).toBe(30);
    expect(error.problem.requestId).toBe('r1');
  });

  it('rejects with NoResponse if no response arrives', async () => {
    stubFetch(new TypeError('Failed to fetch'));
    const error = await failure(api('GET /api/User/Current'));
    expect(error.code).toBe('NoResponse');
    expect(error.isTemporary).toBe(true);
  });

  it('falls back to the status text if the response has no problem', async () => {
    stubFetch(new Response('<html>', { status: 502, statusText: 'Bad Gateway' }));
    const error = await failure(api('GET /api/User/Current'));
    expect(error.code).toBe('Unreadable');
    expect(error.message).toBe('Bad Gateway');
  });

  it('rejects with the original error of a canceled call', async () => {
    const controller = new AbortController();
    controller.abort();
    stubFetch(new DOMException('aborted', 'AbortError'));
    await expect(api('GET /api/User/Current', { signal: controller.signal })).rejects.toHaveProperty(
      'name',
      'AbortError',
    );
  });

  it('reloads on 401, and redirects to the sign-in page if reloading did not help', async () => {
    const reload = vi.spyOn(location, 'reload').mockImplementation(() => {});
    const assign = vi.spyOn(location, 'assign').mockImplementation(() => {});
    stubFetch(answer(401, { code: 'Unauthorized', message: 'x', requestId: 'r' }));
    await failure(api('GET /api/User/Current'));
    expect(reload).toHaveBeenCalledOnce();
    stubFetch(answer(401, { code: 'Unauthorized', message: 'x', requestId: 'r' }));
    await failure(api('GET /api/User/Current'));
    expect(reload).toHaveBeenCalledOnce();
    expect(assign).toHaveBeenCalledExactlyOnceWith(expect.stringMatching(/^\/login/));
  });

  it('does not reload because of a wrong password', async () => {
    const reload = vi.spyOn(location, 'reload').mockImplementation(() => {});
    stubFetch(answer(401, { code: 'InvalidCredentials', message: 'x', requestId: 'r' }));
    await failure(api('POST /LoginWithMFA', { body: new FormData() }));
    expect(reload).not.toHaveBeenCalled();
  });

  it('redirects to /forbidden on 403, but not because of a stale token', async () => {
    const navigate = vi.fn();
    onForbidden(navigate);
    stubFetch(answer(403, { code: 'AntiForgery', message: 'x', requestId: 'r' }));
    await failure(api('GET /api/User/Current'));
    expect(navigate).not.toHaveBeenCalled();
    stubFetch(answer(403, { code: 'Forbidden', message: 'x', requestId: 'r' }));
    await failure(api('GET /api/User/Current'));
    expect(navigate).toHaveBeenCalledOnce();
  });
});
