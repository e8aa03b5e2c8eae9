CREATE TABLE "versions" (
	"kind" text NOT NULL,
	"subject_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"company_id" uuid NOT NULL,
	"from_at" timestamp (3) with time zone NOT NULL,
	"until_at" timestamp (3) with time zone,
	"content" jsonb NOT NULL,
	CONSTRAINT "versions_kind_subject_id_version_pk" PRIMARY KEY("kind","subject_id","version")
);
--> statement-breakpoint
ALTER TABLE "versions" ADD CONSTRAINT "versions_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "versions_in_force" ON "versions" USING btree ("kind","subject_id") WHERE "versions"."until_at" is null;--> statement-breakpoint
CREATE INDEX "versions_company_id_kind_until_at_index" ON "versions" USING btree ("company_id","kind","until_at");--> statement-breakpoint
INSERT INTO "versions" SELECT 'rule', "id", 1, "company_id", "created_at", null, jsonb_build_object('departmentId', "department_id", 'type', "type", 'severity', "severity", 'enabled', "enabled", 'message', "message", 'definition', "definition", 'vessels', "vessels", 'notifications', "notifications") FROM "rules";--> statement-breakpoint
INSERT INTO "versions" SELECT 'geofence', "id", 1, "company_id", "created_at", null, jsonb_build_object('departmentId', "department_id", 'name', "name", 'type', "type", 'coordinates', "coordinates", 'radiusM', "radius_m", 'isHarbor', "is_harbor") FROM "geofences";--> statement-breakpoint
INSERT INTO "versions" SELECT 'vessel', "id", 1, "company_id", 'epoch', "deleted_at", jsonb_build_object('departmentId', "department_id") FROM "vessels";
