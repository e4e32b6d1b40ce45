"""Decides about every vendor of a CSV file, and prints the file with the verdicts.

    VENDOR_COMPLIANCE_URL=https://… python3 check_spreadsheet.py vendors.csv festival 2026-05-01 > checked.csv

The file needs a column license_number. With VENDOR_COMPLIANCE_KEY more vendors a minute are decided. Python 3.8 or later, no package.
"""

import csv
import json
import os
import sys
import time
import urllib.error
import urllib.request



def refuse(why):
    print(why, file=sys.stderr)
    sys.exit(2)


KEY = os.environ.get("VENDOR_COMPLIANCE_KEY")
SERVICE = os.environ.get("VENDOR_COMPLIANCE_URL") or refuse("Set VENDOR_COMPLIANCE_URL to the address of the service.")
ADDRESS = SERVICE.rstrip("/") + "/api/v1/decisions"
# Each vendor of a list counts against the limit: 60 a minute for everybody, 600 with a key.
AT_ONCE = 200 if KEY else 50
NEW = ["verdict", "reasons", "documents", "receipt_number", "receipt", "error"]


def decide(body):
    headers = {"content-type": "application/json", **({"authorization": f"Bearer {KEY}"} if KEY else {})}
    request = urllib.request.Request(ADDRESS, json.dumps(body).encode(), headers)
    while True:
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                return json.load(answer)["data"]
        except urllib.error.HTTPError as error:
            if error.code not in (429, 503):
                sys.exit(f"{error.code}: {error.read().decode()}")
            time.sleep(int(error.headers.get("retry-after", 60)))


def harmless(value):
    """A spreadsheet runs what begins like a formula."""
    return f"'{value}" if value[:1] in ("=", "+", "-", "@", "\t", "\r") else value


def cells(entry):
    if entry["error"]:
        # An error means unknown: never read it as "nothing against this vendor".
        return {"verdict": "UNKNOWN", "error": entry["error"]["message"]}
    decision = entry["decision"]
    return {
        "verdict": decision["verdict"],
        "reasons": " ".join(reason["text"] for reason in decision["reasons"]),
        "documents": ", ".join(document["name"] for document in decision["required_documents"]),
        "receipt_number": decision["receipt_number"],
        "receipt": decision["receipt"],
    }


if len(sys.argv) != 4:
    refuse("Name the CSV file, the kind of event and its day: check_spreadsheet.py vendors.csv festival 2026-05-01")
path, event_type, event_date = sys.argv[1:]
try:
    with open(path, newline="", encoding="utf-8-sig") as file:
        table = csv.DictReader(file)
        rows, columns = list(table), list(table.fieldnames or [])
except (OSError, UnicodeDecodeError) as error:
    refuse(f"{path} cannot be read: {error}")
if "license_number" not in columns:
    refuse(f"{path} has no column license_number")
out = csv.DictWriter(sys.stdout, columns + NEW, extrasaction="ignore", restval="")
out.writeheader()
for start in range(0, len(rows), AT_ONCE):
    part = rows[start : start + AT_ONCE]
    vendors = [{"license_number": row["license_number"] or ""} for row in part]
    for row, entry in zip(part, decide({"vendors": vendors, "event_type": event_type, "event_date": event_date})):
        out.writerow({name: harmless(value or "") for name, value in {**row, **cells(entry)}.items() if name})
