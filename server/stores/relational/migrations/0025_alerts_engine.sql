ALTER TABLE "alerts" ADD COLUMN "end_us" bigint;--> statement-breakpoint
ALTER TABLE "alerts" ADD COLUMN "is_open" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "alerts" ADD COLUMN "rule_version" integer;--> statement-breakpoint
ALTER TABLE "alerts" ADD COLUMN "instance" integer;--> statement-breakpoint
ALTER TABLE "alerts" ADD COLUMN "assigned_to" uuid;--> statement-breakpoint
ALTER TABLE "alerts" ADD COLUMN "assigned_by" uuid;--> statement-breakpoint
ALTER TABLE "alerts" ADD COLUMN "assigned_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "alerts" ADD COLUMN "silenced_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "alerts" ADD COLUMN "told_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "alerts" ADD COLUMN "withdrawn_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "alerts" ADD COLUMN "withdrawn_reason" text;--> statement-breakpoint
ALTER TABLE "alerts" ADD CONSTRAINT "alerts_assigned_to_users_id_fk" FOREIGN KEY ("assigned_to") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alerts" ADD CONSTRAINT "alerts_assigned_by_users_id_fk" FOREIGN KEY ("assigned_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "alerts_rule_id_vessel_id_trigger_us_index" ON "alerts" USING btree ("rule_id","vessel_id","trigger_us");