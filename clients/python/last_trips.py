"""Prints the newest trips of each vessel and writes a comment, with nothing but the standard library.

TAFFRAIL_URL=https://taffrail.example TAFFRAIL_KEY=bk_... python3 last_trips.py
"""

import json
import os
import sys
import urllib.error
import urllib.parse
import urllib.request
import uuid

API = os.environ["TAFFRAIL_URL"].rstrip("/") + "/public/v1"
KEY = os.environ["TAFFRAIL_KEY"]


def call(method, path, query=None, body=None):
    """The answer of a call. A write carries a word of its own, so that sending it again does not do it again."""
    url = API + path + ("?" + urllib.parse.urlencode(query) if query else "")
    headers = {"Authorization": "Bearer " + KEY, "Content-Type": "application/json"}
    if method != "GET":
        headers["Idempotency-Key"] = str(uuid.uuid4())
    data = json.dumps(body).encode() if body is not None else None
    request = urllib.request.Request(url, data=data, headers=headers, method=method)
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)


def every(path, query=None):
    """All rows of a list, page by page."""
    skip = 0
    while True:
        page = call("GET", path, {**(query or {}), "skip": skip, "limit": 100})
        yield from page["data"]
        skip += len(page["data"])
        if not page["data"] or skip >= page["total"]:
            return


def main():
    for vessel in every("/vessels", {"order[name]": "asc"}):
        asked = {"filter[vessel_id][eq]": vessel["id"], "order[start_time]": "desc", "limit": 3}
        trips = call("GET", "/trips", asked)["data"]
        for trip in trips:
            print(vessel["name"], trip["id"], trip["start_time"])
        if trips:
            comment = call("POST", "/comments", body={"trip_id": trips[0]["id"], "text": "Seen by a program."})
            print("comment by", comment["api_key"]["name"])


if __name__ == "__main__":
    try:
        main()
    except urllib.error.HTTPError as refusal:
        problem = json.load(refusal)
        wait = refusal.headers.get("Retry-After")
        print(problem["code"], problem["message"], f"Credits are back in {wait} s." if wait else "", file=sys.stderr)
        sys.exit(1)
