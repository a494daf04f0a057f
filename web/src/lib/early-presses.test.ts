import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { announceStart, recordEarlyPress } from './early-presses.ts';

const heard: string[] = [];
const posted = vi.fn((event: Event) => event.preventDefault());

/** A prerendered page, and the handlers that its script attaches. */
beforeEach(() => {
  heard.length = 0;
  posted.mockClear();
  document.body.innerHTML = `<div id="root">
    <button type="button" id="theme"><span>Dark</span></button>
    <form id="early"><button id="continue">Continue</button></form>
    <form id="native" action="/LoginWithMFA"><button type="button" id="show">Show</button><button id="login">Sign in</button></form>
  </div><button type="button" id="outside">Reload page</button>`;
  for (const form of document.querySelectorAll('form')) form.addEventListener('submit', posted);
  recordEarlyPress();
});
afterEach(() => {
  announceStart();
  document.body.innerHTML = '';
  Reflect.deleteProperty(window, 'porticoStarted');
});

const element = (id: string) => document.querySelector<HTMLElement>(`#${id}`);
const press = (id: string) => ((element(id)?.firstElementChild as HTMLElement | null) ?? element(id))?.click();
function start() {
  for (const button of document.querySelectorAll('button'))
    button.addEventListener('click', () => heard.push(button.id));
  announceStart();
}

it.each(['theme', 'continue', 'show'])('repeats a press on a button that only the script answers: %s', (id) => {
  press(id);
  expect(posted).not.toHaveBeenCalled();
  start();
  expect(heard).toEqual([id]);
});

it('repeats only the last of several early presses, once', () => {
  for (const id of ['theme', 'continue', 'continue']) press(id);
  start();
  expect(heard).toEqual(['continue']);
  expect(posted).toHaveBeenCalledOnce();
});

/** Replaces the page with one that React rendered again. */
function replacePage(html: string) {
  const root = element('root');
  if (root) root.innerHTML = html;
}

it('repeats an early press on the button that replaces the pressed one', () => {
  press('continue');
  replacePage(`<button id="other">Continue</button>
    <form id="new"><button type="button" id="back">Back</button><button id="new continue">Continue</button></form>`);
  element('new')?.addEventListener('submit', posted);
  start();
  expect(heard).toEqual(['new continue']);
  expect(posted).toHaveBeenCalledOnce();
});

it.each([
  ['a page without the button', '<button type="button" id="new">Light</button>'],
  ['another step of a wizard', '<form><input name="firstName"><button id="new">Continue</button></form>'],
])('repeats no early press on %s', (_page, html) => {
  press('continue');
  replacePage(html);
  start();
  expect(heard).toEqual([]);
});

it('lets the browser handle a form that works without JavaScript', () => {
  press('login');
  expect(posted).toHaveBeenCalledOnce();
  start();
  expect(heard).toEqual([]);
});

it('ignores buttons outside the page and all presses after the start', () => {
  const outside = vi.fn();
  element('outside')?.addEventListener('click', outside);
  press('outside');
  expect(outside).toHaveBeenCalledOnce();
  start();
  press('theme');
  expect(heard).toEqual(['theme']);
});
