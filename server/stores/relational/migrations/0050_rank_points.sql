-- Points no longer wait for a captain: they are of the trip, and whoever it is given to has them at once.
UPDATE "trips" SET "rank_points" = floor(("stats"->>'score')::float8 * least("distance_m" / 1852, 200) + 0.5 + 1e-9)
  WHERE "captain_id" IS NULL AND "stats"->>'score' IS NOT NULL;
