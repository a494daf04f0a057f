#nullable disable
using System;
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using System.Linq;
using System.Net.Http;
using System.Net.Http.Headers;
using System.Security.Cryptography;
using System.Text;
using System.Text.Json.Nodes;
using System.Text.RegularExpressions;
using System.Threading.Tasks;

namespace PorticoLicensing
{
    /// <summary>A file was not accepted. The message is the reason.</summary>
    public sealed class Refused : Exception
    {
        public Refused(string reason) : base(reason) { }
    }

    /// <summary>The portal gave no signed answer, or is too busy. Its last answer is still valid.</summary>
    public sealed class PortalAway : Exception
    {
        public PortalAway(string reason, TimeSpan retryAfter = default(TimeSpan), Exception cause = null) : base(reason, cause)
        {
            RetryAfter = retryAfter;
        }

        public TimeSpan RetryAfter { get; }
    }

    /// <summary>The portal refused the call. Branch on Code; Data is additionalData, and Answer is the whole answer.</summary>
    public sealed class Problem : Exception
    {
        public Problem(JsonObject answer) : base((string)answer["code"] + ": " + (string)answer["message"])
        {
            Answer = answer;
        }

        public JsonObject Answer { get; }
        public string Code => (string)Answer["code"];
        public new JsonNode Data => Answer["additionalData"];
    }

    /// <summary>Signatures, texts and times.</summary>
    public static class Portico
    {
        public static readonly TimeSpan Tolerance = TimeSpan.FromSeconds(300);
        private const string TimeFormat = "yyyy-MM-dd'T'HH:mm:ss.fff'Z'";

        /// <summary>Whether these 64 bytes are the key's Ed25519 signature of the message.</summary>
        public static bool IsSigned(byte[] key, byte[] message, byte[] signature)
        {
            var ed25519 = NSec.Cryptography.SignatureAlgorithm.Ed25519;
            var imported = NSec.Cryptography.PublicKey.Import(ed25519, key, NSec.Cryptography.KeyBlobFormat.RawPublicKey);
            return ed25519.Verify(imported, message, signature);
        }

        /// <summary>The public keys by id, from the portal's list of keys.</summary>
        public static Dictionary<string, byte[]> ReadKeys(string text) =>
            JsonNode.Parse(text)["keys"].AsArray().ToDictionary(key => (string)key["keyId"], key => ReadBytes((string)key["publicKey"]));

        public static byte[] ReadBytes(string text)
        {
            if (!Regex.IsMatch(text, @"\A[A-Za-z0-9_-]*\z") || text.Length % 4 == 1) throw new FormatException("not base64url");
            return Convert.FromBase64String(text.Replace('-', '+').Replace('_', '/').PadRight((text.Length + 3) / 4 * 4, '='));
        }

        public static string WriteBytes(byte[] bytes) =>
            Convert.ToBase64String(bytes).TrimEnd('=').Replace('+', '-').Replace('/', '_');

        public static DateTimeOffset ReadTime(JsonNode text) =>
            DateTimeOffset.ParseExact((string)text, TimeFormat, CultureInfo.InvariantCulture, DateTimeStyles.AssumeUniversal);

        public static string WriteTime(DateTimeOffset time) => time.UtcDateTime.ToString(TimeFormat, CultureInfo.InvariantCulture);

        public static string NewNonce() => WriteBytes(RandomBytes(16));

        public static byte[] RandomBytes(int count)
        {
            var bytes = new byte[count];
            using (var generator = RandomNumberGenerator.Create()) generator.GetBytes(bytes);
            return bytes;
        }

        public static byte[] Hash(string text)
        {
            using (var hash = SHA256.Create()) return hash.ComputeHash(Encoding.UTF8.GetBytes(text));
        }
    }

    /// <summary>License files, and the files of offline devices.</summary>
    public static class LicenseFile
    {
        private const int MostLength = 16 * 1024 * 1024;

