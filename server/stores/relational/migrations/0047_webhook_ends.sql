DROP INDEX "messages_webhook";--> statement-breakpoint
CREATE UNIQUE INDEX "messages_of_webhook_once" ON "messages" USING btree ("alert_id","webhook_id","reason");