import type { Sandbox } from '../src/index.ts';

type Form = Record<string, string | number>;

/** The answers of the control API, as far as tests use them. */
export interface ControlAnswer {
  status: string;
  time: number;
  target: number;
  offset: number;
  running: boolean;
  failure: string | null;
  work_done: number;
  data: Record<string, unknown>[];
  has_more: boolean;
  [field: string]: unknown;
}

/** A client of the control API. `get`, `post` and `remove` fail the test on a refusal. */
export function controlOf(sandbox: Pick<Sandbox, 'url'>, key = 'sk_test_sandbox') {
  const call = async (method: string, path: string, form?: Form) => {
    const fields = Object.entries(form ?? {}).map(([name, value]): [string, string] => [name, String(value)]);
    const response = await fetch(`${sandbox.url}/_sandbox/${path}`, {
      method,
      headers: { authorization: `Bearer ${key}` },
      ...(form === undefined ? {} : { body: new URLSearchParams(fields) }),
    });
    return { status: response.status, answer: (await response.json()) as Record<string, unknown> };
  };
  const succeed = async (method: string, path: string, form?: Form) => {
    const { status, answer } = await call(method, path, form);
    if (status !== 200) throw new Error(`${method} ${path}: ${status} ${JSON.stringify(answer)}`);
    return answer as unknown as ControlAnswer;
  };
  return {
    call,
    get: (path: string) => succeed('GET', path),
    post: (path: string, form: Form = {}) => succeed('POST', path, form),
    remove: (path: string) => succeed('DELETE', path),
    /** The error of a call that must be rejected. */
    refusal: async (path: string, form: Form = {}) => {
      const { status, answer } = await call('POST', path, form);
      if (status < 400) throw new Error(`POST ${path} succeeded`);
      return answer.error as Record<string, unknown>;
    },
  };
}
