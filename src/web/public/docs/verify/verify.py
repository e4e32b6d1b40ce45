# python3 verify.py receipt.txt jwks.json
import base64
import json
import sys

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey


def decode(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


receipt, key_set = (open(file, encoding="utf-8").read().strip() for file in sys.argv[1:3])
jws = json.loads(decode(receipt))
first, second = jws["signatures"]
head = json.loads(decode(second["protected"]))
key = next((each for each in json.loads(key_set)["keys"] if each["kid"] == head["kid"]), None)
if key is None:
    sys.exit("Its key is not in the key set.")
if key.get("compromised_at"):
    sys.exit("Its key was found out: anybody may have signed it.")
if head["alg"] != "EdDSA" or key["crv"] != "Ed25519" or head["hs256"] != first["signature"]:
    sys.exit("The signature does not match.")
signed = f"{second['protected']}.{jws['payload']}".encode()
# Raises InvalidSignature unless exactly this text was signed.
Ed25519PublicKey.from_public_bytes(decode(key["x"])).verify(decode(second["signature"]), signed)
claims = json.loads(decode(jws["payload"]))
if claims["typ"] != "vendor-decision-receipt":
    sys.exit("Signed, but no receipt.")
print("GENUINE", json.dumps(claims, indent=2, ensure_ascii=False))
