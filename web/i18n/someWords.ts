import type { Plugin } from 'vite'

/** Sections of a language that are needed without the rest, which comes with the shell: `en.json?signed-out`. */
const SECTIONS = new Map([
  ['signed-out', ['common', 'error', 'feedback', 'setup', 'signIn']],
  ['problem', ['problem']],
])

/** Lets the build and the tests read a part of a file of words. */
export function someWords(): Plugin {
  return {
    name: 'some-words',
    enforce: 'pre',
    transform(code, id) {
      const [file, query = ''] = id.split('?')
      const sections = file?.endsWith('.json') && SECTIONS.get(query)
      if (!sections) return undefined
      const words = JSON.parse(code) as Record<string, unknown>
      const needed = Object.fromEntries(sections.map((section) => [section, words[section]]))
      return { code: `export default ${JSON.stringify(needed)}`, moduleType: 'js', map: null }
    },
  }
}
