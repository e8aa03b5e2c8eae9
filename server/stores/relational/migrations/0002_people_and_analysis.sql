CREATE TABLE "alerts" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"company_id" uuid NOT NULL,
	"vessel_id" uuid NOT NULL,
	"trip_id" uuid,
	"rule_id" uuid,
	"type" text NOT NULL,
	"severity" text DEFAULT 'critical' NOT NULL,
	"text" text NOT NULL,
	"trigger_us" bigint NOT NULL,
	"latitude_deg" double precision,
	"longitude_deg" double precision,
	"sources" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"is_deleted" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "api_keys" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"company_id" uuid NOT NULL,
	"department_id" uuid NOT NULL,
	"role_id" text NOT NULL,
	"name" text NOT NULL,
	"secret_hash" text NOT NULL,
	"first_digits" text NOT NULL,
	"last_digits" text NOT NULL,
	"last_used_at" timestamp (3) with time zone,
	"used_credits_total" bigint DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "api_keys_secretHash_unique" UNIQUE("secret_hash")
);
--> statement-breakpoint
CREATE TABLE "audit_log" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "audit_log_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"company_id" uuid NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"user_id" uuid,
	"user_name" text NOT NULL,
	"act" text NOT NULL,
	"subject_id" text,
	"subject_name" text,
	"ip" text NOT NULL,
	"before" jsonb,
	"after" jsonb
);
--> statement-breakpoint
CREATE TABLE "comments" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"company_id" uuid NOT NULL,
	"vessel_id" uuid NOT NULL,
	"trip_id" uuid,
	"user_id" uuid,
	"text" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "exports" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"company_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"request" jsonb NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"progress" double precision DEFAULT 0 NOT NULL,
	"token_hash" text NOT NULL,
	"file_key" text,
	"file_name" text NOT NULL,
	"content_type" text NOT NULL,
	"bytes" bigint,
	"error" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "exports_tokenHash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "geofences" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"company_id" uuid NOT NULL,
	"department_id" uuid NOT NULL,
	"name" text NOT NULL,
	"type" text NOT NULL,
	"coordinates" jsonb NOT NULL,
	"radius_m" double precision,
	"is_harbor" boolean DEFAULT false NOT NULL,
	"color" text DEFAULT 'BLUE' NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"modified_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "images" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"company_id" uuid NOT NULL,
	"user_id" uuid,
	"comment_id" uuid,
	"file_key" text NOT NULL,
	"file_name" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "rules" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"company_id" uuid NOT NULL,
	"department_id" uuid NOT NULL,
	"type" text NOT NULL,
	"severity" text NOT NULL,
	"enabled" boolean DEFAULT true NOT NULL,
	"message" text,
	"definition" jsonb NOT NULL,
	"vessels" jsonb NOT NULL,
	"notifications" jsonb NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_by" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sensors" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"vessel_id" uuid NOT NULL,
	"number" smallint NOT NULL,
	"description" text,
	"use_with_safety_speed" boolean DEFAULT false NOT NULL,
	"mounting" jsonb,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "trip_corrections" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"vessel_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"from_us" bigint NOT NULL,
	"to_us" bigint NOT NULL,
	"created_by" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"undone_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "captains" ADD COLUMN "number" integer NOT NULL GENERATED ALWAYS AS IDENTITY (sequence name "captains_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1);--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "contact" text;--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "country" text;--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "region" text;--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "last_login_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "departments" ADD COLUMN "contact" text;--> statement-breakpoint
