ALTER TABLE "log_imports" ADD COLUMN "rollover" jsonb;--> statement-breakpoint
ALTER TABLE "log_imports" ADD COLUMN "weeks_added" integer;