CREATE TABLE "named_writes" (
	"api_key_id" uuid NOT NULL,
	"name" text NOT NULL,
	"call_hash" text NOT NULL,
	"answer" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "named_writes_api_key_id_name_pk" PRIMARY KEY("api_key_id","name")
);
--> statement-breakpoint
ALTER TABLE "named_writes" ADD CONSTRAINT "named_writes_api_key_id_api_keys_id_fk" FOREIGN KEY ("api_key_id") REFERENCES "public"."api_keys"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "named_writes_created_at_index" ON "named_writes" USING btree ("created_at");