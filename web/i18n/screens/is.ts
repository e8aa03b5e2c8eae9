import type { ScreenWords } from '../screenWords.ts'

const files = import.meta.glob('../../../words/is/screen/*.json', { eager: true, import: 'default' })
/** All words of the screen in Icelandic. */
export const words: ScreenWords = Object.assign({}, ...Object.values(files))
