ALTER TABLE "downloads" ALTER COLUMN "user_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "alert_notes" ADD COLUMN "api_key_id" uuid;--> statement-breakpoint
ALTER TABLE "alert_notes" ADD COLUMN "api_key_name" text;--> statement-breakpoint
ALTER TABLE "comments" ADD COLUMN "api_key_id" uuid;--> statement-breakpoint
ALTER TABLE "comments" ADD COLUMN "api_key_name" text;--> statement-breakpoint
ALTER TABLE "downloads" ADD COLUMN "api_key_id" uuid;--> statement-breakpoint
ALTER TABLE "downloads" ADD CONSTRAINT "downloads_api_key_id_api_keys_id_fk" FOREIGN KEY ("api_key_id") REFERENCES "public"."api_keys"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "downloads_api_key_id_created_at_index" ON "downloads" USING btree ("api_key_id","created_at");