        /// <summary>The license of this product in a file. Throws Refused.</summary>
        public static JsonObject Verify(
            string text, IReadOnlyDictionary<string, byte[]> publicKeys, string product, string hardwareId = null,
            TimeSpan? tolerance = null)
        {
            var now = DateTimeOffset.UtcNow;
            var leeway = tolerance ?? Portico.Tolerance;
            if (text.Length > MostLength) throw new Refused("malformed");
            bool isKnown;
            string keyId, payload;
            byte[] signature, contents;
            try
            {
                var file = JsonNode.Parse(text);
                isKnown = (string)file["format"] == "portico-license" && (int)file["version"] == 1
                    && (string)file["algorithm"] == "Ed25519";
                keyId = (string)file["keyId"];
                payload = (string)file["payload"];
                signature = Portico.ReadBytes((string)file["signature"]);
                contents = Portico.ReadBytes(payload);
            }
            catch (Exception)
            {
                throw new Refused("malformed");
            }
            if (!isKnown || keyId == null || signature.Length != 64) throw new Refused("malformed");
            byte[] key;
            if (!publicKeys.TryGetValue(keyId, out key)) throw new Refused("unknownKey");
            if (!Portico.IsSigned(key, Encoding.UTF8.GetBytes("portico-license-v1." + payload), signature)) throw new Refused("signature");
            // The payload is read only after its signature was verified.
            var license = JsonNode.Parse(Encoding.UTF8.GetString(contents)).AsObject();
            if (ProductIn(license, product) == null) throw new Refused("otherProduct");
            if (Portico.ReadTime(license["issuedAt"]) > now + leeway) throw new Refused("notYetIssued");
            var expiresAt = license["expiresAt"];
            if (expiresAt != null && Portico.ReadTime(expiresAt) + leeway <= now) throw new Refused("expired");
            var devices = license["hardwareIds"];
            if (hardwareId != null && devices != null && !devices.AsArray().Any(device => (string)device == hardwareId))
                throw new Refused("otherDevice");
            return license;
        }

        /// <summary>What a license covers of a product; null if it does not cover it.</summary>
        public static JsonNode ProductIn(JsonObject license, string product) =>
            license["products"].AsArray().FirstOrDefault(each => (string)each["product"] == product);

        /// <summary>The license in an activation file that answers this device's request. Throws Refused.</summary>
        public static JsonObject ReadActivation(
            string text, IReadOnlyDictionary<string, byte[]> publicKeys, string product, string hardwareId, string nonce,
            ICollection<string> givenUp, TimeSpan? tolerance = null)
        {
            var license = Verify(text, publicKeys, product, null, tolerance);
            var activation = license["activation"];
            if (activation == null) throw new Refused("noActivation");
            if (givenUp.Contains((string)activation["key"])) throw new Refused("givenUp");
            if ((string)activation["hardwareId"] != hardwareId) throw new Refused("otherDevice");
            if ((string)activation["nonce"] != nonce) throw new Refused("otherRequest");
            return license;
        }

        /// <summary>The text of Portico-Request.json. The kind is activation or deactivation; `more` contains further fields.</summary>
        public static string Request(string kind, string product, string hardwareId, string nonce, JsonObject more)
        {
            more["format"] = "portico-request";
            more["version"] = 1;
            more["kind"] = kind;
            more["product"] = product;
            more["hardwareId"] = hardwareId;
            more["nonce"] = nonce;
            more["time"] = Portico.WriteTime(DateTimeOffset.UtcNow);
            return more.ToJsonString();
        }

        /// <summary>The proof, in a request with this nonce, that the file with this activation was given up.</summary>
        public static string Proof(JsonNode activation, string nonce) =>
            Portico.WriteBytes(Portico.Hash("portico-deactivation-v1." + (string)activation["key"] + "." + nonce));

        /// <summary>The code that users type instead of uploading a request.</summary>
        public static string ShortCode(string product, string hardwareId)
        {
            var id = ShortHardwareId(hardwareId);
            return "PR2." + id + "." + Base32("portico-request-v2." + product + "." + id, 4);
        }

        /// <summary>The hardware ID in a short code and in the activation file that answers the code.</summary>
        public static string ShortHardwareId(string hardwareId) =>
            Regex.IsMatch(hardwareId, @"\A[A-Z0-9-]{1,40}\z") ? hardwareId : Base32(hardwareId, 16);

        /// <summary>The first bits of the text's SHA-256, in Crockford's base32.</summary>
        private static string Base32(string text, int characters)
        {
            var hash = Portico.Hash(text);
            var found = new StringBuilder();
            for (var bit = 0; bit < characters * 5; bit += 5)
            {
                var pair = hash[bit / 8] << 8 | hash[bit / 8 + 1];
                found.Append("0123456789ABCDEFGHJKMNPQRSTVWXYZ"[pair >> (11 - bit % 8) & 31]);
            }
            return found.ToString();
        }
    }

