"""Works out what the report must say, with Python's own csv module. Prints JSON. Usage: check.py <birdstrikes.csv>"""
import csv
import json
import re
import sys
from collections import Counter

JUDGED = ("None", "Minor", "Medium", "Substantial")


def airport_name(text):
    text = re.sub(r" (ARPT|AIRPORT)$", "", text)
    text = re.sub(r"[A-Z]+", lambda m: m[0].capitalize(), text)
    # A letter after an apostrophe is upper case as well: O'Hare. The capitalised runs of letters give that.
    return re.sub(r"\b(Afb|Ny|Or)\b", lambda m: m[0].upper(), text)


with open(sys.argv[1], encoding="utf-8", newline="") as file:
    rows = list(csv.DictReader(file))

unique = list({tuple(row.items()): row for row in rows}.values())
judged = [row for row in unique if row["Effect Amount of damage"] in JUDGED]


def group(key):
    strikes = Counter(key(row) for row in unique)
    known = Counter(key(row) for row in judged)
    damaged = Counter(key(row) for row in judged if row["Effect Amount of damage"] != "None")
    cost = Counter()
    for row in unique:
        cost[key(row)] += int(row["Cost Total $"])
    entries = sorted(strikes, key=lambda one: (-strikes[one], one))
    return [
        {"name": one, "strikes": strikes[one], "damaged": damaged[one], "judged": known[one], "cost": cost[one]}
        for one in entries
    ]


dates = sorted(row["Flight Date"] for row in unique)
damaged = sum(row["Effect Amount of damage"] != "None" for row in judged)
print(json.dumps({
    "read": len(rows),
    "kept": len(unique),
    "unclear": len(unique) - len(judged),
    "no_speed": sum(row["Speed IAS in knots"] == "" for row in unique),
    "from": dates[0],
    "to": dates[-1],
    "damaged": damaged,
    "share": damaged / len(judged),
    "cost": sum(int(row["Cost Total $"]) for row in unique),
    "years": sorted(Counter(int(row["Flight Date"][:4]) for row in unique).items()),
    "months": sorted(Counter(int(row["Flight Date"][5:7]) for row in unique).items()),
    "airports": group(lambda row: airport_name(row["Airport Name"]))[:10],
    "airport_count": len({row["Airport Name"] for row in unique}),
    "species": [one for one in group(lambda row: row["Wildlife Species"]) if not one["name"].startswith("Unknown")][:10],
    "phases": group(lambda row: row["Phase of flight"]),
    "times": group(lambda row: row["Time of day"]),
    "sizes": group(lambda row: row["Wildlife Size"]),
}))
