import { type ActivateOptions, type Activation, activate, deactivate, evict } from './activations.ts';
import type { ClientContext } from './calls.ts';
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
 * The product's side of the licensing API (docs/licensing.md).
 *
 * Only signed answers of the portal are trusted. All calls may be repeated, and all throw `LicensingError`.
 * @example
 * const client = new LicenseClient({ portal, token, product, hardwareId, publicKeys, store });
 * const activation = await client.activate({ serialNumber });
 * if (activation.outcome === 'full') return chooseOneOf(activation.devices, activation.useItHereInstead);
 * client.on('released', () => quit());
 * client.startHeartbeats();
 */
export class LicenseClient {
  readonly #context: ClientContext;
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

  /** Activates this device. If no seat is left, the outcome lists the devices with seats. */
  activate(options: ActivateOptions = {}): Promise<Activation> {
    return activate(this.#context, options);
  }

  /** Removes this device from its license, which frees its seat. */
  deactivate(): Promise<Standing> {
    return deactivate(this.#context);
  }

  /**
   * Asks the portal whether this device may use its license. While the portal is unreachable, its earlier answer is
   * used for as long as the license allows.
   */
  check(options: CheckOptions = {}): Promise<Standing> {
    return check(this.#context, this.#counter, options);
  }

  /** The standing from the portal's last answer, without a network. */
  status(): Promise<Standing> {
    return this.#context.standings.current();
  }

  /** What the license includes. */
  features(): Promise<{ license: LicenseState; features: Features }> {
    return readLicensed(this.#context);
  }

  /** Counts an action of the product. Reports contain the sums. */
  count(name: string, by = 1): void {
    this.#counter.add(name, by);
  }

  /** Reports in the background that the product is in use, and learns whether it may still be used. */
  startHeartbeats(options: HeartbeatOptions = {}): void {
    this.#heartbeats.start(options);
  }

  /** Sends a report now. */
  heartbeat(): Promise<Standing> {
    return this.#heartbeats.beat();
  }

  /** Stops the reports, after a last one if something was counted. Call it before the product ends. */
  stopHeartbeats(): Promise<void> {
    return this.#heartbeats.stop();
  }

  /** Takes a seat of a floating license and renews it in the background. */
  checkOut(options: CheckOutOptions = {}): Promise<CheckOut> {
    return checkOut(this.#context, options);
  }

  /** The session that was checked out with this store, without a network; undefined without one. */
  openSession(onLost?: (standing: Standing) => void): Promise<Session | undefined> {
    return openSession(this.#context, onLost);
  }

  /** Frees the seat of another device. */
  evict(deviceId: number): Promise<void> {
    return evict(this.#context, deviceId);
  }

  /** A page of the license's devices, for secret tokens. */
  listDevices(options: { readonly page?: number; readonly pageSize?: number } = {}): Promise<DevicePage> {
    return listDevices(this.#context, options);
  }

  /** The license's usage by day, for secret tokens. @param range days as YYYY-MM-DD, at most 730 */
  readUsage(range: { readonly from: string; readonly to: string }): Promise<readonly UsageDay[]> {
    return readUsage(this.#context, range);
  }

  /** A request for an activation file, which a user brings to the portal from an offline device. */
  createRequest(): Promise<ActivationRequest> {
    return createRequest(this.#context);
  }

  /** Accepts the activation file that the portal created for the request. */
  acceptActivation(text: string): Promise<Standing> {
    return acceptActivation(this.#context, text);
  }

  /**
   * Gives the activation file up. @returns the proof, which a user uploads to the portal as a file or types as a code
   */
  createDeactivation(): Promise<DeactivationRequest> {
    return createDeactivation(this.#context);
  }

  /** @returns a function that removes the listener */
  on<Name extends keyof ClientEvents>(name: Name, listener: Listener<Name>): () => void {
    return this.#context.events.on(name, listener);
  }
}
