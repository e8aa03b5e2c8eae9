import { useTranslation } from 'react-i18next'
import english from '#words/en/screen/problems.json'
import type { MessageKey } from '../i18n/messageKey.ts'

/** Translates the contract's English problems into the reader's language. */
export function useProblemWords(): (problem: string) => string {
  const { t } = useTranslation()
  return (problem) => {
    const key = keyOf(problem)
    return key ? t(key) : problem
  }
}

export function keyOf(problem: string): MessageKey | undefined {
  const found = Object.entries(english.problem).find(([, sentence]) => sentence === problem)
  return found && (`problem.${found[0]}` as MessageKey)
}
