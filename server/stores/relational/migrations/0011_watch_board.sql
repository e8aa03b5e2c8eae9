CREATE TABLE "wall_links" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"organization_id" uuid NOT NULL,
	"department_id" uuid NOT NULL,
	"name" text NOT NULL,
	"secret_hash" text NOT NULL,
	"user_id" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"last_seen_at" timestamp (3) with time zone,
	CONSTRAINT "wall_links_secretHash_unique" UNIQUE("secret_hash")
);
--> statement-breakpoint
CREATE TABLE "wall_passes" (
	"secret_hash" text PRIMARY KEY NOT NULL,
	"wall_link_id" uuid NOT NULL,
	"session_id" text NOT NULL,
	"identity_id" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "watch_notes" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"organization_id" uuid NOT NULL,
	"department_id" uuid NOT NULL,
	"user_id" uuid,
	"text" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "vessels" ADD COLUMN "expected_back_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "vessels" ADD COLUMN "expected_back_set_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "wall_links" ADD CONSTRAINT "wall_links_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wall_links" ADD CONSTRAINT "wall_links_department_id_departments_id_fk" FOREIGN KEY ("department_id") REFERENCES "public"."departments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wall_links" ADD CONSTRAINT "wall_links_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wall_passes" ADD CONSTRAINT "wall_passes_wall_link_id_wall_links_id_fk" FOREIGN KEY ("wall_link_id") REFERENCES "public"."wall_links"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "watch_notes" ADD CONSTRAINT "watch_notes_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "watch_notes" ADD CONSTRAINT "watch_notes_department_id_departments_id_fk" FOREIGN KEY ("department_id") REFERENCES "public"."departments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "watch_notes" ADD CONSTRAINT "watch_notes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "wall_links_organization_id_created_at_index" ON "wall_links" USING btree ("organization_id","created_at");--> statement-breakpoint
CREATE INDEX "watch_notes_organization_id_department_id_at_index" ON "watch_notes" USING btree ("organization_id","department_id","at");