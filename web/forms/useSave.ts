import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query'
import { Problem, type ProblemCode } from '#contract/wire/errors.ts'
import type { MessageKey } from '../i18n/messageKey.ts'
import { toast } from '../toasts/toast.ts'

export interface Save<Input, Output> {
  save: (input: Input) => Promise<Output>
  /** Message after success; null where the screen itself shows the result. */
  success: MessageKey | null | ((output: Output) => MessageKey | null)
  failure: MessageKey
  /** Errors with a sentence of their own, shown for longer because the user has to act. */
  refusals?: Partial<Record<ProblemCode, MessageKey>>
  /** Errors that the form shows at their field, without a toast. */
  atField?: readonly { code: ProblemCode; show: (problem: Problem) => void }[]
  /** Queries to refetch, by the first word of the query key. */
  affects: readonly string[]
  onSaved?: (output: Output) => void
  onFailed?: () => void
}

const REFUSAL_SHOWN_MS = 10_000

/** Sends the values of a dialog or a settings page, shows the result and refetches the affected lists. */
export function useSave<Input, Output>(props: Save<Input, Output>): UseMutationResult<Output, Error, Input> {
  const { save, success, failure, refusals = {}, atField = [], affects, onSaved, onFailed } = props
  const queries = useQueryClient()
  return useMutation({
    mutationFn: save,
    onSuccess: (output) => {
      const words = typeof success === 'function' ? success(output) : success
      if (words) toast.success(words)
      for (const noun of affects) void queries.invalidateQueries({ queryKey: [noun] })
      onSaved?.(output)
    },
    onError: (error) => {
      const problem = error instanceof Problem ? error : null
      const place = problem && atField.find(({ code }) => code === problem.code)
      if (place) return place.show(problem)
      const sentence = problem && refusals[problem.code]
      if (sentence) toast.failure(sentence, { autoClose: REFUSAL_SHOWN_MS })
      else toast.failure(failure)
      onFailed?.()
    },
  })
}
