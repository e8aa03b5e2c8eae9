import { useTranslation } from 'react-i18next'
import english from '#words/en/screen/problems.json'
import type { MessageKey } from '../i18n/messageKey.ts'

/** The contract says what is wrong in English; who reads another language finds the same sentence there. */
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
