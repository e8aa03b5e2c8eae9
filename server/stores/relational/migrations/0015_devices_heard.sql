ALTER TABLE "devices" ADD COLUMN "heard" jsonb;--> statement-breakpoint
CREATE INDEX "rejections_device_id_received_at_index" ON "rejections" USING btree ("device_id","received_at");