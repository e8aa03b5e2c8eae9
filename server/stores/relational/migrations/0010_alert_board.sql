ALTER TABLE "alerts" ADD COLUMN "silent_since_us" bigint;--> statement-breakpoint
ALTER TABLE "alerts" ADD COLUMN "board" text;--> statement-breakpoint
CREATE INDEX "alerts_silent" ON "alerts" USING btree ("vessel_id") WHERE "alerts"."is_open" and "alerts"."silent_since_us" is not null;