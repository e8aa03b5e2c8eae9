import { withoutNoise } from '#contract/domain/units.ts'

/** Removes the last digits of doubles from an answer, in place. */
export function answerWithoutNoise<Answer>(answer: Answer): Answer {
  if (typeof answer === 'number') return withoutNoise(answer) as Answer
  if (typeof answer !== 'object' || answer === null) return answer
  const holder = answer as Record<string, unknown>
  for (const name in holder) {
    const value = holder[name]
    if (typeof value === 'number') holder[name] = withoutNoise(value)
    else if (typeof value === 'object' && value !== null) answerWithoutNoise(value)
  }
  return answer
}
