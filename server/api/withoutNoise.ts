import { withoutNoise } from '#contract/domain/units.ts'

/** Removes the last digits of doubles from an answer, in place. */
export function answerWithoutNoise<Answer>(answer: Answer): Answer {
  if (typeof answer === 'number') return withoutNoise(answer) as Answer
  if (typeof answer !== 'object' || answer === null) return answer
  // A loop over the names of an array makes a string of each index.
  if (Array.isArray(answer)) for (let i = 0; i < answer.length; i++) answer[i] = answerWithoutNoise(answer[i])
  else {
    const holder = answer as Record<string, unknown>
    for (const name in holder) {
      const value = holder[name]
      const rounded = answerWithoutNoise(value)
      if (rounded !== value) holder[name] = rounded
    }
  }
  return answer
}
