import { PROBLEMS, Problem, type ProblemCode } from '#contract/wire/errors.ts'

/** Problem with the server's code and sentence, or a code derived from the status of another server's answer. */
export async function readProblem(response: Response): Promise<Problem> {
  const answer: unknown = await response.json().catch(() => null)
  const { code, message } = (answer ?? {}) as { code?: string; message?: string }
  if (code && Object.hasOwn(PROBLEMS, code)) return new Problem(code as ProblemCode, message)
  return new Problem(codeOfStatus(response.status), 'Network response was not ok')
}

function codeOfStatus(status: number): ProblemCode {
  if (status === 401) return 'not_authenticated'
  if (status === 403) return 'not_allowed'
  if (status === 404) return 'not_found'
  if (status === 429) return 'too_many'
  return status === 503 ? 'unavailable' : 'internal'
}
