CREATE TABLE "detail_requests" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"vessel_id" uuid NOT NULL,
	"device_id" text NOT NULL,
	"from_us" bigint NOT NULL,
	"to_us" bigint NOT NULL,
	"asked_by" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"waiting_bytes" bigint,
	"is_dropped" boolean DEFAULT false NOT NULL,
	"ended_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "detail_requests" ADD CONSTRAINT "detail_requests_vessel_id_vessels_id_fk" FOREIGN KEY ("vessel_id") REFERENCES "public"."vessels"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "detail_requests" ADD CONSTRAINT "detail_requests_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "detail_requests" ADD CONSTRAINT "detail_requests_asked_by_users_id_fk" FOREIGN KEY ("asked_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "detail_requests_vessel_id_from_us_index" ON "detail_requests" USING btree ("vessel_id","from_us");--> statement-breakpoint
CREATE INDEX "detail_requests_device_id_index" ON "detail_requests" USING btree ("device_id") WHERE "detail_requests"."ended_at" is null;