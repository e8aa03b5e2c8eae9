import type { ScreenWords } from '../screenWords.ts'

const files = import.meta.glob('../../../words/it/screen/*.json', { eager: true, import: 'default' })
/** All words of the screen in Italian. */
export const words: ScreenWords = Object.assign({}, ...Object.values(files))
