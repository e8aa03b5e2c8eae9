-- A vessel sets sail once at a time: of two writers that found the same trip one is refused and looks again. Trips that
-- were deleted stay beside those that took their place; within a transaction trips may trade their starts.
DELETE FROM "trips" "one" USING "trips" "other" WHERE "one"."vessel_id" = "other"."vessel_id" AND "one"."start_us" = "other"."start_us" AND NOT "one"."is_deleted" AND NOT "other"."is_deleted" AND "one"."number" > "other"."number";
--> statement-breakpoint
ALTER TABLE "trips" ADD CONSTRAINT "trips_once" EXCLUDE USING btree ("vessel_id" WITH =, "start_us" WITH =) WHERE (NOT "is_deleted") DEFERRABLE INITIALLY DEFERRED;
