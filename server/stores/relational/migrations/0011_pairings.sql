CREATE TABLE "pairings" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "pairings_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"device_id" text NOT NULL,
	"vessel_id" uuid,
	"paired_at" timestamp (3) with time zone NOT NULL,
	"unpaired_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "devices" ADD COLUMN "revoked_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "pairings" ADD CONSTRAINT "pairings_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pairings" ADD CONSTRAINT "pairings_vessel_id_vessels_id_fk" FOREIGN KEY ("vessel_id") REFERENCES "public"."vessels"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "pairings_device_now" ON "pairings" USING btree ("device_id") WHERE "pairings"."unpaired_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "pairings_vessel_now" ON "pairings" USING btree ("vessel_id") WHERE "pairings"."unpaired_at" is null;--> statement-breakpoint
CREATE INDEX "pairings_device_id_paired_at_index" ON "pairings" USING btree ("device_id","paired_at");--> statement-breakpoint
CREATE INDEX "pairings_vessel_id_paired_at_index" ON "pairings" USING btree ("vessel_id","paired_at");