import { Agent, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

export interface EvenRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/**
 * Sends requests at an even rate, whether or not earlier ones were answered, like independent devices.
 * @param create the next request, from 0
 * @returns the 99th percentile in milliseconds
 * @throws Error for an unsuccessful response
 */
export async function loadEvenly(
  rate: number,
  seconds: number,
  create: (index: number) => EvenRequest,
): Promise<number> {
  const agent = new Agent({ keepAlive: true });
  const answers: Promise<number>[] = [];
  const begin = performance.now();
  for (let elapsed = 0; elapsed < seconds * 1_000; elapsed = performance.now() - begin) {
    for (const due = (elapsed / 1_000) * rate; answers.length < due; ) {
      answers.push(send(agent, create(answers.length)));
    }
    await pause(1);
  }
  const times = (await Promise.all(answers)).toSorted((a, b) => a - b);
  agent.destroy();
  return times[Math.floor(times.length * 0.99)] ?? 0;
}

/** @returns milliseconds */
function send(agent: Agent, { url, headers, body }: EvenRequest): Promise<number> {
  const begin = performance.now();
  return new Promise((resolve, reject) => {
    request(url, { method: 'POST', agent, headers }, (response) => {
      response.resume().once('end', () => {
        if (response.statusCode === 200) resolve(performance.now() - begin);
        else reject(new Error(`${url} answered ${response.statusCode}`));
      });
    })
      .once('error', reject)
      .end(body);
  });
}
