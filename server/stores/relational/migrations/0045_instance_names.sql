CREATE TABLE "instance_names" (
	"vessel_id" uuid NOT NULL,
	"family" text NOT NULL,
	"name" text NOT NULL,
	"number" smallint NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "instance_names_vessel_id_family_name_pk" PRIMARY KEY("vessel_id","family","name")
);
--> statement-breakpoint
ALTER TABLE "instance_names" ADD CONSTRAINT "instance_names_vessel_id_vessels_id_fk" FOREIGN KEY ("vessel_id") REFERENCES "public"."vessels"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "instance_numbers_of_vessel" ON "instance_names" USING btree ("vessel_id","family","number");