    /// <summary>
    /// The portal, for one token. The public keys are raw keys by their ids; product is the catalog's id of the product.
    /// </summary>
    public sealed class Portal
    {
        private static readonly TimeSpan LongestWait = TimeSpan.FromSeconds(30);
        private static readonly HttpClient Http = new HttpClient(new HttpClientHandler { AllowAutoRedirect = false })
        {
            Timeout = TimeSpan.FromSeconds(10),
            MaxResponseContentBufferSize = 1024 * 1024,
        };
        private readonly Uri address;
        private readonly string token, product, version;
        private readonly IReadOnlyDictionary<string, byte[]> publicKeys;

        public Portal(
            Uri address, string token, IReadOnlyDictionary<string, byte[]> publicKeys, string product, string version = null)
        {
            this.address = address;
            this.token = token;
            this.publicKeys = publicKeys;
            this.product = product;
            this.version = version;
        }

        public int Retries { get; set; } = 3;
        public TimeSpan Pause { get; set; } = TimeSpan.FromMilliseconds(500);
        /// <summary>How much the portal's clock is ahead, once the portal has reported a difference.</summary>
        public TimeSpan Ahead { get; private set; }
        /// <summary>The last answer with its signature, as text to store.</summary>
        public string Last { get; private set; }
        /// <summary>The time by this clock, corrected by the portal's.</summary>
        public DateTimeOffset Now => DateTimeOffset.UtcNow + Ahead;

        /// <summary>
        /// The portal's answer. Throws Problem or PortalAway. The nonce is never kept, so that only the portal can answer.
        /// The fields get those that every request has.
        /// </summary>
        public async Task<JsonObject> Call(string call, JsonObject fields)
        {
            var nonce = Portico.NewNonce();
            var wasCorrected = false;
            for (var attempt = 0; ; )
            {
                TimeSpan wait;
                try
                {
                    return await Ask(call, fields, nonce);
                }
                catch (Problem problem) when (problem.Code == "ClockDiffers" && !wasCorrected)
                {
                    // The answer has this call's nonce, so its time is current.
                    Ahead = Portico.ReadTime(problem.Answer["time"]) - DateTimeOffset.UtcNow;
                    wasCorrected = true;
                    continue;
                }
                catch (PortalAway away) when (attempt < Retries && away.RetryAfter <= LongestWait)
                {
                    // Random, so that products that lost the portal together do not return together.
                    var chance = 0.5 + Portico.RandomBytes(1)[0] / 512.0;
                    wait = away.RetryAfter + TimeSpan.FromMilliseconds(Pause.TotalMilliseconds * Math.Pow(2, attempt) * chance);
                    attempt++;
                }
                await Task.Delay(wait);
            }
        }

        /// <summary>Makes the call once.</summary>
        private async Task<JsonObject> Ask(string call, JsonObject fields, string nonce)
        {
            fields["nonce"] = nonce;
            fields["time"] = Portico.WriteTime(Now);
            if (version != null) fields["version"] = version;
            var received = await Send("/api/licensing/v1/" + call, fields.ToJsonString());
            var answer = Open(received);
            var isClock = (string)answer["code"] == "ClockDiffers";
            // If the portal could not read the request, the nonce is null. Such an answer is always an error.
            var isUnread = answer["nonce"] == null && received.Status >= 400 && !isClock;
            if ((string)answer["call"] != call || (!isUnread && (string)answer["nonce"] != nonce))
                throw new PortalAway("it answers something else");
            if (!isClock && (Portico.ReadTime(answer["time"]) - Now).Duration() > Portico.Tolerance)
                throw new PortalAway("it is of another time");
            if (received.Status == 429 || received.Status >= 500) throw new PortalAway((string)answer["code"], received.RetryAfter);
            if (received.Status != 200) throw new Problem(answer);
            var foreign = ForeignReason(answer, (string)fields["hardwareId"]);
            if (foreign != null) throw new PortalAway(foreign);
            Last = new JsonObject
            {
                ["status"] = received.Status,
                ["signature"] = received.Signature,
                ["text"] = Encoding.UTF8.GetString(received.Text),
            }.ToJsonString();
            return answer;
        }

