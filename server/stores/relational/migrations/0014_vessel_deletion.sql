ALTER TABLE "vessels" ADD COLUMN "device_labels" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "vessels" ADD COLUMN "deleted_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "vessels" ADD COLUMN "emptied_at" timestamp (3) with time zone;