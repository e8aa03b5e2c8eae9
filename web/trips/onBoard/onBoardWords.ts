import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Language } from '#contract/text/language.ts'
import type english from '#words/en/onBoard.json'
import { currentLanguage } from '../../i18n/i18n.ts'

type OnBoardWords = typeof english

/** Few trips have detail on board, so the words of that come with the first one. */
const WORDS: Readonly<Record<Language, () => Promise<{ default: OnBoardWords }>>> = {
  en: () => import('#words/en/onBoard.json'),
  it: () => import('#words/it/onBoard.json'),
  is: () => import('#words/is/onBoard.json'),
}

/** Sentences about detail on board in the reader's language; undefined until they are loaded. */
export function useOnBoardWords(): OnBoardWords | undefined {
  useTranslation()
  const language = currentLanguage()
  const { data } = useQuery({
    queryKey: ['onBoardWords', language],
    queryFn: async () => (await WORDS[language]()).default,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return data
}
