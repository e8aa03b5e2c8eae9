ALTER TABLE "alerts" ALTER COLUMN "text" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "alerts" ADD COLUMN "facts" jsonb;--> statement-breakpoint
UPDATE "alerts" SET
  "facts" = jsonb_build_object(
    'kind', 'impact',
    'impact', substring("alerts"."text" from '^Impact of ([0-9.]+) g')::float8,
    'limit', coalesce(substring("alerts"."text" from 'limit of ([0-9.]+) g$')::float8, "vessels"."impact_limit_g")
  ),
  "text" = NULL
FROM "vessels"
WHERE "vessels"."id" = "alerts"."vessel_id" AND "alerts"."text" ~ '^Impact of [0-9.]+ g(, above the limit of [0-9.]+ g)?$';
