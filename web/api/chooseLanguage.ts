import { changeLanguage, type Language } from '../i18n/i18n.ts'
import { queryClient } from '../session/queryClient.ts'

/** Lists come in the order of the reader's alphabet and alerts in their words, so all of it is asked for again. */
export async function chooseLanguage(language: Language): Promise<void> {
  await changeLanguage(language)
  await queryClient.invalidateQueries()
}
