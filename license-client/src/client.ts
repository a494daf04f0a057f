import { type ActivateOptions, type Activation, activate, deactivate, evict } from './activations.ts';
import type { Context } from './calls.ts';
import { type CheckOptions, check } from './checks.ts';
import { Clock } from './clock.ts';
import { Counter } from './counts.ts';
import { type ClientEvents, Emitter, type Listener } from './events.ts';
import { type HeartbeatOptions, Heartbeats } from './heartbeats.ts';
import { KeyRing } from './keys.ts';
import {
  type ActivationRequest,
  acceptActivation,
  createDeactivation,
  createRequest,
  type DeactivationRequest,
} from './offline.ts';
import { type ClientOptions, resolveOptions } from './options.ts';
import { type CheckOut, type CheckOutOptions, checkOut, openSession, type Session } from './sessions.ts';
import type { Standing } from './standing.ts';
import { Standings } from './standings.ts';
import { KeptState } from './state.ts';
import { type DevicePage, listDevices, readLicensed, readUsage, type UsageDay } from './usage.ts';
import type { Features, LicenseState } from './wire.ts';

/**
 * A product's side of the licensing API, which docs/licensing.md describes.
 *
 * It believes only what the portal signed. Its calls may be repeated freely, and all throw `LicensingError`.
 * @example
 * const client = new LicenseClient({ portal, token, hardwareId, publicKeys, store });
 * const activation = await client.activate({ serialNumber });
 * if (activation.outcome === 'full') return chooseOneOf(activation.devices, activation.useItHereInstead);
 * client.on('released', () => quit());
 * client.startHeartbeats();
 */
export class LicenseClient {
  readonly #context: Context;
  readonly #counter: Counter;
  readonly #heartbeats: Heartbeats;

  /** @throws TypeError for wrong options */
  constructor(given: ClientOptions) {
    const options = resolveOptions(given);
    const state = new KeptState(options.store);
    const keys = new KeyRing(options, state);
    const clock = new Clock(options, state);
    const events = new Emitter();
    const standings = new Standings({ options, state, keys, clock, events });
    this.#context = { options, state, keys, clock, events, standings };
    this.#counter = new Counter(state);
    this.#heartbeats = new Heartbeats(this.#context, this.#counter);
  }

  /** Puts this device on the license. No place left is an outcome, with the devices that hold them. */
  activate(options: ActivateOptions = {}): Promise<Activation> {
    return activate(this.#context, options);
  }

  /** Takes this device off its license, which frees its place. */
  deactivate(): Promise<Standing> {
    return deactivate(this.#context);
  }

  /** Asks the portal whether this device may use its license. While it is away, its earlier answer counts for as long as the license allows. */
  check(options: CheckOptions = {}): Promise<Standing> {
    return check(this.#context, this.#counter, options);
  }

  /** What the portal said last, without a network. */
  status(): Promise<Standing> {
    return this.#context.standings.current();
  }

  /** What the license includes. */
  features(): Promise<{ license: LicenseState; features: Features }> {
    return readLicensed(this.#context);
  }

  /** Counts something that the product does. Reports sum it up. */
  count(name: string, by = 1): void {
    this.#counter.add(name, by);
  }

  /** Reports in the background that the product is in use, and learns whether it still may be. */
  startHeartbeats(options: HeartbeatOptions = {}): void {
    this.#heartbeats.start(options);
  }

  /** Reports now. */
  heartbeat(): Promise<Standing> {
    return this.#heartbeats.beat();
  }

  /** Ends the reports, with a last one where something was counted. Call it before the product ends. */
  stopHeartbeats(): Promise<void> {
    return this.#heartbeats.stop();
  }

  /** Takes a place of a floating license, and renews it in the background. */
  checkOut(options: CheckOutOptions = {}): Promise<CheckOut> {
    return checkOut(this.#context, options);
  }

  /** The session that was checked out with this store, without a network; undefined without one. */
  openSession(onLost?: (standing: Standing) => void): Promise<Session | undefined> {
    return openSession(this.#context, onLost);
  }

  /** Frees the place of another device. */
  evict(deviceId: number): Promise<void> {
    return evict(this.#context, deviceId);
  }

  /** A page of the license's devices, for secret tokens. */
  listDevices(options: { readonly page?: number; readonly pageSize?: number } = {}): Promise<DevicePage> {
    return listDevices(this.#context, options);
  }

  /** The license's usage by day, for secret tokens. @param range days as YYYY-MM-DD, 730 at most */
  readUsage(range: { readonly from: string; readonly to: string }): Promise<readonly UsageDay[]> {
    return readUsage(this.#context, range);
  }

  /** A request for an activation file, which a user carries to the portal from a device without a network. */
  createRequest(): Promise<ActivationRequest> {
    return createRequest(this.#context);
  }

  /** Takes the activation file that the portal made for it. */
  acceptActivation(text: string): Promise<Standing> {
    return acceptActivation(this.#context, text);
  }

  /** Gives the activation file up. @returns the proof, which a user carries to the portal as a file or types there as a code */
  createDeactivation(): Promise<DeactivationRequest> {
    return createDeactivation(this.#context);
  }

  /** @returns what ends listening */
  on<Name extends keyof ClientEvents>(name: Name, listener: Listener<Name>): () => void {
    return this.#context.events.on(name, listener);
  }
}
