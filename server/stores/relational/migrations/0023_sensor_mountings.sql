CREATE TABLE "sensor_mountings" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"sensor_id" uuid NOT NULL,
	"valid_from_us" bigint NOT NULL,
	"place" text,
	"x_axis" text NOT NULL,
	"z_axis" text NOT NULL,
	"levelling" jsonb,
	"created_by" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"removed_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "sensor_mountings" ADD CONSTRAINT "sensor_mountings_sensor_id_sensors_id_fk" FOREIGN KEY ("sensor_id") REFERENCES "public"."sensors"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sensor_mountings" ADD CONSTRAINT "sensor_mountings_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "sensor_mountings_once" ON "sensor_mountings" USING btree ("sensor_id","valid_from_us") WHERE "sensor_mountings"."removed_at" is null;--> statement-breakpoint
ALTER TABLE "sensors" DROP COLUMN "mounting";