        /// <summary>An unverified answer with any status.</summary>
        private sealed class Received
        {
            public int Status;
            public string Signature;
            public byte[] Text;
            public TimeSpan RetryAfter;
        }

        private async Task<Received> Send(string path, string body)
        {
            using (var request = new HttpRequestMessage(HttpMethod.Post, new Uri(address, path)))
            {
                request.Content = new StringContent(body, Encoding.UTF8, "application/json");
                request.Headers.Authorization = new AuthenticationHeaderValue("Bearer", token);
                try
                {
                    using (var response = await Http.SendAsync(request))
                    {
                        IEnumerable<string> signatures;
                        var isSigned = response.Headers.TryGetValues("Licensing-Signature", out signatures);
                        return new Received
                        {
                            Status = (int)response.StatusCode,
                            Signature = isSigned ? signatures.First() : "",
                            Text = await response.Content.ReadAsByteArrayAsync(),
                            RetryAfter = response.Headers.RetryAfter?.Delta ?? TimeSpan.Zero,
                        };
                    }
                }
                catch (Exception cause) when (cause is HttpRequestException || cause is TaskCanceledException || cause is IOException)
                {
                    throw new PortalAway("no answer", TimeSpan.Zero, cause);
                }
            }
        }

        /// <summary>Verifies an answer before parsing it.</summary>
        private JsonObject Open(Received received)
        {
            var found = Regex.Match(received.Signature, "\\AkeyId=\"([A-Za-z0-9_.-]{1,64})\", ?signature=\"([A-Za-z0-9_-]{86})\"\\z");
            byte[] key;
            if (!found.Success || !publicKeys.TryGetValue(found.Groups[1].Value, out key))
                throw new PortalAway("nobody signed the answer", received.RetryAfter);
            var begin = Encoding.UTF8.GetBytes("portico-licensing-v1." + received.Status.ToString(CultureInfo.InvariantCulture) + ".");
            if (!Portico.IsSigned(key, begin.Concat(received.Text).ToArray(), Portico.ReadBytes(found.Groups[2].Value)))
                throw new PortalAway("the signature is wrong");
            return JsonNode.Parse(Encoding.UTF8.GetString(received.Text)).AsObject();
        }

        /// <summary>An earlier answer, from a stored Last. Verified again, so that editing the file cannot prolong a license.</summary>
        public JsonObject OpenKept(string kept)
        {
            Received received;
            try
            {
                var parts = JsonNode.Parse(kept);
                received = new Received
                {
                    Status = (int)parts["status"],
                    Signature = (string)parts["signature"] ?? "",
                    Text = Encoding.UTF8.GetBytes((string)parts["text"]),
                };
            }
            catch (Exception cause)
            {
                throw new PortalAway("what was kept is unreadable", TimeSpan.Zero, cause);
            }
            return Open(received);
        }

        /// <summary>Why an answer is of another product, or a yes for another device; null if it is neither.</summary>
        private string ForeignReason(JsonObject answer, string hardwareId)
        {
            var license = answer["license"];
            var device = answer["device"];
            if (license != null && (string)license["product"] != product) return "it is of another product";
            var isYes = answer["valid"] == null || (bool)answer["valid"];
            var isOther = hardwareId != null && device != null && (string)device["hardwareId"] != hardwareId;
            return isYes && isOther ? "it is of another device" : null;
        }

        /// <summary>Whether an earlier yes still allows this device to run while the portal is unreachable.</summary>
        public bool StillCounts(JsonObject said, string hardwareId)
        {
            if (said["valid"] != null && !(bool)said["valid"]) return false;
            var license = said["license"];
            if (license == null || said["device"] == null || ForeignReason(said, hardwareId) != null) return false;
            var begin = Portico.ReadTime(said["time"]);
            if (license["expiresAt"] != null && Now >= Portico.ReadTime(license["expiresAt"])) return false;
            DateTimeOffset end;
            if (said["session"] != null) end = Portico.ReadTime(said["session"]["expiresAt"]);
            else if ((string)license["model"] == "floating") return false;
            else end = begin + TimeSpan.FromHours((int)said["offlineHours"]);
            // A clock that is behind the time that the portal signed was set back.
            return Now >= begin - Portico.Tolerance && Now < end;
        }
    }
}
