CREATE TABLE "recipient_claims" (
	"channel" text NOT NULL,
	"recipient_id" uuid NOT NULL,
	"claim" uuid NOT NULL,
	"claimed_until" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "recipient_claims_channel_recipient_id_pk" PRIMARY KEY("channel","recipient_id")
);
--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "unanswered" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "report_deliveries" ADD COLUMN "claimed_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "report_deliveries" ADD COLUMN "claim" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "report_deliveries" ADD COLUMN "unanswered" integer DEFAULT 0 NOT NULL;