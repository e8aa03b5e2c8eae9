ALTER TABLE "audit_log" DROP CONSTRAINT "audit_log_company_id_companies_id_fk";
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "super_role_id" text;--> statement-breakpoint
UPDATE "users" SET "super_role_id" = "role_id" WHERE "role_id" IN ('super-admin', 'super-viewer');
