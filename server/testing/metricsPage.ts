/** Writes the page of the documentation on metrics, in Markdown, from the answer of `GET /metrics`. */
export function metricsPage(metrics: string): string {
  const known = [...metrics.matchAll(/^# HELP (taffrail_\S+) (.+)\n# TYPE \S+ (\S+)/gm)]
  const rows = known.map(([, name, help, type]) => `| \`${name}\` | ${type} | ${help}. |`).sort()
  return `# What to watch

\`GET /health\` answers 200 while the process runs. \`GET /ready\` answers 200 while the console is usable, and 503 while a
required database is down. \`GET /metrics\` answers the metrics below in Prometheus' text format, with the usual process metrics
(\`process_*\`, \`nodejs_*\`). The metrics name no vessel and no person. They answer programs on this machine, and others with
\`Authorization: Bearer …\` and the token of \`METRICS_TOKEN\`. The proxies of the
[examples](../deploy) block them as well. [deploy/grafana/taffrail.json](../deploy/grafana/taffrail.json) is a dashboard.

| Name | Kind | Meaning |
| --- | --- | --- |
${rows.join('\n')}

In normal operation \`taffrail_step_lag_seconds\` is a few seconds for \`latest\`, \`rules\` and \`impacts\` while no import runs,
\`taffrail_step_failures_total\` does not grow, and \`nodejs_eventloop_lag_p99_seconds\` is below 0.5.
`
}
