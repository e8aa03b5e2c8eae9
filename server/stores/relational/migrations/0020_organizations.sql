ALTER TABLE "companies" RENAME TO "organizations";--> statement-breakpoint
ALTER TABLE "alerts" RENAME COLUMN "company_id" TO "organization_id";--> statement-breakpoint
ALTER INDEX "alerts_company_id_trigger_us_index" RENAME TO "alerts_organization_id_trigger_us_index";--> statement-breakpoint
ALTER TABLE "alerts" RENAME CONSTRAINT "alerts_company_id_companies_id_fk" TO "alerts_organization_id_organizations_id_fk";--> statement-breakpoint
ALTER TABLE "api_keys" RENAME COLUMN "company_id" TO "organization_id";--> statement-breakpoint
ALTER INDEX "api_keys_company_id_index" RENAME TO "api_keys_organization_id_index";--> statement-breakpoint
ALTER TABLE "api_keys" RENAME CONSTRAINT "api_keys_company_id_companies_id_fk" TO "api_keys_organization_id_organizations_id_fk";--> statement-breakpoint
ALTER TABLE "audit_log" RENAME COLUMN "company_id" TO "organization_id";--> statement-breakpoint
ALTER INDEX "audit_log_company_id_at_index" RENAME TO "audit_log_organization_id_at_index";--> statement-breakpoint
ALTER TABLE "captains" RENAME COLUMN "company_id" TO "organization_id";--> statement-breakpoint
ALTER INDEX "captains_company_id_index" RENAME TO "captains_organization_id_index";--> statement-breakpoint
ALTER TABLE "captains" RENAME CONSTRAINT "captains_company_id_companies_id_fk" TO "captains_organization_id_organizations_id_fk";--> statement-breakpoint
ALTER TABLE "comments" RENAME COLUMN "company_id" TO "organization_id";--> statement-breakpoint
ALTER INDEX "comments_company_id_created_at_index" RENAME TO "comments_organization_id_created_at_index";--> statement-breakpoint
ALTER TABLE "comments" RENAME CONSTRAINT "comments_company_id_companies_id_fk" TO "comments_organization_id_organizations_id_fk";--> statement-breakpoint
ALTER TABLE "departments" RENAME COLUMN "company_id" TO "organization_id";--> statement-breakpoint
ALTER INDEX "departments_company_id_index" RENAME TO "departments_organization_id_index";--> statement-breakpoint
ALTER TABLE "departments" RENAME CONSTRAINT "departments_company_id_companies_id_fk" TO "departments_organization_id_organizations_id_fk";--> statement-breakpoint
ALTER TABLE "exports" RENAME COLUMN "company_id" TO "organization_id";--> statement-breakpoint
ALTER TABLE "exports" RENAME CONSTRAINT "exports_company_id_companies_id_fk" TO "exports_organization_id_organizations_id_fk";--> statement-breakpoint
ALTER TABLE "geofences" RENAME COLUMN "company_id" TO "organization_id";--> statement-breakpoint
ALTER INDEX "geofences_company_id_department_id_index" RENAME TO "geofences_organization_id_department_id_index";--> statement-breakpoint
ALTER TABLE "geofences" RENAME CONSTRAINT "geofences_company_id_companies_id_fk" TO "geofences_organization_id_organizations_id_fk";--> statement-breakpoint
ALTER TABLE "images" RENAME COLUMN "company_id" TO "organization_id";--> statement-breakpoint
ALTER TABLE "images" RENAME CONSTRAINT "images_company_id_companies_id_fk" TO "images_organization_id_organizations_id_fk";--> statement-breakpoint
ALTER TABLE "rules" RENAME COLUMN "company_id" TO "organization_id";--> statement-breakpoint
ALTER INDEX "rules_company_id_department_id_index" RENAME TO "rules_organization_id_department_id_index";--> statement-breakpoint
ALTER TABLE "rules" RENAME CONSTRAINT "rules_company_id_companies_id_fk" TO "rules_organization_id_organizations_id_fk";--> statement-breakpoint
ALTER TABLE "trips" RENAME COLUMN "company_id" TO "organization_id";--> statement-breakpoint
ALTER INDEX "trips_company_id_start_us_index" RENAME TO "trips_organization_id_start_us_index";--> statement-breakpoint
ALTER TABLE "trips" RENAME CONSTRAINT "trips_company_id_companies_id_fk" TO "trips_organization_id_organizations_id_fk";--> statement-breakpoint
ALTER TABLE "users" RENAME COLUMN "company_id" TO "organization_id";--> statement-breakpoint
ALTER INDEX "users_company_id_index" RENAME TO "users_organization_id_index";--> statement-breakpoint
ALTER TABLE "users" RENAME CONSTRAINT "users_company_id_companies_id_fk" TO "users_organization_id_organizations_id_fk";--> statement-breakpoint
ALTER TABLE "versions" RENAME COLUMN "company_id" TO "organization_id";--> statement-breakpoint
ALTER INDEX "versions_company_id_kind_until_at_index" RENAME TO "versions_organization_id_kind_until_at_index";--> statement-breakpoint
ALTER TABLE "versions" RENAME CONSTRAINT "versions_company_id_companies_id_fk" TO "versions_organization_id_organizations_id_fk";--> statement-breakpoint
ALTER TABLE "vessels" RENAME COLUMN "company_id" TO "organization_id";--> statement-breakpoint
ALTER INDEX "vessels_company_id_department_id_index" RENAME TO "vessels_organization_id_department_id_index";--> statement-breakpoint
ALTER TABLE "vessels" RENAME CONSTRAINT "vessels_company_id_companies_id_fk" TO "vessels_organization_id_organizations_id_fk";--> statement-breakpoint
ALTER INDEX "companies_pkey" RENAME TO "organizations_pkey";
