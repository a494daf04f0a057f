import type { Clock } from './clock.ts';
import { isAway, LicensingError } from './errors.ts';
import type { ClientEvents, Emitter } from './events.ts';
import type { KeyRing } from './keys.ts';
import type { Options } from './options.ts';
import { shortHardwareId } from './short-code.ts';
import { type Answer, openAnswer, type SignedText } from './signed-answer.ts';
import { foreignReason, judge, readWord, type Standing, type Word } from './standing.ts';
import type { KeptState } from './state.ts';
import { type Verification, verifyLicense } from './verify-license.ts';

interface Parts {
  readonly options: Options;
  readonly state: KeptState;
  readonly keys: KeyRing;
  readonly clock: Clock;
  readonly events: Emitter;
}

/** The event for each code of the new standing. */
const eventByCode: Readonly<Record<string, 'released' | 'blocked' | 'ended' | 'lost'>> = {
  DeviceReleased: 'released',
  DeviceBlocked: 'blocked',
  LicenseExpired: 'ended',
  LicenseCanceled: 'ended',
  SessionEnded: 'lost',
};

/** Stores the portal's answers about this device, determines the standing, and emits changes. */
export class Standings {
  readonly #parts: Parts;
  #lastCode: string | undefined;
  #isAway = false;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /**
   * The standing from the portal's last answer, without a network. Stored answers are verified again, so that editing
   * the file cannot prolong a license.
   * @param error why the portal did not answer
   */
  async current(error?: LicensingError): Promise<Standing> {
    const state = await this.#parts.state.load();
    const [word, lease, file] = [await this.#open(state.word), await this.#open(state.lease), await this.#file()];
    const standing = judge({
      product: this.#parts.options.product,
      newestTime: state.newestTime ?? 0,
      now: await this.#parts.clock.look(),
      word,
      lease,
      file,
    });
    const current = error ? { ...standing, error } : standing;
    this.#emitChange(current);
    if (isAway(error) && !this.#isAway) {
      this.#isAway = true;
      this.#parts.events.emit('away', current);
    }
    return current;
  }

  /**
   * Stores an answer as the portal's last one.
   * @throws LicensingError `AnswerNotTrusted` for an answer of another form
   */
  async keep(answer: Answer, as: 'word' | 'lease' = 'word'): Promise<Standing> {
    const word = readWord(answer);
    if (!word) {
      const reason = 'malformed';
      throw new LicensingError('AnswerNotTrusted', 'The answer says nothing about this device.', { reason });
    }
    const state = await this.#parts.state.load();
    state[as] = answer.signed;
    if (word.code !== 'Valid') delete state.lease;
    await this.#parts.state.save();
    const judged = await this.#judgeFresh(word);
    this.#emitChange(judged);
    this.heard(judged);
    return judged;
  }

  /** Deletes the state of a license or session that the device gave up. */
  async forget(names: readonly ('word' | 'lease' | 'requestKey' | 'serialNumber')[]): Promise<Standing> {
    const state = await this.#parts.state.load();
    for (const name of names) delete state[name];
    await this.#parts.state.save();
    return this.current();
  }

  /** The session in the stored lease; undefined without one. */
  async lease(): Promise<Word | undefined> {
    return this.#open((await this.#parts.state.load()).lease);
  }

  heard(standing: Standing): void {
    if (!this.#isAway) return;
    this.#isAway = false;
    this.#parts.events.emit('back', standing);
  }

  /** A fresh yes is valid now, whatever the license's offline hours are. */
  async #judgeFresh(word: Word): Promise<Standing> {
    const state = await this.#parts.state.load();
    const lease = await this.#open(state.lease);
    const now = await this.#parts.clock.now();
    const standing = judge({ product: this.#parts.options.product, now, newestTime: word.time, word, lease });
    return { ...standing, isLicensed: word.code === 'Valid', code: word.code, source: 'portal' };
  }

  #emitChange(standing: Standing): void {
    if (this.#lastCode === standing.code) return;
    const isFirst = this.#lastCode === undefined;
    this.#lastCode = standing.code;
    // The caller reports the initial standing itself.
    if (isFirst && standing.source !== 'portal') return;
    const { events } = this.#parts;
    events.emit('standing', standing);
    const name = eventByCode[standing.code];
    if (name) events.emit(name, standing as ClientEvents[typeof name]);
  }

  async #open(signed: SignedText | undefined): Promise<Word | undefined> {
    const key = signed && (await this.#parts.keys.findKept(signed.keyId));
    if (!signed || !key) return undefined;
    const opened = await openAnswer(signed, key);
    // The state of another product or machine is not valid here.
    if (!opened.ok || foreignReason(opened.answer, this.#parts.options)) return undefined;
    return readWord(opened.answer);
  }

  async #file(): Promise<Verification | undefined> {
    const { file } = await this.#parts.state.load();
    if (file === undefined) return undefined;
    const { product } = this.#parts.options;
    const now = new Date(await this.#parts.clock.now());
    const verified = await verifyLicense(file, { publicKeys: await this.#parts.keys.all(), product, now });
    if (!verified.ok) return verified;
    const { activation, hardwareIds } = verified.license;
    const own = [this.#parts.options.hardwareId, await shortHardwareId(this.#parts.options.hardwareId)];
    const isOwn =
      activation && own.includes(activation.hardwareId) && hardwareIds?.includes(activation.hardwareId) !== false;
    return isOwn ? verified : { ok: false, reason: 'otherDevice' };
  }
}
