import { withoutNoise } from '#contract/domain/units.ts'

/** The same answer without the last digits of doubles in it; changes it in place. */
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
