CREATE TABLE "recomputations" (
	"vessel_id" uuid NOT NULL,
	"step" text NOT NULL,
	"asked_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "recomputations_vessel_id_step_pk" PRIMARY KEY("vessel_id","step")
);
--> statement-breakpoint
ALTER TABLE "recomputations" ADD CONSTRAINT "recomputations_vessel_id_vessels_id_fk" FOREIGN KEY ("vessel_id") REFERENCES "public"."vessels"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "recomputations_asked_at_index" ON "recomputations" USING btree ("asked_at");