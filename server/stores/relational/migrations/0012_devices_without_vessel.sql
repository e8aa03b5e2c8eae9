INSERT INTO "pairings" ("device_id", "vessel_id", "paired_at")
SELECT "id", "vessel_id", coalesce("paired_at", "created_at") FROM "devices" WHERE "vessel_id" IS NOT NULL;--> statement-breakpoint
ALTER TABLE "devices" DROP CONSTRAINT "devices_vesselId_unique";--> statement-breakpoint
ALTER TABLE "devices" DROP CONSTRAINT "devices_vessel_id_vessels_id_fk";
--> statement-breakpoint
ALTER TABLE "devices" DROP COLUMN "vessel_id";--> statement-breakpoint
ALTER TABLE "devices" DROP COLUMN "paired_at";