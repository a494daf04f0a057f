import { describe, expect, it, vi } from 'vitest';
import { notify } from './notify.tsx';
import { ApiError, type ProblemCode } from './problem.ts';
import { reportProblem } from './report-problem.ts';

const errorOf = (code: ProblemCode) => new ApiError(400, { code, message: 'Words', requestId: 'r' });

describe('reportProblem', () => {
  it.each(['file', 'Unauthorized', 'Forbidden'] as const)('shows nothing for the code %s', (code) => {
    const toast = vi.spyOn(notify, 'error').mockReturnValue(undefined);
    reportProblem(errorOf(code));
    expect(toast).not.toHaveBeenCalled();
  });

  it('ignores a cancellation', () => {
    const toast = vi.spyOn(notify, 'error').mockReturnValue(undefined);
    reportProblem(new DOMException('x', 'AbortError'));
    expect(toast).not.toHaveBeenCalled();
  });

  it('shows all other failures', () => {
    const toast = vi.spyOn(notify, 'error').mockReturnValue(undefined);
    reportProblem(errorOf('Conflict'));
    expect(toast).toHaveBeenCalledExactlyOnceWith('Words');
  });

  it('explains how to continue after a declined card', () => {
    const toast = vi.spyOn(notify, 'error').mockReturnValue(undefined);
    reportProblem(errorOf('CardError'));
    expect(toast).toHaveBeenCalledExactlyOnceWith('Words Try another card, or ask your bank.');
  });
});
