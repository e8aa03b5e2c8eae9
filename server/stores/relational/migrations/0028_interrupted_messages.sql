DROP INDEX "messages_person";--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "trying_since" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "maybe_twice" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "messages_person" ON "messages" USING btree ("alert_id","user_id","channel","reason");