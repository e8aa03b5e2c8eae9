ALTER TABLE "exports" RENAME TO "downloads";--> statement-breakpoint
ALTER INDEX "exports_pkey" RENAME TO "downloads_pkey";--> statement-breakpoint
ALTER INDEX "exports_expires_at_index" RENAME TO "downloads_expires_at_index";--> statement-breakpoint
ALTER INDEX "exports_user_id_created_at_index" RENAME TO "downloads_user_id_created_at_index";--> statement-breakpoint
ALTER TABLE "downloads" RENAME CONSTRAINT "exports_organization_id_organizations_id_fk" TO "downloads_organization_id_organizations_id_fk";--> statement-breakpoint
ALTER TABLE "downloads" RENAME CONSTRAINT "exports_user_id_users_id_fk" TO "downloads_user_id_users_id_fk";--> statement-breakpoint
ALTER TABLE "downloads" RENAME CONSTRAINT "exports_tokenHash_unique" TO "downloads_tokenHash_unique";
