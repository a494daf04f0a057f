"""Portico's license files and licensing API. Needs Python 3.8 or later and only the standard library."""
import base64
import hashlib
import http.client
import json
import random
import re
import secrets
import time
import urllib.error
import urllib.request
from datetime import datetime, timedelta, timezone

MOST_BYTES = 1024 * 1024
MOST_FILE_LENGTH = 16 * 1024 * 1024
TOLERANCE = timedelta(seconds=300)
LONGEST_WAIT = 30  # seconds


# Verifies Ed25519 signatures (RFC 8032).

P = 2**255 - 19
ORDER = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, P - 2, P) % P
ROOT = pow(2, (P - 1) // 4, P)


def read_point(data):
    """The point that 32 bytes encode, in extended coordinates; None if they encode no point."""
    y = int.from_bytes(data, "little")
    sign, y = y >> 255, y & (2**255 - 1)
    if y >= P:
        return None
    square = (y * y - 1) * pow(D * y * y + 1, P - 2, P) % P
    x = pow(square, (P + 3) // 8, P)
    if (x * x - square) % P:
        x = x * ROOT % P
    if (x * x - square) % P or (x == 0 and sign):
        return None
    if x & 1 != sign:
        x = P - x
    return (x, y, 1, x * y % P)


def add(one, other):
    a = (one[1] - one[0]) * (other[1] - other[0]) % P
    b = (one[1] + one[0]) * (other[1] + other[0]) % P
    c = 2 * one[3] * other[3] * D % P
    d = 2 * one[2] * other[2] % P
    e, f, g, h = b - a, d - c, d + c, b + a
    return (e * f % P, g * h % P, f * g % P, e * h % P)


def times(number, point):
    result = (0, 1, 1, 0)
    while number:
        if number & 1:
            result = add(result, point)
        point = add(point, point)
        number >>= 1
    return result


BASE = read_point((4 * pow(5, P - 2, P) % P).to_bytes(32, "little"))


def is_signed(key, message, signature):
    """Whether these 64 bytes are the key's signature of the message."""
    point, first = read_point(key), read_point(signature[:32])
    second = int.from_bytes(signature[32:], "little")
    if point is None or first is None or second >= ORDER:
        return False
    digest = hashlib.sha512(signature[:32] + key + message).digest()
    left = times(second, BASE)
    right = add(first, times(int.from_bytes(digest, "little") % ORDER, point))
    return (left[0] * right[2] - right[0] * left[2]) % P == 0 and (left[1] * right[2] - right[1] * left[2]) % P == 0


# Texts and times.


def read_bytes(text):
    """Decodes base64url without padding."""
    if not isinstance(text, str) or not re.fullmatch(r"[A-Za-z0-9_-]*", text) or len(text) % 4 == 1:
        raise ValueError("not base64url")
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def new_nonce():
    return secrets.token_urlsafe(16)


def moment(text):
    return datetime.strptime(text, "%Y-%m-%dT%H:%M:%S.%fZ").replace(tzinfo=timezone.utc)


def text_of(when):
    return when.strftime("%Y-%m-%dT%H:%M:%S.%f")[:-3] + "Z"


def read_keys(text):
    """The public keys by id, from the portal's list of keys."""
    return {key["keyId"]: read_bytes(key["publicKey"]) for key in json.loads(text)["keys"]}


# License files.


class Refused(Exception):
    """A file was not accepted. The text is the reason."""


def verify(text, public_keys, product, hardware_id=None, now=None, tolerance=TOLERANCE):
    """The license of this product in a file. Raises Refused."""
    now = now or datetime.now(timezone.utc)
    if len(text) > MOST_FILE_LENGTH:
        raise Refused("malformed")
    try:
        file = json.loads(text)
        known = (file["format"], file["version"], file["algorithm"]) == ("portico-license", 1, "Ed25519")
        key_id, payload = file["keyId"], file["payload"]
        signature = read_bytes(file["signature"])
        contents = read_bytes(payload)
    except (ValueError, KeyError, TypeError, RecursionError):
        raise Refused("malformed") from None
    if not known or not isinstance(key_id, str) or len(signature) != 64:
        raise Refused("malformed")
    if key_id not in public_keys:
        raise Refused("unknownKey")
    if not is_signed(public_keys[key_id], ("portico-license-v1." + payload).encode(), signature):
        raise Refused("signature")
    # The payload is read only after its signature was verified.
    license = json.loads(contents)
    if not any(each["product"] == product for each in license["products"]):
        raise Refused("otherProduct")
    if moment(license["issuedAt"]) > now + tolerance:
        raise Refused("notYetIssued")
    if license["expiresAt"] is not None and moment(license["expiresAt"]) + tolerance <= now:
        raise Refused("expired")
    if hardware_id is not None and license["hardwareIds"] is not None and hardware_id not in license["hardwareIds"]:
        raise Refused("otherDevice")
    return license


# The licensing API.


class PortalAway(Exception):
    """The portal gave no signed answer, or is too busy. Its last answer is still valid."""

    def __init__(self, reason, retry_after=0):
        super().__init__(reason)
        self.retry_after = retry_after  # seconds


class Problem(Exception):
    """The portal refused the call. Branch on code; data is additionalData, and answer is the whole answer."""

    def __init__(self, answer):
        super().__init__("%s: %s" % (answer["code"], answer["message"]))
        self.code = answer["code"]
        self.data = answer.get("additionalData", {})
        self.answer = answer


class NoRedirects(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *args):
        return None  # Another server would receive the token.


class Portal:
    """The portal, for one token. public_keys are raw keys by their ids; product is the catalog's id of the product."""

    def __init__(self, address, token, public_keys, product, version=None, locale=None, retries=3, pause=0.5):
        self.address, self.token, self.public_keys, self.product = address, token, public_keys, product
        self.always = {name: value for name, value in (("version", version), ("locale", locale)) if value is not None}
        self.retries, self.pause = retries, pause
        self.ahead = timedelta(0)  # how much the portal's clock is ahead, once the portal has reported a difference
        self.last = None  # the last answer with its signature, as text to store

    def now(self):
        """The time by this clock, corrected by the portal's."""
        return datetime.now(timezone.utc) + self.ahead

    def call(self, call, fields=None):
        """The portal's answer. Raises Problem or PortalAway. The nonce is never kept, so that only the portal can answer."""
        nonce = new_nonce()
        attempt, was_corrected = 0, False
        while True:
            try:
                return self.ask(call, fields or {}, nonce)
            except Problem as problem:
                if problem.code != "ClockDiffers" or was_corrected:
                    raise
                # The answer has this call's nonce, so its time is current.
                self.ahead = moment(problem.answer["time"]) - datetime.now(timezone.utc)
                was_corrected = True
            except PortalAway as away:
                if attempt == self.retries or away.retry_after > LONGEST_WAIT:
                    raise
                # Random, so that products that lost the portal together do not return together.
                time.sleep(away.retry_after + self.pause * 2**attempt * random.uniform(0.5, 1))
                attempt += 1

    def ask(self, call, fields, nonce):
        """Makes the call once."""
        body = {**self.always, **fields, "nonce": nonce, "time": text_of(self.now())}
        status, signature, text, retry_after = self.send("/api/licensing/v1/" + call, body)
        answer = self.open(status, signature, text, retry_after)
        is_clock = answer.get("code") == "ClockDiffers"
        # If the portal could not read the request, the nonce is null. Such an answer is always an error.
        is_unread = answer["nonce"] is None and status >= 400 and not is_clock
        if answer["call"] != call or (answer["nonce"] != nonce and not is_unread):
            raise PortalAway("it answers something else")
        if not is_clock and abs(moment(answer["time"]) - self.now()) > TOLERANCE:
            raise PortalAway("it is of another time")
        if status == 429 or status >= 500:
            raise PortalAway(answer["code"], retry_after)
        if status != 200:
            raise Problem(answer)
        self.check_own(answer, fields.get("hardwareId"))
        self.last = json.dumps({"status": status, "signature": signature, "text": text.decode()})
        return answer

    def send(self, path, body):
        """The unverified answer with any status, and the seconds in Retry-After."""
        headers = {"Authorization": "Bearer " + self.token, "Content-Type": "application/json"}
        request = urllib.request.Request(self.address + path, json.dumps(body).encode(), headers, method="POST")
        try:
            try:
                response = urllib.request.build_opener(NoRedirects).open(request, timeout=10)
            except urllib.error.HTTPError as refusal:
                response = refusal
            with response:
                signature = response.headers.get("Licensing-Signature", "")
                asked = response.headers.get("Retry-After", "")
                retry_after = int(asked) if re.fullmatch("[0-9]{1,6}", asked) else 0
                return response.code, signature, response.read(MOST_BYTES + 1), retry_after
        except (OSError, http.client.HTTPException) as error:
            raise PortalAway(str(error)) from None

    def open(self, status, signature, text, retry_after=0):
        """Verifies an answer before parsing it."""
        found = re.fullmatch(r'keyId="([A-Za-z0-9_.-]{1,64})", ?signature="([A-Za-z0-9_-]{86})"', signature)
        if not found or len(text) > MOST_BYTES or found[1] not in self.public_keys:
            raise PortalAway("nobody signed the answer", retry_after)
        signed = b"portico-licensing-v1.%d." % status + text
        if not is_signed(self.public_keys[found[1]], signed, read_bytes(found[2])):
            raise PortalAway("the signature is wrong", retry_after)
        return json.loads(text)

    def open_kept(self, kept):
        """An earlier answer, from a stored `last`. Verified again, so that editing the file cannot prolong a license."""
        try:
            parts = json.loads(kept)
            status, signature, text = int(parts["status"]), str(parts["signature"]), str(parts["text"]).encode()
        except (ValueError, KeyError, TypeError):
            raise PortalAway("what was kept is unreadable") from None
        return self.open(status, signature, text)

    def check_own(self, answer, hardware_id):
        """Raises PortalAway for the answer to another product, or a yes for another device."""
        license, device = answer.get("license"), answer.get("device")
        if license and license["product"] != self.product:
            raise PortalAway("it is of another product")
        if answer.get("valid", True) and hardware_id and device and device["hardwareId"] != hardware_id:
            raise PortalAway("it is of another device")

    def still_counts(self, said, hardware_id):
        """Whether an earlier yes still allows this device to run while the portal is unreachable."""
        now, begin = self.now(), moment(said["time"])
        license = said.get("license")
        if not said.get("valid", True) or not license or not said.get("device"):
            return False
        try:
            self.check_own(said, hardware_id)
        except PortalAway:
            return False
        if license["expiresAt"] is not None and now >= moment(license["expiresAt"]):
            return False
        if "session" in said:
            end = moment(said["session"]["expiresAt"])
        elif license["model"] == "floating":
            return False
        else:
            end = begin + timedelta(hours=said["offlineHours"])
        # A clock that is behind the time that the portal signed was set back.
        return begin - TOLERANCE <= now < end


# Offline devices.


def request_file(kind, product, hardware_id, nonce, **more):
    """The text of Portico-Request.json. The kind is activation or deactivation."""
    request = {"format": "portico-request", "version": 1, "kind": kind, "product": product, "hardwareId": hardware_id}
    request.update(nonce=nonce, time=text_of(datetime.now(timezone.utc)), **more)
    return json.dumps(request, indent=2) + "\n"


def read_activation(text, public_keys, product, hardware_id, nonce, given_up=(), tolerance=TOLERANCE):
    """The license in an activation file that answers this device's request. Raises Refused."""
    license = verify(text, public_keys, product, tolerance=tolerance)
    activation = license.get("activation")
    if activation is None:
        raise Refused("noActivation")
    if activation["key"] in given_up:
        raise Refused("givenUp")
    if activation["hardwareId"] != hardware_id:
        raise Refused("otherDevice")
    if activation["nonce"] != nonce:
        raise Refused("otherRequest")
    return license


def proof_of(activation, nonce):
    """The proof, in a request with this nonce, that the file with this activation was given up."""
    text = "portico-deactivation-v1.%s.%s" % (activation["key"], nonce)
    return base64.urlsafe_b64encode(hashlib.sha256(text.encode()).digest()).decode().rstrip("=")


def base32(text, characters):
    """The first bits of the text's SHA-256, in Crockford's base32."""
    number = int.from_bytes(hashlib.sha256(text.encode()).digest(), "big")
    letters = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
    return "".join(letters[number >> (256 - 5 * (index + 1)) & 31] for index in range(characters))


def short_hardware_id(hardware_id):
    """The hardware ID in a short code and in the activation file that answers the code."""
    return hardware_id if re.fullmatch("[A-Z0-9-]{1,40}", hardware_id) else base32(hardware_id, 16)


def short_code(product, hardware_id):
    """The code that users type instead of uploading a request."""
    short = short_hardware_id(hardware_id)
    return "PR2.%s.%s" % (short, base32("portico-request-v2.%s.%s" % (product, short), 4))
