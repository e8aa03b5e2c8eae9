-- Lines of corrections held a list, which is no state of a trip by name of field.
UPDATE "audit_log" SET "after" = jsonb_build_object('corrections', "after") WHERE jsonb_typeof("after") = 'array';
