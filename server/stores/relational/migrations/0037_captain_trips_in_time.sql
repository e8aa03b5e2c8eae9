DROP INDEX "trips_captain_id_index";--> statement-breakpoint
CREATE INDEX "trips_captain_id_start_us_index" ON "trips" USING btree ("captain_id","start_us");