import { expect, test } from 'vitest'
import type { z } from 'zod'
import { CONTRACT } from '#contract/wire/contract.ts'
import type { AnyEndpoint } from '#contract/wire/endpoint.ts'
import { freeText } from './freeText.ts'

test('accepts what people write, in as many lines as they like', () => {
  expect(freeText().parse(' Þór:\r\n\tthe hull\r\u2067שלום\u2069 👩‍✈️ \n')).toBe(
    'Þór:\n\tthe hull\n\u2067שלום\u2069 👩‍✈️',
  )
  expect(freeText().parse('\u202a+39 333\u202c')).toBe('+39 333')
  expect(freeText().parse(' \u200b\n')).toBe('')
})

test.each(['a\0b', 'a\u0007b', 'a\u001b[31mb', 'a\u0085b'])('refuses %j', (text) => {
  expect(freeText().safeParse(text).success).toBe(false)
})

/** Fields without text for people, or only compared with known names or stored values. */
const NO_TEXT = [
  ...['encoded_profile_picture', 'encoded_picture', 'vessel_picture', 'password'],
  ...['wall_token', 'otp', 'continue', 'code', 'pass'],
  ...['timezone', 'time_zone', 'field', 'meaning', 'endpoint', 'token', 'share_token', 'language'],
]

test('limits every text of a call to one line or free text', () => {
  const texts = Object.values(CONTRACT)
    .filter(isEndpoint)
    .flatMap(({ method, path, body, query, list }) =>
      [...textsIn(body), ...(list ? [] : textsIn(query))].map((text) => ({
        ...text,
        at: `${method} ${path} ${text.name}`,
      })),
    )
  expect(texts.length).toBeGreaterThan(50)
  const open = texts
    .filter(({ name }) => !NO_TEXT.includes(name))
    .filter(({ text }) => ['ring\u0007', `long enough${'\u001b'}`].some((so) => text.safeParse(so).success))
  expect(open.map(({ at }) => at)).toEqual([])
})

const isEndpoint = (one: unknown): one is AnyEndpoint =>
  typeof one === 'object' && one !== null && 'method' in one && 'access' in one

interface Text {
  name: string
  text: z.ZodType
}

/** Schemas of texts within a schema, each with the name of its field. */
function textsIn(schema: z.ZodType, name = '', known = new Set<z.ZodType>()): Text[] {
  if (known.has(schema)) return []
  known.add(schema)
  const def = schema.def as z.core.$ZodTypeDef &
    Partial<Record<(typeof INSIDE)[number], z.ZodType>> & {
      shape?: Record<string, z.ZodType>
      options?: z.ZodType[]
      items?: z.ZodType[]
    }
  if (def.type === 'string') return [{ name, text: schema }]
  return [
    ...Object.entries(def.shape ?? {}).flatMap(([field, inner]) => textsIn(inner, field, known)),
    ...[...(def.options ?? []), ...(def.items ?? [])].flatMap((inner) => textsIn(inner, name, known)),
    ...INSIDE.flatMap((part) => (def[part] ? textsIn(def[part], name, known) : [])),
  ]
}
const INSIDE = ['innerType', 'element', 'in', 'out', 'left', 'right', 'keyType', 'valueType'] as const
