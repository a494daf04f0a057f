import type { Preloaded } from '@portico/contract';
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import { demonstrationPassword } from '../src/accounts/index.ts';

type Call = Omit<InjectOptions, 'method' | 'url' | 'headers'> & { headers?: Record<string, string> };
type Body = NonNullable<InjectOptions['payload']>;

/** A server that answers requests: the portal in this process, or in another. */
export interface Reached {
  inject(call: InjectOptions): Promise<LightMyRequestResponse>;
}

/**
 * A user's browser for tests: keeps cookies, reads pages' preloaded data, and sends the newest anti-forgery token with
 * changes.
 */
export class Browser {
  readonly app: Reached;
  /** By name, as the server set them. */
  readonly cookies: Record<string, string> = {};
  token = '';

  constructor(app: Reached) {
    this.app = app;
  }

  /** The same user with the same session, at another process on the same database. */
  at(app: Reached): Browser {
    const other = new Browser(app);
    Object.assign(other.cookies, this.cookies);
    other.token = this.token;
    return other;
  }

  async send(
    method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE',
    url: string,
    call: Call = {},
  ): Promise<LightMyRequestResponse> {
    const response = await this.app.inject({
      ...call,
      method,
      url,
      cookies: { ...this.cookies, ...call.cookies },
      headers: {
        accept: 'application/json',
        ...(method !== 'GET' && method !== 'HEAD' && this.token && { requestverificationtoken: this.token }),
        ...call.headers,
      },
    });
    for (const { name, value } of response.cookies) {
      if (value === '') delete this.cookies[name];
      else this.cookies[name] = value;
    }
    return response;
  }

  get(url: string, call?: Call): Promise<LightMyRequestResponse> {
    return this.send('GET', url, call);
  }

  post(url: string, payload?: Body, call?: Call): Promise<LightMyRequestResponse> {
    return this.send('POST', url, { ...(payload !== undefined && { payload }), ...call });
  }

  /** Opens a page and stores its anti-forgery token, like the page's own script. */
  async open(url: string, call: Call = {}): Promise<{ response: LightMyRequestResponse; preloaded: Preloaded }> {
    const response = await this.get(url, { ...call, headers: { accept: 'text/html', ...call.headers } });
    const preloaded = readPreloaded(response.body);
    this.token = preloaded.antiForgeryToken;
    return { response, preloaded };
  }

  /** Opens the sign-in page, signs in, and opens the home page. @throws if the sign-in fails */
  async signIn(userName: string, password: string = demonstrationPassword): Promise<this> {
    await this.open('/login');
    const response = await this.post('/LoginWithMFA', { userName, password });
    if (response.statusCode !== 200) throw new Error(`${userName} could not sign in: ${response.body}`);
    await this.open('/');
    return this;
  }
}

/** The preloaded data of a page. @throws without any */
export function readPreloaded(html: string): Preloaded {
  const json = /<script type="application\/json" id="preloaded">([^<]*)<\/script>/.exec(html)?.[1];
  if (!json) throw new Error(`not a page with preloaded data: ${html.slice(0, 200)}`);
  return JSON.parse(json) as Preloaded;
}

/** A browser with a signed-in user. */
export function signedIn(app: FastifyInstance, userName: string, password?: string): Promise<Browser> {
  return new Browser(app).signIn(userName, password);
}
