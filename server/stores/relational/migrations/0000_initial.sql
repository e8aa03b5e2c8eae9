CREATE TABLE "alert_notes" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"alert_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"user_id" uuid,
	"api_key_id" uuid,
	"api_key_name" text,
	"assignee_id" uuid,
	"until" timestamp (3) with time zone,
	"text" text,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "alerts" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"organization_id" uuid NOT NULL,
	"vessel_id" uuid NOT NULL,
	"trip_id" uuid,
	"rule_id" uuid,
	"type" text NOT NULL,
	"severity" text DEFAULT 'critical' NOT NULL,
	"text" text,
	"facts" jsonb,
	"trigger_us" bigint NOT NULL,
	"end_us" bigint,
	"is_open" boolean DEFAULT false NOT NULL,
	"decided_us" bigint,
	"is_ended_by_silence" boolean DEFAULT false NOT NULL,
	"rule_version" integer,
	"instance" integer,
	"latitude_deg" double precision,
	"longitude_deg" double precision,
	"sources" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"acknowledged_at" timestamp (3) with time zone,
	"acknowledged_by" uuid,
	"assigned_to" uuid,
	"assigned_by" uuid,
	"assigned_at" timestamp (3) with time zone,
	"silenced_until" timestamp (3) with time zone,
	"notified_at" timestamp (3) with time zone,
	"withdrawn_at" timestamp (3) with time zone,
	"withdrawn_reason" text,
	"is_deleted" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "api_keys" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"organization_id" uuid NOT NULL,
	"department_id" uuid NOT NULL,
	"role_id" text NOT NULL,
	"name" text NOT NULL,
	"secret_hash" text NOT NULL,
	"first_digits" text NOT NULL,
	"last_digits" text NOT NULL,
	"last_used_at" timestamp (3) with time zone,
	"used_credits_total" bigint DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "api_keys_secretHash_unique" UNIQUE("secret_hash")
);
--> statement-breakpoint
CREATE TABLE "attempts" (
	"subject" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "attempts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	CONSTRAINT "attempts_subject_id_pk" PRIMARY KEY("subject","id")
);
--> statement-breakpoint
CREATE TABLE "audit_log" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "audit_log_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"organization_id" uuid NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"actor_type" text DEFAULT 'user' NOT NULL,
	"user_id" uuid,
	"api_key_id" uuid,
	"user_name" text NOT NULL,
	"act" text NOT NULL,
	"subject_id" text,
	"subject_name" text,
	"ip" text NOT NULL,
	"before" jsonb,
	"after" jsonb
);
--> statement-breakpoint
CREATE UNLOGGED TABLE "call_counts" (
	"subject" text PRIMARY KEY NOT NULL,
	"calls" integer NOT NULL,
	"ends_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "captains" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"number" integer GENERATED ALWAYS AS IDENTITY (sequence name "captains_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"organization_id" uuid NOT NULL,
	"department_id" uuid NOT NULL,
	"name" text NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "captains_number_unique" UNIQUE("number")
);
--> statement-breakpoint
CREATE TABLE "comments" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"organization_id" uuid NOT NULL,
	"vessel_id" uuid NOT NULL,
	"trip_id" uuid,
	"about_trip_id" uuid,
	"is_under_way" boolean DEFAULT false NOT NULL,
	"user_id" uuid,
	"api_key_id" uuid,
	"api_key_name" text,
	"text" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "departments" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"organization_id" uuid NOT NULL,
	"parent_id" uuid,
	"name" text NOT NULL,
	"contact" text,
	"country" text,
	"region" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "device_notices" (
	"device_id" text NOT NULL,
	"vessel_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"first_at" timestamp (3) with time zone NOT NULL,
	"last_at" timestamp (3) with time zone NOT NULL,
	"count" bigint NOT NULL,
	"value" double precision,
	CONSTRAINT "device_notices_device_id_vessel_id_kind_pk" PRIMARY KEY("device_id","vessel_id","kind")
);
--> statement-breakpoint
CREATE TABLE "devices" (
	"id" text PRIMARY KEY NOT NULL,
	"secret_hash" text NOT NULL,
	"pairing_code_hash" text,
	"pairing_code_expires_at" timestamp (3) with time zone,
	"revoked_at" timestamp (3) with time zone,
	"activity" jsonb,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "devices_pairing_code" UNIQUE("pairing_code_hash")
);
--> statement-breakpoint
CREATE TABLE "downloads" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"organization_id" uuid NOT NULL,
	"user_id" uuid,
	"api_key_id" uuid,
	"kind" text NOT NULL,
	"request" jsonb NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"progress" double precision DEFAULT 0 NOT NULL,
	"token_hash" text NOT NULL,
	"file_key" text,
	"file_name" text NOT NULL,
	"content_type" text NOT NULL,
	"bytes" bigint,
	"error" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "downloads_tokenHash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "exports" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"organization_id" uuid NOT NULL,
	"user_id" uuid,
	"api_key_id" uuid,
	"api_key_name" text,
	"kind" text NOT NULL,
	"format" text NOT NULL,
	"vessel_id" uuid,
	"department_id" uuid,
	"department_ids" uuid[],
	"from_us" bigint NOT NULL,
	"to_us" bigint NOT NULL,
	"language" text DEFAULT 'en' NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"progress" double precision DEFAULT 0 NOT NULL,
	"rows" bigint DEFAULT 0 NOT NULL,
	"file_name" text NOT NULL,
	"bytes" bigint,
	"error" text,
	"paid_by_key" boolean DEFAULT false NOT NULL,
	"mail_when_ready" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"expires_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "geofences" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"organization_id" uuid NOT NULL,
	"department_id" uuid NOT NULL,
	"name" text NOT NULL,
	"type" text NOT NULL,
	"coordinates" jsonb NOT NULL,
	"radius_m" double precision,
	"is_harbor" boolean DEFAULT false NOT NULL,
	"color" text DEFAULT 'BLUE' NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"modified_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "helm_turns" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"vessel_id" uuid NOT NULL,
	"captain_id" uuid,
	"from_us" bigint NOT NULL,
	"created_by" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "images" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"organization_id" uuid NOT NULL,
	"user_id" uuid,
	"comment_id" uuid,
	"file_key" text NOT NULL,
	"file_name" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "instance_names" (
	"vessel_id" uuid NOT NULL,
	"family" text NOT NULL,
	"name" text NOT NULL,
	"number" smallint NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "instance_names_vessel_id_family_name_pk" PRIMARY KEY("vessel_id","family","name")
);
--> statement-breakpoint
CREATE TABLE "broker_sessions" (
	"session" integer PRIMARY KEY NOT NULL,
	"holder" text
);
--> statement-breakpoint
CREATE TABLE "leases" (
	"name" text PRIMARY KEY NOT NULL,
	"holder" text NOT NULL,
	"fence" bigint NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "leases_name_fence_unique" UNIQUE("name","fence")
);
--> statement-breakpoint
CREATE TABLE "log_imports" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"vessel_id" uuid NOT NULL,
	"user_id" uuid,
	"file_name" text NOT NULL,
	"bytes" bigint NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"progress" double precision DEFAULT 0 NOT NULL,
	"accepted" bigint DEFAULT 0 NOT NULL,
	"from_us" bigint,
	"to_us" bigint,
	"rejected" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"log_date" date,
	"table_top" jsonb,
	"given_columns" jsonb,
	"rollover" jsonb,
	"weeks_added" integer,
	"columns" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"error" text,
	"no_trip" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "memberships" (
	"user_id" uuid NOT NULL,
	"department_id" uuid NOT NULL,
	"role_id" text NOT NULL,
	CONSTRAINT "memberships_user_id_department_id_pk" PRIMARY KEY("user_id","department_id")
);
--> statement-breakpoint
CREATE TABLE "messages" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"organization_id" uuid NOT NULL,
	"alert_id" uuid NOT NULL,
	"channel" text NOT NULL,
	"user_id" uuid,
	"webhook_id" uuid,
	"reason" text NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_at" timestamp (3) with time zone NOT NULL,
	"is_held" boolean DEFAULT false NOT NULL,
	"batch_id" uuid,
	"reached" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"last_error" text,
	"trying_since" timestamp (3) with time zone,
	"maybe_twice" boolean DEFAULT false NOT NULL,
	"sent_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "named_writes" (
	"api_key_id" uuid NOT NULL,
	"name" text NOT NULL,
	"call_hash" text NOT NULL,
	"answer" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "named_writes_api_key_id_name_pk" PRIMARY KEY("api_key_id","name")
);
--> statement-breakpoint
CREATE UNLOGGED TABLE "open_streams" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"until" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "organizations" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"departments_feature" boolean DEFAULT true NOT NULL,
	"route_guidance_feature" boolean DEFAULT false NOT NULL,
	"has_comfort_speed" boolean DEFAULT false NOT NULL,
	"force_captain_login" boolean DEFAULT false NOT NULL,
	"time_zone" text,
	"contact" text,
	"country" text,
	"region" text,
	"last_login_at" timestamp (3) with time zone,
	"api_credits_a_day" integer DEFAULT 10000 NOT NULL,
	"api_credits_spent" bigint DEFAULT 0 NOT NULL,
	"api_credits_day" date,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "pairings" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "pairings_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"device_id" text NOT NULL,
	"vessel_id" uuid,
	"paired_at" timestamp (3) with time zone NOT NULL,
	"unpaired_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "partitions" (
	"partition" integer PRIMARY KEY NOT NULL,
	"holder" text
);
--> statement-breakpoint
CREATE TABLE "processing_progress" (
	"step" text NOT NULL,
	"vessel_number" integer NOT NULL,
	"up_to_ms" bigint NOT NULL,
	CONSTRAINT "processing_progress_step_vessel_number_pk" PRIMARY KEY("step","vessel_number")
);
--> statement-breakpoint
CREATE TABLE "push_subscriptions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"endpoint" text NOT NULL,
	"p256dh" text NOT NULL,
	"auth" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "push_subscriptions_endpoint_unique" UNIQUE("endpoint")
);
--> statement-breakpoint
CREATE TABLE "recomputations" (
	"vessel_id" uuid NOT NULL,
	"step" text NOT NULL,
	"asked_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "recomputations_vessel_id_step_pk" PRIMARY KEY("vessel_id","step")
);
--> statement-breakpoint
CREATE TABLE "rejections" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "rejections_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"device_id" text,
	"vessel_id" uuid,
	"received_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"reason" text NOT NULL,
	"detail" text NOT NULL,
	"count" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "report_deliveries" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"organization_id" uuid NOT NULL,
	"schedule_id" uuid,
	"department_id" uuid NOT NULL,
	"user_id" uuid,
	"schedule_name" text NOT NULL,
	"user_name" text NOT NULL,
	"email" text NOT NULL,
	"period" text NOT NULL,
	"time_zone" text NOT NULL,
	"from_day" integer NOT NULL,
	"until_day" integer NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_at" timestamp (3) with time zone NOT NULL,
	"last_error" text,
	"trying_since" timestamp (3) with time zone,
	"maybe_twice" boolean DEFAULT false NOT NULL,
	"sent_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "report_schedules" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"organization_id" uuid NOT NULL,
	"department_id" uuid NOT NULL,
	"name" text NOT NULL,
	"period" text NOT NULL,
	"user_ids" uuid[] NOT NULL,
	"enabled" boolean DEFAULT true NOT NULL,
	"next_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "rules" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"organization_id" uuid NOT NULL,
	"department_id" uuid NOT NULL,
	"type" text NOT NULL,
	"severity" text NOT NULL,
	"enabled" boolean DEFAULT true NOT NULL,
	"message" text,
	"definition" jsonb NOT NULL,
	"vessels" jsonb NOT NULL,
	"notifications" jsonb NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_by" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sensor_mountings" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"sensor_id" uuid NOT NULL,
	"valid_from_us" bigint NOT NULL,
	"place" text,
	"x_axis" text NOT NULL,
	"z_axis" text NOT NULL,
	"levelling" jsonb,
	"created_by" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"removed_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "sensors" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"vessel_id" uuid NOT NULL,
	"number" smallint NOT NULL,
	"description" text,
	"use_with_safety_speed" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "settings" (
	"name" text PRIMARY KEY NOT NULL,
	"value" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "share_links" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"organization_id" uuid NOT NULL,
	"vessel_id" uuid NOT NULL,
	"trip_id" uuid NOT NULL,
	"event_us" bigint,
	"comment_ids" uuid[] NOT NULL,
	"secret_hash" text NOT NULL,
	"user_id" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"revoked_at" timestamp (3) with time zone,
	"openings" integer DEFAULT 0 NOT NULL,
	"last_opened_at" timestamp (3) with time zone,
	CONSTRAINT "share_links_secretHash_unique" UNIQUE("secret_hash")
);
--> statement-breakpoint
CREATE TABLE "sign_in_codes" (
	"email" text PRIMARY KEY NOT NULL,
	"code_hash" text NOT NULL,
	"tries" smallint DEFAULT 0 NOT NULL,
	"sent_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "trip_aliases" (
	"id" uuid PRIMARY KEY NOT NULL,
	"trip_id" uuid NOT NULL,
	"start_us" bigint,
	"end_us" bigint,
	"captain_id" uuid
);
--> statement-breakpoint
CREATE TABLE "trip_corrections" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"vessel_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"from_us" bigint NOT NULL,
	"to_us" bigint NOT NULL,
	"created_by" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"undone_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "trips" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"number" integer GENERATED ALWAYS AS IDENTITY (sequence name "trips_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"organization_id" uuid NOT NULL,
	"vessel_id" uuid NOT NULL,
	"captain_id" uuid,
	"start_us" bigint NOT NULL,
	"end_us" bigint,
	"last_moving_us" bigint NOT NULL,
	"last_record_us" bigint NOT NULL,
	"start_cause" text NOT NULL,
	"end_cause" text,
	"visible" boolean NOT NULL,
	"is_deleted" boolean DEFAULT false NOT NULL,
	"algo_version" integer NOT NULL,
	"distance_m" double precision NOT NULL,
	"duration_s" double precision NOT NULL,
	"avg_sog_mps" double precision,
	"max_sog_mps" double precision,
	"avg_impact_g" double precision,
	"peak_impact_g" double precision,
	"distance_suspect" boolean DEFAULT false NOT NULL,
	"sea_state" text DEFAULT 'assumed' NOT NULL,
	"stats" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"weather_source" text,
	"weather_up_to_us" bigint,
	"rank_points" integer DEFAULT 0 NOT NULL,
	"revision" integer DEFAULT 0 NOT NULL,
	"analysed_revision" integer DEFAULT -1 NOT NULL,
	"changed_from_us" bigint,
	"analysed_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "trips_number_unique" UNIQUE("number"),
	CONSTRAINT "trips_ends_after_start" CHECK ("trips"."end_us" is null or "trips"."end_us" >= "trips"."start_us")
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"identity_id" text NOT NULL,
	"organization_id" uuid NOT NULL,
	"department_id" uuid NOT NULL,
	"role_id" text NOT NULL,
	"super_role_id" text,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"phone_number" text,
	"picture_file" text,
	"last_login_at" timestamp (3) with time zone,
	"alerts_read_at" timestamp (3) with time zone,
	"announcements_read_at" timestamp (3) with time zone,
	"first_steps_dismissed_at" timestamp (3) with time zone,
	"subscribed_notifications" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"language" text,
	"time_zone" text,
	"units" jsonb,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "users_identityId_unique" UNIQUE("identity_id")
);
--> statement-breakpoint
CREATE TABLE "versions" (
	"kind" text NOT NULL,
	"subject_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"organization_id" uuid NOT NULL,
	"from_at" timestamp (3) with time zone NOT NULL,
	"until_at" timestamp (3) with time zone,
	"content" jsonb NOT NULL,
	CONSTRAINT "versions_kind_subject_id_version_pk" PRIMARY KEY("kind","subject_id","version")
);
--> statement-breakpoint
CREATE TABLE "vessel_states" (
	"vessel_id" uuid PRIMARY KEY NOT NULL,
	"last_updated_us" bigint,
	"fix_us" bigint,
	"latitude_deg" double precision,
	"longitude_deg" double precision,
	"latest" jsonb DEFAULT '{}'::jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "vessels" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"number" integer GENERATED ALWAYS AS IDENTITY (sequence name "vessels_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"organization_id" uuid NOT NULL,
	"department_id" uuid NOT NULL,
	"name" text NOT NULL,
	"kind" text DEFAULT 'motor' NOT NULL,
	"picture_file" text,
	"model" jsonb,
	"captain_id" uuid,
	"length_m" double precision,
	"beam_m" double precision,
	"top_speed_mps" double precision,
	"impact_limit_g" double precision DEFAULT 3 NOT NULL,
	"safety_speed_limit_mps" double precision,
	"external_reference" text,
	"cruising_speed_mps" double precision,
	"displacement_kg" double precision,
	"fuel_capacity_m3" double precision,
	"fuel_type" text DEFAULT 'petrol' NOT NULL,
	"nox_factor_g_per_kg" double precision,
	"year_built" smallint,
	"manufacturer" text,
	"hull_identification_number" text,
	"mmsi" text,
	"target_fuel_rate_l_per_nmi" double precision,
	"guidance_mode" text DEFAULT 'auto' NOT NULL,
	"dashboard_mode" text DEFAULT 'auto' NOT NULL,
	"ignored_fuel_periods" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"device_labels" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"emptied_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "vessels_number_unique" UNIQUE("number")
);
--> statement-breakpoint
CREATE TABLE "webhook_deliveries" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"webhook_id" uuid NOT NULL,
	"message_id" uuid NOT NULL,
	"status" smallint,
	"error" text,
	"took_ms" integer NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "webhooks" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"organization_id" uuid NOT NULL,
	"name" text NOT NULL,
	"url" text NOT NULL,
	"secret" text NOT NULL,
	"previous_secret" text,
	"previous_secret_until" timestamp (3) with time zone,
	"enabled" boolean DEFAULT true NOT NULL,
	"severities" jsonb NOT NULL,
	"when" text DEFAULT 'begin' NOT NULL,
	"created_by" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "identity_accounts" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"provider_id" text NOT NULL,
	"user_id" text NOT NULL,
	"access_token" text,
	"refresh_token" text,
	"id_token" text,
	"access_token_expires_at" timestamp (3) with time zone,
	"refresh_token_expires_at" timestamp (3) with time zone,
	"scope" text,
	"password" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "identity_keys" (
	"id" text PRIMARY KEY NOT NULL,
	"public_key" text NOT NULL,
	"private_key" text NOT NULL,
	"alg" text,
	"crv" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "identity_sessions" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"token" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"ip_address" text,
	"user_agent" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "identity_sessions_token_unique" UNIQUE("token")
);
--> statement-breakpoint
CREATE TABLE "identity_two_factors" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"secret" text NOT NULL,
	"backup_codes" text NOT NULL,
	"verified" boolean DEFAULT false NOT NULL,
	"failed_verification_count" integer DEFAULT 0 NOT NULL,
	"locked_until" timestamp (3) with time zone,
	CONSTRAINT "identity_two_factors_userId_unique" UNIQUE("user_id")
);
--> statement-breakpoint
CREATE TABLE "identity_users" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"email_verified" boolean DEFAULT false NOT NULL,
	"image" text,
	"two_factor_enabled" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "identity_users_email_unique" UNIQUE("email")
);
--> statement-breakpoint
CREATE TABLE "identity_verifications" (
	"id" text PRIMARY KEY NOT NULL,
	"identifier" text NOT NULL,
	"value" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "alert_notes" ADD CONSTRAINT "alert_notes_alert_id_alerts_id_fk" FOREIGN KEY ("alert_id") REFERENCES "public"."alerts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_notes" ADD CONSTRAINT "alert_notes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_notes" ADD CONSTRAINT "alert_notes_assignee_id_users_id_fk" FOREIGN KEY ("assignee_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alerts" ADD CONSTRAINT "alerts_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alerts" ADD CONSTRAINT "alerts_vessel_id_vessels_id_fk" FOREIGN KEY ("vessel_id") REFERENCES "public"."vessels"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alerts" ADD CONSTRAINT "alerts_acknowledged_by_users_id_fk" FOREIGN KEY ("acknowledged_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alerts" ADD CONSTRAINT "alerts_assigned_to_users_id_fk" FOREIGN KEY ("assigned_to") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alerts" ADD CONSTRAINT "alerts_assigned_by_users_id_fk" FOREIGN KEY ("assigned_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_department_id_departments_id_fk" FOREIGN KEY ("department_id") REFERENCES "public"."departments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "captains" ADD CONSTRAINT "captains_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "captains" ADD CONSTRAINT "captains_department_id_departments_id_fk" FOREIGN KEY ("department_id") REFERENCES "public"."departments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "comments" ADD CONSTRAINT "comments_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "comments" ADD CONSTRAINT "comments_vessel_id_vessels_id_fk" FOREIGN KEY ("vessel_id") REFERENCES "public"."vessels"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "comments" ADD CONSTRAINT "comments_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "departments" ADD CONSTRAINT "departments_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_notices" ADD CONSTRAINT "device_notices_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_notices" ADD CONSTRAINT "device_notices_vessel_id_vessels_id_fk" FOREIGN KEY ("vessel_id") REFERENCES "public"."vessels"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "downloads" ADD CONSTRAINT "downloads_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "downloads" ADD CONSTRAINT "downloads_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "downloads" ADD CONSTRAINT "downloads_api_key_id_api_keys_id_fk" FOREIGN KEY ("api_key_id") REFERENCES "public"."api_keys"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exports" ADD CONSTRAINT "exports_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exports" ADD CONSTRAINT "exports_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exports" ADD CONSTRAINT "exports_vessel_id_vessels_id_fk" FOREIGN KEY ("vessel_id") REFERENCES "public"."vessels"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exports" ADD CONSTRAINT "exports_department_id_departments_id_fk" FOREIGN KEY ("department_id") REFERENCES "public"."departments"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "geofences" ADD CONSTRAINT "geofences_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "geofences" ADD CONSTRAINT "geofences_department_id_departments_id_fk" FOREIGN KEY ("department_id") REFERENCES "public"."departments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "helm_turns" ADD CONSTRAINT "helm_turns_vessel_id_vessels_id_fk" FOREIGN KEY ("vessel_id") REFERENCES "public"."vessels"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "helm_turns" ADD CONSTRAINT "helm_turns_captain_id_captains_id_fk" FOREIGN KEY ("captain_id") REFERENCES "public"."captains"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "helm_turns" ADD CONSTRAINT "helm_turns_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "images" ADD CONSTRAINT "images_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "images" ADD CONSTRAINT "images_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "images" ADD CONSTRAINT "images_comment_id_comments_id_fk" FOREIGN KEY ("comment_id") REFERENCES "public"."comments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "instance_names" ADD CONSTRAINT "instance_names_vessel_id_vessels_id_fk" FOREIGN KEY ("vessel_id") REFERENCES "public"."vessels"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "broker_sessions" ADD CONSTRAINT "broker_sessions_holder_leases_name_fk" FOREIGN KEY ("holder") REFERENCES "public"."leases"("name") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "log_imports" ADD CONSTRAINT "log_imports_vessel_id_vessels_id_fk" FOREIGN KEY ("vessel_id") REFERENCES "public"."vessels"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "log_imports" ADD CONSTRAINT "log_imports_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_department_id_departments_id_fk" FOREIGN KEY ("department_id") REFERENCES "public"."departments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_alert_id_alerts_id_fk" FOREIGN KEY ("alert_id") REFERENCES "public"."alerts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_webhook_id_webhooks_id_fk" FOREIGN KEY ("webhook_id") REFERENCES "public"."webhooks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "named_writes" ADD CONSTRAINT "named_writes_api_key_id_api_keys_id_fk" FOREIGN KEY ("api_key_id") REFERENCES "public"."api_keys"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "open_streams" ADD CONSTRAINT "open_streams_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pairings" ADD CONSTRAINT "pairings_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pairings" ADD CONSTRAINT "pairings_vessel_id_vessels_id_fk" FOREIGN KEY ("vessel_id") REFERENCES "public"."vessels"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "partitions" ADD CONSTRAINT "partitions_holder_leases_name_fk" FOREIGN KEY ("holder") REFERENCES "public"."leases"("name") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_subscriptions" ADD CONSTRAINT "push_subscriptions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recomputations" ADD CONSTRAINT "recomputations_vessel_id_vessels_id_fk" FOREIGN KEY ("vessel_id") REFERENCES "public"."vessels"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rejections" ADD CONSTRAINT "rejections_vessel_id_vessels_id_fk" FOREIGN KEY ("vessel_id") REFERENCES "public"."vessels"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_deliveries" ADD CONSTRAINT "report_deliveries_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_deliveries" ADD CONSTRAINT "report_deliveries_schedule_id_report_schedules_id_fk" FOREIGN KEY ("schedule_id") REFERENCES "public"."report_schedules"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_deliveries" ADD CONSTRAINT "report_deliveries_department_id_departments_id_fk" FOREIGN KEY ("department_id") REFERENCES "public"."departments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_deliveries" ADD CONSTRAINT "report_deliveries_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_schedules" ADD CONSTRAINT "report_schedules_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_schedules" ADD CONSTRAINT "report_schedules_department_id_departments_id_fk" FOREIGN KEY ("department_id") REFERENCES "public"."departments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rules" ADD CONSTRAINT "rules_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rules" ADD CONSTRAINT "rules_department_id_departments_id_fk" FOREIGN KEY ("department_id") REFERENCES "public"."departments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rules" ADD CONSTRAINT "rules_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sensor_mountings" ADD CONSTRAINT "sensor_mountings_sensor_id_sensors_id_fk" FOREIGN KEY ("sensor_id") REFERENCES "public"."sensors"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sensor_mountings" ADD CONSTRAINT "sensor_mountings_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sensors" ADD CONSTRAINT "sensors_vessel_id_vessels_id_fk" FOREIGN KEY ("vessel_id") REFERENCES "public"."vessels"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "share_links" ADD CONSTRAINT "share_links_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "share_links" ADD CONSTRAINT "share_links_vessel_id_vessels_id_fk" FOREIGN KEY ("vessel_id") REFERENCES "public"."vessels"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "share_links" ADD CONSTRAINT "share_links_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "trip_aliases" ADD CONSTRAINT "trip_aliases_trip_id_trips_id_fk" FOREIGN KEY ("trip_id") REFERENCES "public"."trips"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "trip_aliases" ADD CONSTRAINT "trip_aliases_captain_id_captains_id_fk" FOREIGN KEY ("captain_id") REFERENCES "public"."captains"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "trip_corrections" ADD CONSTRAINT "trip_corrections_vessel_id_vessels_id_fk" FOREIGN KEY ("vessel_id") REFERENCES "public"."vessels"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "trip_corrections" ADD CONSTRAINT "trip_corrections_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "trips" ADD CONSTRAINT "trips_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "trips" ADD CONSTRAINT "trips_vessel_id_vessels_id_fk" FOREIGN KEY ("vessel_id") REFERENCES "public"."vessels"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "trips" ADD CONSTRAINT "trips_captain_id_captains_id_fk" FOREIGN KEY ("captain_id") REFERENCES "public"."captains"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_department_id_departments_id_fk" FOREIGN KEY ("department_id") REFERENCES "public"."departments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "versions" ADD CONSTRAINT "versions_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "vessel_states" ADD CONSTRAINT "vessel_states_vessel_id_vessels_id_fk" FOREIGN KEY ("vessel_id") REFERENCES "public"."vessels"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "vessels" ADD CONSTRAINT "vessels_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "vessels" ADD CONSTRAINT "vessels_department_id_departments_id_fk" FOREIGN KEY ("department_id") REFERENCES "public"."departments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "vessels" ADD CONSTRAINT "vessels_captain_id_captains_id_fk" FOREIGN KEY ("captain_id") REFERENCES "public"."captains"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_webhook_id_webhooks_id_fk" FOREIGN KEY ("webhook_id") REFERENCES "public"."webhooks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_message_id_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhooks" ADD CONSTRAINT "webhooks_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhooks" ADD CONSTRAINT "webhooks_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "identity_accounts" ADD CONSTRAINT "identity_accounts_user_id_identity_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."identity_users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "identity_sessions" ADD CONSTRAINT "identity_sessions_user_id_identity_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."identity_users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "identity_two_factors" ADD CONSTRAINT "identity_two_factors_user_id_identity_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."identity_users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "alert_notes_alert_id_at_index" ON "alert_notes" USING btree ("alert_id","at");--> statement-breakpoint
CREATE INDEX "alerts_organization_id_trigger_us_index" ON "alerts" USING btree ("organization_id","trigger_us");--> statement-breakpoint
CREATE INDEX "alerts_vessel_id_trigger_us_index" ON "alerts" USING btree ("vessel_id","trigger_us");--> statement-breakpoint
CREATE INDEX "alerts_trip_id_index" ON "alerts" USING btree ("trip_id");--> statement-breakpoint
CREATE INDEX "alerts_news" ON "alerts" USING btree ("organization_id","created_at");--> statement-breakpoint
CREATE INDEX "alerts_rule_id_vessel_id_trigger_us_index" ON "alerts" USING btree ("rule_id","vessel_id","trigger_us");--> statement-breakpoint
CREATE INDEX "api_keys_organization_id_index" ON "api_keys" USING btree ("organization_id");--> statement-breakpoint
CREATE INDEX "audit_log_organization_id_at_index" ON "audit_log" USING btree ("organization_id","at");--> statement-breakpoint
CREATE INDEX "captains_organization_id_index" ON "captains" USING btree ("organization_id");--> statement-breakpoint
CREATE INDEX "captains_department_id_index" ON "captains" USING btree ("department_id");--> statement-breakpoint
CREATE INDEX "comments_organization_id_created_at_index" ON "comments" USING btree ("organization_id","created_at");--> statement-breakpoint
CREATE INDEX "comments_vessel_id_created_at_index" ON "comments" USING btree ("vessel_id","created_at");--> statement-breakpoint
CREATE INDEX "comments_trip_id_index" ON "comments" USING btree ("trip_id");--> statement-breakpoint
CREATE INDEX "departments_organization_id_index" ON "departments" USING btree ("organization_id");--> statement-breakpoint
CREATE UNIQUE INDEX "departments_one_top" ON "departments" USING btree ("organization_id") WHERE "departments"."parent_id" is null;--> statement-breakpoint
CREATE INDEX "device_notices_last_at_index" ON "device_notices" USING btree ("last_at");--> statement-breakpoint
CREATE INDEX "downloads_user_id_created_at_index" ON "downloads" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "downloads_api_key_id_created_at_index" ON "downloads" USING btree ("api_key_id","created_at");--> statement-breakpoint
CREATE INDEX "downloads_expires_at_index" ON "downloads" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "exports_organization_id_created_at_index" ON "exports" USING btree ("organization_id","created_at");--> statement-breakpoint
CREATE INDEX "exports_state_created_at_index" ON "exports" USING btree ("state","created_at");--> statement-breakpoint
CREATE INDEX "geofences_organization_id_department_id_index" ON "geofences" USING btree ("organization_id","department_id");--> statement-breakpoint
CREATE INDEX "helm_turns_vessel_id_from_us_index" ON "helm_turns" USING btree ("vessel_id","from_us");--> statement-breakpoint
CREATE INDEX "images_comment_id_index" ON "images" USING btree ("comment_id");--> statement-breakpoint
CREATE UNIQUE INDEX "instance_numbers_of_vessel" ON "instance_names" USING btree ("vessel_id","family","number");--> statement-breakpoint
CREATE INDEX "log_imports_vessel_id_created_at_index" ON "log_imports" USING btree ("vessel_id","created_at");--> statement-breakpoint
CREATE INDEX "log_imports_state_index" ON "log_imports" USING btree ("state");--> statement-breakpoint
CREATE INDEX "memberships_department_id_index" ON "memberships" USING btree ("department_id");--> statement-breakpoint
CREATE UNIQUE INDEX "messages_person" ON "messages" USING btree ("alert_id","user_id","channel","reason");--> statement-breakpoint
CREATE UNIQUE INDEX "messages_of_webhook_once" ON "messages" USING btree ("alert_id","webhook_id","reason");--> statement-breakpoint
CREATE INDEX "messages_due" ON "messages" USING btree ("next_at") WHERE "messages"."state" in ('waiting', 'failed');--> statement-breakpoint
CREATE INDEX "messages_of_person" ON "messages" USING btree ("user_id","channel","sent_at");--> statement-breakpoint
CREATE INDEX "messages_of_organization" ON "messages" USING btree ("organization_id","state","created_at");--> statement-breakpoint
CREATE INDEX "messages_of_webhook" ON "messages" USING btree ("webhook_id","created_at");--> statement-breakpoint
CREATE INDEX "named_writes_created_at_index" ON "named_writes" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "pairings_device_now" ON "pairings" USING btree ("device_id") WHERE "pairings"."unpaired_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "pairings_vessel_now" ON "pairings" USING btree ("vessel_id") WHERE "pairings"."unpaired_at" is null;--> statement-breakpoint
CREATE INDEX "pairings_device_id_paired_at_index" ON "pairings" USING btree ("device_id","paired_at");--> statement-breakpoint
CREATE INDEX "pairings_vessel_id_paired_at_index" ON "pairings" USING btree ("vessel_id","paired_at");--> statement-breakpoint
CREATE INDEX "push_subscriptions_user_id_index" ON "push_subscriptions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "recomputations_asked_at_index" ON "recomputations" USING btree ("asked_at");--> statement-breakpoint
CREATE INDEX "rejections_vessel_id_received_at_index" ON "rejections" USING btree ("vessel_id","received_at");--> statement-breakpoint
CREATE INDEX "rejections_device_id_received_at_index" ON "rejections" USING btree ("device_id","received_at");--> statement-breakpoint
CREATE INDEX "rejections_received_at_index" ON "rejections" USING btree ("received_at");--> statement-breakpoint
CREATE UNIQUE INDEX "report_deliveries_once" ON "report_deliveries" USING btree ("schedule_id","user_id","from_day","period");--> statement-breakpoint
CREATE INDEX "report_deliveries_due" ON "report_deliveries" USING btree ("next_at") WHERE "report_deliveries"."state" in ('waiting', 'failed');--> statement-breakpoint
CREATE INDEX "report_deliveries_of_organization" ON "report_deliveries" USING btree ("organization_id","created_at");--> statement-breakpoint
CREATE INDEX "report_schedules_organization_id_index" ON "report_schedules" USING btree ("organization_id");--> statement-breakpoint
CREATE INDEX "report_schedules_due" ON "report_schedules" USING btree ("next_at") WHERE "report_schedules"."enabled";--> statement-breakpoint
CREATE INDEX "rules_organization_id_department_id_index" ON "rules" USING btree ("organization_id","department_id");--> statement-breakpoint
CREATE UNIQUE INDEX "sensor_mountings_once" ON "sensor_mountings" USING btree ("sensor_id","valid_from_us") WHERE "sensor_mountings"."removed_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "sensors_of_vessel" ON "sensors" USING btree ("vessel_id","number");--> statement-breakpoint
CREATE INDEX "share_links_organization_id_created_at_index" ON "share_links" USING btree ("organization_id","created_at");--> statement-breakpoint
CREATE INDEX "share_links_trip_id_index" ON "share_links" USING btree ("trip_id");--> statement-breakpoint
CREATE INDEX "share_links_vessel_id_index" ON "share_links" USING btree ("vessel_id");--> statement-breakpoint
CREATE INDEX "trip_corrections_vessel_id_from_us_index" ON "trip_corrections" USING btree ("vessel_id","from_us");--> statement-breakpoint
CREATE INDEX "trips_organization_id_start_us_index" ON "trips" USING btree ("organization_id","start_us");--> statement-breakpoint
CREATE INDEX "trips_vessel_id_start_us_index" ON "trips" USING btree ("vessel_id","start_us");--> statement-breakpoint
CREATE INDEX "trips_captain_id_start_us_index" ON "trips" USING btree ("captain_id","start_us");--> statement-breakpoint
CREATE INDEX "trips_points" ON "trips" USING btree ("captain_id","rank_points") WHERE "trips"."visible" and not "trips"."is_deleted";--> statement-breakpoint
CREATE INDEX "trips_to_analyse" ON "trips" USING btree ("id") WHERE "trips"."analysed_revision" < "trips"."revision";--> statement-breakpoint
CREATE INDEX "trips_analysed_at_index" ON "trips" USING btree ("analysed_at");--> statement-breakpoint
CREATE INDEX "trips_open" ON "trips" USING btree ("vessel_id") WHERE "trips"."end_us" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "users_email" ON "users" USING btree (lower("email"));--> statement-breakpoint
CREATE INDEX "users_organization_id_index" ON "users" USING btree ("organization_id");--> statement-breakpoint
CREATE INDEX "users_department_id_index" ON "users" USING btree ("department_id");--> statement-breakpoint
CREATE UNIQUE INDEX "versions_in_force" ON "versions" USING btree ("kind","subject_id") WHERE "versions"."until_at" is null;--> statement-breakpoint
CREATE INDEX "versions_organization_id_kind_until_at_index" ON "versions" USING btree ("organization_id","kind","until_at");--> statement-breakpoint
CREATE INDEX "vessels_organization_id_department_id_index" ON "vessels" USING btree ("organization_id","department_id");--> statement-breakpoint
CREATE INDEX "vessels_department_id_index" ON "vessels" USING btree ("department_id");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_webhook_id_at_index" ON "webhook_deliveries" USING btree ("webhook_id","at");--> statement-breakpoint
CREATE INDEX "webhooks_organization_id_index" ON "webhooks" USING btree ("organization_id");--> statement-breakpoint
CREATE INDEX "identity_accounts_user_id_index" ON "identity_accounts" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "identity_sessions_user_id_index" ON "identity_sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "identity_verifications_identifier_index" ON "identity_verifications" USING btree ("identifier");--> statement-breakpoint
-- A vessel begins one trip at a time: of two writers that found the same trip, one is refused and looks again. Deleted
-- trips stay beside the trips that replaced them. Within a transaction, trips may exchange their starts.
ALTER TABLE "trips" ADD CONSTRAINT "trips_once" EXCLUDE USING btree ("vessel_id" WITH =, "start_us" WITH =) WHERE (NOT "is_deleted") DEFERRABLE INITIALLY DEFERRED;
