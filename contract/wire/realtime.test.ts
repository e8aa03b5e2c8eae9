import { expect, test } from 'vitest'
import { TOPICS, topicOf } from './realtime.ts'

const ID = '0198f1c2-7c1a-7000-8000-000000000001'

test('accepts each topic with its parameters, and nothing else', () => {
  for (const name of Object.keys(TOPICS)) {
    expect(topicOf(name.replace(':id', ID))).toMatchObject({ name })
    if (name.endsWith(':id')) expect(topicOf(name.replace(':id', ID))).toEqual({ name, vesselId: ID })
  }
  for (const none of [
    ...['', 'fleet', 'toString', '__proto__', 'helm', 'helm/', 'helm/:id', 'helm/*', `trips/${ID}`],
    ...[`helm/${ID}/`, `helm/${ID}/${ID}`, `vessels/${ID}`, `vessels/v3/${ID}x`, `/helm/${ID}`, 'rules/'],
  ])
    expect(topicOf(none)).toBeNull()
})
