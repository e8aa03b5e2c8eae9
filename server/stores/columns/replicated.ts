import type { ColumnsConfig } from './columns.ts'

/** Settings of a ClickHouse cluster beyond those of one server: one shard, each table a copy on every replica. */

/** The cluster that the telemetry is on, if it is on one. */
export const clusterOf = ({ CLICKHOUSE_URL, CLICKHOUSE_CLUSTER }: ColumnsConfig) =>
  CLICKHOUSE_URL ? CLICKHOUSE_CLUSTER : undefined

/**
 * A statement of the migrations for every replica. The path has the table's UUID, which the first replica
 * creates for all. So a table that was dropped and made again never meets old entries in Keeper.
 */
export function onCluster(statement: string, cluster: string | undefined): string {
  if (cluster === undefined) return statement
  return statement
    .replace(
      /^(CREATE DATABASE IF NOT EXISTS telemetry|(?:CREATE TABLE IF NOT EXISTS|CREATE MATERIALIZED VIEW IF NOT EXISTS|DROP TABLE IF EXISTS|ALTER TABLE) telemetry\.\w+)/,
      `$1 ON CLUSTER ${cluster}`,
    )
    .replace(
      /ENGINE = (\w*)MergeTree\b/,
      "ENGINE = Replicated$1MergeTree('/clickhouse/tables/{uuid}/{shard}', '{replica}')",
    )
}

/**
 * An insert succeeds once most replicas have it, so no single failure loses it. Replicas drop a block that
 * they have had before, even if later blocks replaced its rows. So each insert has a token of its own, and
 * keeps it when it is sent again.
 */
export const replicatedInsert = (token: string) =>
  `insert_quorum = 'auto', insert_quorum_timeout = 30000, insert_deduplication_token = '${token}'`