ALTER TABLE "departments" ADD COLUMN "country" text;--> statement-breakpoint
ALTER TABLE "departments" ADD COLUMN "region" text;--> statement-breakpoint
ALTER TABLE "trips" ADD COLUMN "number" integer NOT NULL GENERATED ALWAYS AS IDENTITY (sequence name "trips_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1);--> statement-breakpoint
ALTER TABLE "trips" ADD COLUMN "rank_points" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "trips" ADD COLUMN "revision" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "trips" ADD COLUMN "analysed_revision" integer DEFAULT -1 NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "subscribed_notifications" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "vessels" ADD COLUMN "external_reference" text;--> statement-breakpoint
ALTER TABLE "vessels" ADD COLUMN "cruising_speed_mps" double precision;--> statement-breakpoint
ALTER TABLE "vessels" ADD COLUMN "displacement_kg" double precision;--> statement-breakpoint
ALTER TABLE "vessels" ADD COLUMN "fuel_capacity_m3" double precision;--> statement-breakpoint
ALTER TABLE "vessels" ADD COLUMN "fuel_type" text DEFAULT 'petrol' NOT NULL;--> statement-breakpoint
ALTER TABLE "vessels" ADD COLUMN "nox_factor_g_per_kg" double precision;--> statement-breakpoint
ALTER TABLE "vessels" ADD COLUMN "year_built" smallint;--> statement-breakpoint
ALTER TABLE "vessels" ADD COLUMN "manufacturer" text;--> statement-breakpoint
ALTER TABLE "vessels" ADD COLUMN "hull_identification_number" text;--> statement-breakpoint
ALTER TABLE "vessels" ADD COLUMN "mmsi" text;--> statement-breakpoint
ALTER TABLE "vessels" ADD COLUMN "target_fuel_rate_l_per_nmi" double precision;--> statement-breakpoint
ALTER TABLE "vessels" ADD COLUMN "guidance_mode" text DEFAULT 'auto' NOT NULL;--> statement-breakpoint
ALTER TABLE "vessels" ADD COLUMN "dashboard_mode" text DEFAULT 'auto' NOT NULL;--> statement-breakpoint
ALTER TABLE "vessels" ADD COLUMN "ignored_fuel_periods" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "alerts" ADD CONSTRAINT "alerts_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alerts" ADD CONSTRAINT "alerts_vessel_id_vessels_id_fk" FOREIGN KEY ("vessel_id") REFERENCES "public"."vessels"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_department_id_departments_id_fk" FOREIGN KEY ("department_id") REFERENCES "public"."departments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "audit_log" ADD CONSTRAINT "audit_log_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "comments" ADD CONSTRAINT "comments_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "comments" ADD CONSTRAINT "comments_vessel_id_vessels_id_fk" FOREIGN KEY ("vessel_id") REFERENCES "public"."vessels"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "comments" ADD CONSTRAINT "comments_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exports" ADD CONSTRAINT "exports_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exports" ADD CONSTRAINT "exports_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "geofences" ADD CONSTRAINT "geofences_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "geofences" ADD CONSTRAINT "geofences_department_id_departments_id_fk" FOREIGN KEY ("department_id") REFERENCES "public"."departments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "images" ADD CONSTRAINT "images_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "images" ADD CONSTRAINT "images_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "images" ADD CONSTRAINT "images_comment_id_comments_id_fk" FOREIGN KEY ("comment_id") REFERENCES "public"."comments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rules" ADD CONSTRAINT "rules_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rules" ADD CONSTRAINT "rules_department_id_departments_id_fk" FOREIGN KEY ("department_id") REFERENCES "public"."departments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rules" ADD CONSTRAINT "rules_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sensors" ADD CONSTRAINT "sensors_vessel_id_vessels_id_fk" FOREIGN KEY ("vessel_id") REFERENCES "public"."vessels"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "trip_corrections" ADD CONSTRAINT "trip_corrections_vessel_id_vessels_id_fk" FOREIGN KEY ("vessel_id") REFERENCES "public"."vessels"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "trip_corrections" ADD CONSTRAINT "trip_corrections_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "alerts_company_id_trigger_us_index" ON "alerts" USING btree ("company_id","trigger_us");--> statement-breakpoint
CREATE INDEX "alerts_vessel_id_trigger_us_index" ON "alerts" USING btree ("vessel_id","trigger_us");--> statement-breakpoint
CREATE INDEX "alerts_trip_id_index" ON "alerts" USING btree ("trip_id");--> statement-breakpoint
CREATE INDEX "alerts_news" ON "alerts" USING btree ("company_id","created_at");--> statement-breakpoint
CREATE INDEX "api_keys_company_id_index" ON "api_keys" USING btree ("company_id");--> statement-breakpoint
CREATE INDEX "audit_log_company_id_at_index" ON "audit_log" USING btree ("company_id","at");--> statement-breakpoint
CREATE INDEX "comments_company_id_created_at_index" ON "comments" USING btree ("company_id","created_at");--> statement-breakpoint
CREATE INDEX "comments_vessel_id_created_at_index" ON "comments" USING btree ("vessel_id","created_at");--> statement-breakpoint
CREATE INDEX "comments_trip_id_index" ON "comments" USING btree ("trip_id");--> statement-breakpoint
CREATE INDEX "exports_user_id_created_at_index" ON "exports" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "exports_expires_at_index" ON "exports" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "geofences_company_id_department_id_index" ON "geofences" USING btree ("company_id","department_id");--> statement-breakpoint
CREATE INDEX "images_comment_id_index" ON "images" USING btree ("comment_id");--> statement-breakpoint
CREATE INDEX "rules_company_id_department_id_index" ON "rules" USING btree ("company_id","department_id");--> statement-breakpoint
CREATE UNIQUE INDEX "sensors_of_vessel" ON "sensors" USING btree ("vessel_id","number");--> statement-breakpoint
CREATE INDEX "trip_corrections_vessel_id_from_us_index" ON "trip_corrections" USING btree ("vessel_id","from_us");--> statement-breakpoint
CREATE INDEX "trips_captain_id_index" ON "trips" USING btree ("captain_id");--> statement-breakpoint
CREATE INDEX "trips_to_analyse" ON "trips" USING btree ("id") WHERE "trips"."analysed_revision" < "trips"."revision";--> statement-breakpoint
ALTER TABLE "captains" ADD CONSTRAINT "captains_number_unique" UNIQUE("number");--> statement-breakpoint
ALTER TABLE "trips" ADD CONSTRAINT "trips_number_unique" UNIQUE("number");