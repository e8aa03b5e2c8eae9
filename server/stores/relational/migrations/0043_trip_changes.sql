ALTER TABLE "trips" ADD COLUMN "changed_from_us" bigint;--> statement-breakpoint
ALTER TABLE "trips" ADD COLUMN "analysed_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "trips_analysed_at_index" ON "trips" USING btree ("analysed_at");