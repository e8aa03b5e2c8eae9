CREATE TABLE "lanes" (
	"lane" integer PRIMARY KEY NOT NULL,
	"holder" text
);
--> statement-breakpoint
ALTER TABLE "lanes" ADD CONSTRAINT "lanes_holder_leases_name_fk" FOREIGN KEY ("holder") REFERENCES "public"."leases"("name") ON DELETE set null ON UPDATE no action;