import type { PictureName } from './pictures.ts'

/** A help article as data, so that search, list and page all read the same. */
export type Block =
  | { heading: string }
  | { text: string }
  | { list: readonly string[] }
  | { steps: readonly string[] }
  | { table: 'permissions' }
  | { document: 'numbers' }
  /** The alternative text describes the content of the picture. */
  | { picture: PictureName; alt: string }

export interface Article {
  slug: string
  title: string
  tags: readonly string[]
  summary: string
  /** Further search words that the article does not contain. */
  keywords?: readonly string[]
  body: readonly Block[]
}
