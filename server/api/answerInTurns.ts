import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import { giveWay } from '#server/platform/giveWay.ts'
import { answerWithoutNoise } from './withoutNoise.ts'

/** Elements of an array that are checked or written at once, which takes a millisecond at most. */
const AT_ONCE = 500

/** True for a value that contains a longer array. */
function isLong(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false
  if (Array.isArray(value)) return value.length > AT_ONCE || value.some(isLong)
  for (const name in value) if (isLong(value[name as keyof typeof value])) return true
  return false
}

/**
 * Checks an answer against its schema, and removes noise. A long answer is checked in slices, so that calls of other
 * organizations go between.
 */
export async function checkAnswer(schema: z.ZodType, answer: unknown): Promise<unknown> {
  await giveWay()
  if (!isLong(answer) || schema.def.checks?.length) return answerWithoutNoise(schema.parse(answer))
  if (Array.isArray(answer) && schema instanceof z.ZodArray) {
    const all: unknown[] = []
    if (answer.some(isLong))
      for (const one of answer) all.push(await checkAnswer(schema.element as z.ZodType, one))
    else for (const slice of slicesOf(answer)) all.push(...((await checkAnswer(schema, slice)) as unknown[]))
    return all
  }
  if (schema instanceof z.ZodObject && schema.def.catchall === undefined) {
    const given: Record<string, unknown> = { ...answer }
    const all: Record<string, unknown> = {}
    for (const [name, one] of Object.entries(schema.shape)) {
      const checked = await checkAnswer(one as z.ZodType, given[name])
      if (checked !== undefined || name in given) all[name] = checked
    }
    return all
  }
  return answerWithoutNoise(schema.parse(answer))
}

function* slicesOf(all: readonly unknown[]) {
  for (let from = 0; from < all.length; from += AT_ONCE) yield all.slice(from, from + AT_ONCE)
}

/** Returns what a handler returns to Fastify, which would write a long answer at a stretch. */
export async function sendAnswer(reply: FastifyReply, answer: unknown): Promise<unknown> {
  if (answer === reply || !isLong(answer)) return answer
  const json = await writeAnswer(answer)
  return reply.type('application/json; charset=utf-8').send(json)
}

/** The same as JSON.stringify, for plain data. */
export async function writeAnswer(answer: unknown): Promise<string> {
  if (!isLong(answer)) return JSON.stringify(answer)
  await giveWay()
  const parts: string[] = []
  if (!Array.isArray(answer)) {
    for (const [name, one] of Object.entries(answer))
      if (one !== undefined) parts.push(`${JSON.stringify(name)}:${await writeAnswer(one)}`)
    return `{${parts.join()}}`
  }
  if (answer.some(isLong)) for (const one of answer) parts.push(await writeAnswer(one))
  else
    for (const slice of slicesOf(answer)) {
      await giveWay()
      parts.push(JSON.stringify(slice).slice(1, -1))
    }
  return `[${parts.join()}]`
}
