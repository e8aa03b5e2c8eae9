ALTER TABLE "comments" ADD COLUMN "about_trip_id" uuid;--> statement-breakpoint
ALTER TABLE "comments" ADD COLUMN "is_under_way" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "trip_aliases" ADD COLUMN "start_us" bigint;--> statement-breakpoint
ALTER TABLE "trip_aliases" ADD COLUMN "end_us" bigint;--> statement-breakpoint
ALTER TABLE "trip_aliases" ADD COLUMN "captain_id" uuid;--> statement-breakpoint
ALTER TABLE "trip_aliases" ADD CONSTRAINT "trip_aliases_captain_id_captains_id_fk" FOREIGN KEY ("captain_id") REFERENCES "public"."captains"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
UPDATE "comments" SET "about_trip_id" = "trip_id", "is_under_way" = "trip_id" IS NOT NULL AND EXISTS (
  SELECT FROM "trips" WHERE "trips"."id" = "comments"."trip_id"
    AND "comments"."created_at" >= to_timestamp("trips"."start_us" / 1e6)
    AND ("trips"."end_us" IS NULL OR "comments"."created_at" <= to_timestamp("trips"."end_us" / 1e6))
);--> statement-breakpoint
UPDATE "alerts" SET "trip_id" = "trips"."id" FROM "trips"
  WHERE "alerts"."trip_id" IS NOT NULL AND "trips"."vessel_id" = "alerts"."vessel_id"
    AND "alerts"."trigger_us" BETWEEN "trips"."start_us" AND coalesce("trips"."end_us", "trips"."last_record_us");
