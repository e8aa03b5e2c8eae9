ALTER TABLE "alerts" ADD COLUMN "decided_us" bigint;--> statement-breakpoint
ALTER TABLE "alerts" ADD COLUMN "is_ended_by_silence" boolean DEFAULT false NOT NULL;