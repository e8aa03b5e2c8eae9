ALTER TABLE "exports" ADD COLUMN "api_key_id" uuid;--> statement-breakpoint
ALTER TABLE "exports" ADD COLUMN "api_key_name" text;