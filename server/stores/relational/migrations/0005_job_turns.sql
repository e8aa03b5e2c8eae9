CREATE TABLE "job_turns" (
	"queue" text NOT NULL,
	"organization_id" uuid NOT NULL,
	"taken_at" timestamp with time zone NOT NULL,
	CONSTRAINT "job_turns_queue_organization_id_pk" PRIMARY KEY("queue","organization_id")
);
--> statement-breakpoint
ALTER TABLE "exports" ADD COLUMN "unanswered" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "log_imports" ADD COLUMN "unanswered" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "job_turns" ADD CONSTRAINT "job_turns_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;