/**
 * A minimal product with its own sessions that takes part in the portal's sign-out (docs/catalog.md, 'Signing out of
 * products'). The demo runs it next to the sandbox (DEMO-11).
 */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Behavior, behaviors, framePage, homePage, reportScript } from './pages.ts';

export interface ExampleProduct {
  /** The product's own address, such as `http://localhost:12120/`. */
  readonly url: string;
  close(): Promise<void>;
}

interface Options {
  /** 0 for any free port. */
  readonly port: number;
  /** The portal's origin. Only the portal may frame the product, and only it gets the result. */
  readonly portal: string;
}

const cookieName = 'example_product_session';
/** Maximum number of sessions; beyond it, the oldest one is deleted. */
const maxSessions = 1_000;

/** Starts the product on the loopback interface. @throws if its port is in use */
export async function startExampleProduct({ port, portal }: Options): Promise<ExampleProduct> {
  const sessions = new Set<string>();
  let behavior: Behavior = 'works';
  let url = '';

  function answerForm(path: string, body: URLSearchParams, response: ServerResponse): void {
    if (path === '/sign-in') {
      const id = randomBytes(32).toString('base64url');
      sessions.add(id);
      for (const oldest of sessions) if (sessions.size > maxSessions) sessions.delete(oldest);
      // A product on another site than its portal needs SameSite=None and Secure.
      response.setHeader('set-cookie', `${cookieName}=${id}; Path=/; HttpOnly; SameSite=Lax`);
    }
    const chosen = behaviors.find((each) => each === body.get('behavior'));
    if (path === '/behavior' && chosen) behavior = chosen;
    response.writeHead(303, { location: '/' }).end();
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname: path } = new URL(request.url ?? '/', url);
    const id = readSession(request);
    response.setHeader('cache-control', 'no-store');
    response.setHeader('x-content-type-options', 'nosniff');
    response.setHeader('content-security-policy', contentSecurityPolicy(path, portal));
    if (request.method === 'POST' && path === '/_signout') {
      if (behavior === 'hangs') return;
      if (behavior === 'works') sessions.delete(id);
      response.writeHead(204).end();
    } else if (request.method === 'POST' && request.headers.origin === new URL(url).origin) {
      answerForm(path, await readForm(request), response);
    } else if (request.method !== 'GET') {
      response.writeHead(403).end();
    } else if (path === '/logout') {
      send(response, 'text/html', framePage);
    } else if (path === '/tell.js') {
      send(
        response,
        'text/javascript',
        reportScript(sessions.has(id) || behavior === 'fails' ? 'failed' : 'ok', portal),
      );
    } else if (path === '/') {
      const language = /^fr\b/i.test(request.headers['accept-language'] ?? '') ? 'fr' : 'en';
      send(response, 'text/html', homePage({ language, isSignedIn: sessions.has(id), behavior, portal, own: url }));
    } else {
      response.writeHead(404).end();
    }
  }

  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.writeHead(400).end());
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  url = `http://${new URL(portal).hostname}:${(server.address() as AddressInfo).port}/`;
  return {
    url,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

const contentSecurityPolicy = (path: string, portal: string) =>
  `default-src 'none'; style-src 'unsafe-inline'; script-src 'self'; form-action 'self'; frame-ancestors ${path === '/logout' ? portal : "'none'"}`;

function readSession({ headers }: IncomingMessage): string {
  const cookies = (headers.cookie ?? '').split(';').map((part) => part.trim().split('='));
  return cookies.find(([name]) => name === cookieName)?.[1] ?? '';
}

/** @throws for more than 10 kB */
async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  let text = '';
  for await (const part of request.setEncoding('utf8')) {
    text += part;
    if (text.length > 10_000) throw new Error('too large');
  }
  return new URLSearchParams(text);
}

function send(response: ServerResponse, type: string, body: string): void {
  response.writeHead(200, { 'content-type': `${type}; charset=utf-8` }).end(body);
}
