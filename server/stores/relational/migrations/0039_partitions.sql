CREATE TABLE "partitions" (
	"partition" integer PRIMARY KEY NOT NULL,
	"holder" text
);
--> statement-breakpoint
ALTER TABLE "partitions" ADD CONSTRAINT "partitions_holder_leases_name_fk" FOREIGN KEY ("holder") REFERENCES "public"."leases"("name") ON DELETE set null ON UPDATE no action;