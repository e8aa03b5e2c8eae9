CREATE TABLE "log_imports" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"vessel_id" uuid NOT NULL,
	"user_id" uuid,
	"file_name" text NOT NULL,
	"bytes" bigint NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"progress" double precision DEFAULT 0 NOT NULL,
	"accepted" bigint DEFAULT 0 NOT NULL,
	"from_us" bigint,
	"to_us" bigint,
	"rejected" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"log_date" date,
	"columns" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"error" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "first_steps_dismissed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "log_imports" ADD CONSTRAINT "log_imports_vessel_id_vessels_id_fk" FOREIGN KEY ("vessel_id") REFERENCES "public"."vessels"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "log_imports" ADD CONSTRAINT "log_imports_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "log_imports_vessel_id_created_at_index" ON "log_imports" USING btree ("vessel_id","created_at");--> statement-breakpoint
CREATE INDEX "log_imports_state_index" ON "log_imports" USING btree ("state");