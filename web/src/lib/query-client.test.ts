import { MutationObserver } from '@tanstack/react-query';
import { describe, expect, it, vi } from 'vitest';
import { notify } from './notify.tsx';
import { ApiError, type ProblemCode } from './problem.ts';
import { createQueryClient } from './query-client.ts';

const errorOf = (status: number, code: ProblemCode) => new ApiError(status, { code, message: 'Words', requestId: 'r' });

describe('queries', () => {
  const { retry } = createQueryClient().getDefaultOptions().queries ?? {};
  if (typeof retry !== 'function') throw new Error('retry should be a function');

  it('are retried twice if that may help', () => {
    expect(retry(0, errorOf(0, 'NoResponse'))).toBe(true);
    expect(retry(1, errorOf(503, 'ServiceUnavailable'))).toBe(true);
    expect(retry(2, errorOf(503, 'ServiceUnavailable'))).toBe(false);
  });

  it('are not retried if that cannot help', () => {
    expect(retry(0, errorOf(500, 'InternalError'))).toBe(false);
    expect(retry(0, errorOf(404, 'NotFound'))).toBe(false);
    expect(retry(0, new Error('a bug'))).toBe(false);
  });
});

describe('mutations', () => {
  const fail = (meta?: { showsErrors?: true }) => {
    const mutationFn = vi.fn(async () => {
      throw errorOf(503, 'ServiceUnavailable');
    });
    const observer = new MutationObserver(createQueryClient(), { mutationFn, ...(meta ? { meta } : {}) });
    return { mutationFn, run: () => observer.mutate().catch(() => {}) };
  };

  it('show a failure as one toast, and are never retried', async () => {
    const toast = vi.spyOn(notify, 'error').mockReturnValue(undefined);
    const { run, mutationFn } = fail();
    await run();
    expect(mutationFn).toHaveBeenCalledOnce();
    expect(toast).toHaveBeenCalledExactlyOnceWith('Words');
  });

  it('leave the failure to a form that shows it itself', async () => {
    const toast = vi.spyOn(notify, 'error').mockReturnValue(undefined);
    await fail({ showsErrors: true }).run();
    expect(toast).not.toHaveBeenCalled();
  });
});
