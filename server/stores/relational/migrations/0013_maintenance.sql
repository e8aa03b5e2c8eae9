CREATE TABLE "engine_marks" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"engine_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"from_us" bigint NOT NULL,
	"hours_s" integer NOT NULL,
	"counted_s" integer,
	"note" text,
	"user_id" uuid,
	"api_key_id" uuid,
	"api_key_name" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "engine_segments" (
	"vessel_id" uuid NOT NULL,
	"instance" smallint NOT NULL,
	"from_us" bigint NOT NULL,
	"run_us" bigint NOT NULL,
	"speed_first_us" bigint,
	"speed_last_us" bigint,
	"is_running_at_end" boolean NOT NULL,
	"gain_s" integer NOT NULL,
	"counter_first_us" bigint,
	"counter_first_s" integer,
	"counter_last_us" bigint,
	"counter_last_s" integer,
	CONSTRAINT "engine_segments_vessel_id_instance_from_us_pk" PRIMARY KEY("vessel_id","instance","from_us")
);
--> statement-breakpoint
CREATE TABLE "engines" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"vessel_id" uuid NOT NULL,
	"instance" smallint NOT NULL,
	"kind" text,
	"model" text,
	"serial_number" text,
	"installed_us" bigint,
	"removed_us" bigint,
	"hours_s" bigint,
	"hours_source" text,
	"last_us" bigint,
	"pace_s" double precision,
	"fold" jsonb,
	"fold_us" bigint,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "maintenance_tasks" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"organization_id" uuid NOT NULL,
	"vessel_id" uuid NOT NULL,
	"engine_id" uuid,
	"title" text,
	"note" text,
	"every_hours_s" integer,
	"every_months" smallint,
	"every_m" double precision,
	"due_on" date,
	"base_at" timestamp (3) with time zone NOT NULL,
	"base_hours_s" integer,
	"fault" jsonb,
	"fault_alert_id" uuid,
	"closed_at" timestamp (3) with time zone,
	"state" text DEFAULT 'ok' NOT NULL,
	"due_at" timestamp (3) with time zone,
	"due_by" text,
	"left_hours_s" bigint,
	"left_m" double precision,
	"alert_id" uuid,
	"alert_state" text,
	"checked_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "service_records" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"organization_id" uuid NOT NULL,
	"vessel_id" uuid NOT NULL,
	"task_id" uuid,
	"engine_id" uuid,
	"title" text,
	"fault" jsonb,
	"done_at" timestamp (3) with time zone NOT NULL,
	"hours_s" integer,
	"sailed_m" double precision,
	"cost" double precision,
	"currency" text,
	"parts" text,
	"note" text,
	"done_by" text,
	"user_id" uuid,
	"api_key_id" uuid,
	"api_key_name" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "images" ADD COLUMN "service_record_id" uuid;--> statement-breakpoint
ALTER TABLE "vessels" ADD COLUMN "are_engines_counted" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "engine_marks" ADD CONSTRAINT "engine_marks_engine_id_engines_id_fk" FOREIGN KEY ("engine_id") REFERENCES "public"."engines"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "engine_marks" ADD CONSTRAINT "engine_marks_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "engine_segments" ADD CONSTRAINT "engine_segments_vessel_id_vessels_id_fk" FOREIGN KEY ("vessel_id") REFERENCES "public"."vessels"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "engines" ADD CONSTRAINT "engines_vessel_id_vessels_id_fk" FOREIGN KEY ("vessel_id") REFERENCES "public"."vessels"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "maintenance_tasks" ADD CONSTRAINT "maintenance_tasks_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "maintenance_tasks" ADD CONSTRAINT "maintenance_tasks_vessel_id_vessels_id_fk" FOREIGN KEY ("vessel_id") REFERENCES "public"."vessels"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "maintenance_tasks" ADD CONSTRAINT "maintenance_tasks_engine_id_engines_id_fk" FOREIGN KEY ("engine_id") REFERENCES "public"."engines"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "service_records" ADD CONSTRAINT "service_records_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "service_records" ADD CONSTRAINT "service_records_vessel_id_vessels_id_fk" FOREIGN KEY ("vessel_id") REFERENCES "public"."vessels"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "service_records" ADD CONSTRAINT "service_records_task_id_maintenance_tasks_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."maintenance_tasks"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "service_records" ADD CONSTRAINT "service_records_engine_id_engines_id_fk" FOREIGN KEY ("engine_id") REFERENCES "public"."engines"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "service_records" ADD CONSTRAINT "service_records_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "engine_marks_engine_id_from_us_index" ON "engine_marks" USING btree ("engine_id","from_us");--> statement-breakpoint
CREATE INDEX "engines_vessel_id_index" ON "engines" USING btree ("vessel_id");--> statement-breakpoint
CREATE UNIQUE INDEX "engines_present" ON "engines" USING btree ("vessel_id","instance") WHERE "engines"."removed_us" is null;--> statement-breakpoint
CREATE INDEX "maintenance_tasks_open" ON "maintenance_tasks" USING btree ("organization_id","due_at") WHERE "maintenance_tasks"."closed_at" is null;--> statement-breakpoint
CREATE INDEX "maintenance_tasks_vessel_id_index" ON "maintenance_tasks" USING btree ("vessel_id");--> statement-breakpoint
CREATE INDEX "maintenance_tasks_to_check" ON "maintenance_tasks" USING btree ("checked_at") WHERE "maintenance_tasks"."closed_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "maintenance_tasks_faults" ON "maintenance_tasks" USING btree ("vessel_id",("fault" ->> 'instance'),("fault" ->> 'spn'),coalesce("fault" ->> 'fmi', '')) WHERE "maintenance_tasks"."fault" is not null and "maintenance_tasks"."closed_at" is null;--> statement-breakpoint
CREATE INDEX "service_records_vessel_id_done_at_index" ON "service_records" USING btree ("vessel_id","done_at");--> statement-breakpoint
CREATE INDEX "service_records_task_id_index" ON "service_records" USING btree ("task_id");--> statement-breakpoint
ALTER TABLE "images" ADD CONSTRAINT "images_service_record_id_service_records_id_fk" FOREIGN KEY ("service_record_id") REFERENCES "public"."service_records"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "images_service_record_id_index" ON "images" USING btree ("service_record_id");