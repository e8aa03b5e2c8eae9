import { changeLanguage, type Language } from '../i18n/i18n.ts'
import { queryClient } from '../session/queryClient.ts'

/** Reads all data again, because lists are sorted and alerts are worded in the reader's language. */
export async function chooseLanguage(language: Language): Promise<void> {
  await changeLanguage(language)
  await queryClient.invalidateQueries()
}
