CREATE TABLE "device_notices" (
	"device_id" text NOT NULL,
	"vessel_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"first_at" timestamp (3) with time zone NOT NULL,
	"last_at" timestamp (3) with time zone NOT NULL,
	"count" bigint NOT NULL,
	"value" double precision,
	CONSTRAINT "device_notices_device_id_vessel_id_kind_pk" PRIMARY KEY("device_id","vessel_id","kind")
);
--> statement-breakpoint
ALTER TABLE "device_notices" ADD CONSTRAINT "device_notices_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_notices" ADD CONSTRAINT "device_notices_vessel_id_vessels_id_fk" FOREIGN KEY ("vessel_id") REFERENCES "public"."vessels"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "device_notices_last_at_index" ON "device_notices" USING btree ("last_at");