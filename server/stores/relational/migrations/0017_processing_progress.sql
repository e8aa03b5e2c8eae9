CREATE TABLE "processing_progress" (
	"step" text NOT NULL,
	"vessel_number" integer NOT NULL,
	"up_to_ms" bigint NOT NULL,
	CONSTRAINT "processing_progress_step_vessel_number_pk" PRIMARY KEY("step","vessel_number")
);
