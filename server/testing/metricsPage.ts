/** The page of the documentation on what can be watched, in Markdown, of what `GET /metrics` answers. */
export function metricsPage(metrics: string): string {
  const known = [...metrics.matchAll(/^# HELP (binnacle_\S+) (.+)\n# TYPE \S+ (\S+)/gm)]
  const rows = known.map(([, name, help, type]) => `| \`${name}\` | ${type} | ${help}. |`).sort()
  return `# What to watch

\`GET /health\` answers 200 while the process lives, \`GET /ready\` while the console can be used (503 while a database that it
needs is away). \`GET /metrics\` answers what follows in Prometheus' text form, together with the usual figures of a process
(\`process_*\`, \`nodejs_*\`). It names no vessel and no person, and asks for no sign-in: a proxy that faces the internet keeps it,
as the [examples](../deploy) do. [deploy/grafana/binnacle.json](../deploy/grafana/binnacle.json) is a dashboard of it.

| Name | Kind | What it is |
| --- | --- | --- |
${rows.join('\n')}

A console that stays useful has \`binnacle_step_lag_seconds\` of a few seconds for \`latest\`, \`rules\` and \`impacts\` while nothing is
imported, \`binnacle_step_failures_total\` that does not grow, and \`nodejs_eventloop_lag_p99_seconds\` below 0.5.
`
}
