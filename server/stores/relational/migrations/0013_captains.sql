CREATE TABLE "helm_turns" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"vessel_id" uuid NOT NULL,
	"captain_id" uuid,
	"from_us" bigint NOT NULL,
	"created_by" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "captains" ADD COLUMN "deleted_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "helm_turns" ADD CONSTRAINT "helm_turns_vessel_id_vessels_id_fk" FOREIGN KEY ("vessel_id") REFERENCES "public"."vessels"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "helm_turns" ADD CONSTRAINT "helm_turns_captain_id_captains_id_fk" FOREIGN KEY ("captain_id") REFERENCES "public"."captains"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "helm_turns" ADD CONSTRAINT "helm_turns_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "helm_turns_vessel_id_from_us_index" ON "helm_turns" USING btree ("vessel_id","from_us");--> statement-breakpoint
CREATE INDEX "trips_points" ON "trips" USING btree ("captain_id","rank_points") WHERE "trips"."visible" and not "trips"."is_deleted";