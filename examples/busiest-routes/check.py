"""Joins routes and airports with Python. Prints JSON. Usage: check.py <flights.csv> <airports.csv> <min flights>"""
import csv
import json
import math
import sys

flights_file, airports_file, minimum = sys.argv[1], sys.argv[2], int(sys.argv[3])
with open(airports_file, encoding="utf-8", newline="") as file:
    airports = {row["iata"]: row for row in csv.DictReader(file)}
with open(flights_file, encoding="utf-8", newline="") as file:
    routes = list(csv.DictReader(file))


def angle(one, other):
    """Between two points, from their unit vectors: another way than the haversine formula of the example."""
    def vector(row):
        lat, lon = math.radians(float(row["latitude"])), math.radians(float(row["longitude"]))
        return (math.cos(lat) * math.cos(lon), math.cos(lat) * math.sin(lon), math.sin(lat))
    a, b = vector(one), vector(other)
    cross = (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])
    return math.atan2(math.hypot(*cross), sum(x * y for x, y in zip(a, b)))


def place(row):
    return row["name"] if row["city"] == "NA" else row["city"]


joined, problems = [], 0
for route in routes:
    ends = [airports.get(route["origin"]), airports.get(route["destination"])]
    if None in ends or route["origin"] == route["destination"] or any(end["state"] == "NA" for end in ends):
        problems += 1
        continue
    joined.append({
        "origin": route["origin"], "destination": route["destination"], "flights": int(route["count"]),
        "fromCity": place(ends[0]), "fromState": ends[0]["state"], "toCity": place(ends[1]), "toState": ends[1]["state"],
        "km": 6371 * angle(*ends),
    })
chosen = sorted((one for one in joined if one["flights"] >= minimum), key=lambda one: (-one["flights"], one["origin"] + one["destination"]))
print(json.dumps({
    "read": len(routes), "joined": len(joined), "problems": problems, "chosen": len(chosen),
    "flights": sum(one["flights"] for one in chosen), "top": chosen[:25],
    "bands": [
        sum(low <= one["km"] < high for one in chosen)
        for low, high in ((0, 500), (500, 1000), (1000, 2000), (2000, 4000), (4000, math.inf))
    ],
}))
