import { escapeMarkup } from '#contract/text/escapeMarkup.ts'
import type { OpenApiDocument, Operation } from './openApiDocument.ts'

type Json = Record<string, unknown>

/**
 * The description as one page without scripts, for people, also where there is no internet; `guide` is markup that
 * stands before the calls.
 */
export function docsPage(
  { paths, tags, components, info }: OpenApiDocument,
  { documentUrl, guide = '' }: { documentUrl: string; guide?: string },
): string {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  )
  const sections = tags.map(
    ({ name }) =>
      `<section id="${name}"><h2>${escapeMarkup(name)}</h2>${operations
        .filter(({ operation }) => operation.tags[0] === name)
        .map(({ path, method, operation }) => operationPart(method, path, operation))
        .join('')}</section>`,
  )
  const schemas = Object.entries(components.schemas).map(
    ([name, schema]) =>
      `<details id="schema-${name}"><summary><code>${escapeMarkup(name)}</code></summary>${fields(schema)}</details>`,
  )
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeMarkup(String(info.title))}</title>
<style>${STYLE}</style>
</head>
<body>
<header><h1>${escapeMarkup(String(info.title))} ${escapeMarkup(String(info.version))}</h1>
<p>${escapeMarkup(String(info.description))}</p>
<p><a href="${documentUrl}">openapi.json</a> describes the same for programs (OpenAPI 3.1).</p></header>
<nav aria-label="Sections">${tags.map(({ name }) => `<a href="#${name}">${escapeMarkup(name)}</a>`).join(' ')}
<a href="#schemas">schemas</a></nav>
<main>${guide}${sections.join('')}<section id="schemas"><h2>Schemas</h2>${schemas.join('')}</section></main>
</body>
</html>
`
}

function operationPart(method: string, path: string, operation: Operation): string {
  const { summary, description, operationId, parameters, requestBody, responses } = operation
  const [sample] = operation['x-codeSamples'] ?? []
  const body = requestBody && Object.values(requestBody.content)[0]
  const { 200: answer, ...problems } = responses
  return `<details id="${operationId}">
<summary><b class="method">${method.toUpperCase()}</b> <code>${escapeMarkup(path)}</code> <span>${escapeMarkup(summary)}</span></summary>
<p>${escapeMarkup(description)}</p>
${sample ? `<pre class="example">${escapeMarkup(sample.source)}</pre>` : ''}
${table(
  'Parameters',
  parameters.map(({ name, in: place, required, description: words, schema }) => [
    name,
    `${typeOf(schema)}, ${place}${required ? ', required' : ''}`,
    words,
  ]),
)}
${body ? `<h4>Body</h4>${fields(body.schema)}` : ''}
${answer ? `<h4>Answer</h4>${fields(Object.values(answer.content)[0]?.schema ?? {})}` : ''}
${table(
  'Problems',
  Object.entries(problems).map(([status, { description: words }]) => [status, '', words]),
)}
</details>`
}

/** The fields of a schema, those within it indented by their path. */
function fields(schema: Json): string {
  const rows = rowsOf(schema, '')
  return rows.length > 0 ? table('', rows) : `<p><code>${typeOf(schema)}</code></p>`
}

function rowsOf(schema: Json, at: string): [string, string, string][] {
  const properties = (schema.properties ?? {}) as Record<string, Json>
  const own = Object.entries(properties).flatMap(([name, field]): [string, string, string][] => [
    [`${at}${name}`, typeOf(field), String(field.description ?? '')],
    ...rowsOf(field, `${at}${name}.`),
  ])
  const items =
    schema.items && !schema.prefixItems ? rowsOf(schema.items as Json, `${at.replace(/\.$/, '')}[].`) : []
  const choices = [schema.anyOf, schema.oneOf, schema.allOf].flatMap((some) => (some ?? []) as Json[])
  return [...own, ...items, ...choices.flatMap((one) => rowsOf(one, at))]
}

/** As markup: a name of the description is a link to it. */
function typeOf(schema: Json): string {
  if (typeof schema.$ref === 'string') {
    const name = schema.$ref.split('/').at(-1) ?? ''
    return `<a href="#schema-${name}">${escapeMarkup(name)}</a>`
  }
  if (Array.isArray(schema.enum)) return escapeMarkup(schema.enum.join(' | '))
  if ('const' in schema) return escapeMarkup(String(schema.const))
  const choices = (schema.anyOf ?? schema.oneOf) as Json[] | undefined
  if (choices) return [...new Set(choices.map(typeOf))].join(' | ')
  if (Array.isArray(schema.prefixItems)) return `[${schema.prefixItems.map(typeOf).join(', ')}]`
  if (schema.type === 'array') {
    const one = typeOf((schema.items ?? {}) as Json)
    return one.includes(' | ') ? `(${one})[]` : `${one}[]`
  }
  return escapeMarkup(String(schema.format ?? schema.type ?? 'any'))
}

/** Names and words are escaped here, types are markup already. */
function table(title: string, rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return ''
  const lines = rows.map(
    ([name = '', type = '', words = '']) =>
      `<tr><td><code>${escapeMarkup(name)}</code></td><td>${type}</td><td>${escapeMarkup(words)}</td></tr>`,
  )
  return `${title ? `<h4>${title}</h4>` : ''}<div class="wide"><table>${lines.join('')}</table></div>`
}

const STYLE = `
:root { color-scheme: light dark; }
body { font: 15px/1.5 system-ui, sans-serif; max-width: 1100px; margin: 0 auto; padding: 16px; }
nav { display: flex; flex-wrap: wrap; gap: 4px 12px; padding: 8px 0; }
a { color: LinkText; }
details { border-top: 1px solid color-mix(in srgb, currentColor 20%, transparent); padding: 6px 0; }
summary { cursor: pointer; overflow-wrap: anywhere; }
summary span { opacity: 0.75; }
.method { display: inline-block; min-width: 4.5em; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; }
td { padding: 2px 16px 2px 0; vertical-align: top; }
h4 { margin: 12px 0 4px; }
code, pre { font: 13px/1.5 ui-monospace, monospace; }
pre { overflow-x: auto; padding: 8px 12px; border-radius: 6px; background: color-mix(in srgb, currentColor 7%, transparent); }
`
