-- The table broker_sessions stays for processes of the version before; the next release drops it.
CREATE TABLE "bridge_refusals" (
	"bridge_id" uuid NOT NULL,
	"reason" text NOT NULL,
	"sender" text NOT NULL,
	"count" bigint NOT NULL,
	"last_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "bridge_refusals_bridge_id_reason_sender_pk" PRIMARY KEY("bridge_id","reason","sender")
);
--> statement-breakpoint
CREATE TABLE "bridges" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"secret_hash" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "bridge_refusals" ADD CONSTRAINT "bridge_refusals_bridge_id_bridges_id_fk" FOREIGN KEY ("bridge_id") REFERENCES "public"."bridges"("id") ON DELETE cascade ON UPDATE no action;