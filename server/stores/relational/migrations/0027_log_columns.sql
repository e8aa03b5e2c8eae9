ALTER TABLE "log_imports" ADD COLUMN "table_top" jsonb;--> statement-breakpoint
ALTER TABLE "log_imports" ADD COLUMN "columns_said" jsonb;