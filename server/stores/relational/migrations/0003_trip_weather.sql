ALTER TABLE "trips" ADD COLUMN "weather_source" text;--> statement-breakpoint
ALTER TABLE "trips" ADD COLUMN "weather_up_to_us" bigint;