CREATE INDEX "captains_department_id_index" ON "captains" USING btree ("department_id");--> statement-breakpoint
CREATE INDEX "users_department_id_index" ON "users" USING btree ("department_id");--> statement-breakpoint
CREATE INDEX "vessels_department_id_index" ON "vessels" USING btree ("department_id");