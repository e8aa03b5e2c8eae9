ALTER TABLE "log_imports" ADD COLUMN "no_trip" text;--> statement-breakpoint
ALTER TABLE "trips" ADD COLUMN "sea_state" text DEFAULT 'assumed' NOT NULL;