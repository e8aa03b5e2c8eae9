import type { Article } from './article.ts'
import { accessImasUiOverWifi } from './articles/accessImasUiOverWifi.ts'
import { departmentsAndRoles } from './articles/departmentsAndRoles.ts'
import { numbers } from './articles/numbers.ts'
import { pairingVessels } from './articles/pairingVessels.ts'
import { publicApi } from './articles/publicApi.ts'
import { systemInstallation } from './articles/systemInstallation.ts'
import { userCreation } from './articles/userCreation.ts'

/** In the order of the help page: what a new organization needs first comes first. */
export const ARTICLES: readonly Article[] = [
  systemInstallation,
  pairingVessels,
  userCreation,
  departmentsAndRoles,
  numbers,
  accessImasUiOverWifi,
  publicApi,
]

/** Every word of the search stands in the title, the summary or a tag. */
export function searchArticles(search: string): readonly Article[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  return ARTICLES.filter(({ title, summary, tags }) => {
    const text = [title, summary, ...tags].join(' ').toLowerCase()
    return words.every((word) => text.includes(word))
  })
}
