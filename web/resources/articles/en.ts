/** The help articles in English, as Markdown by path. */
export const articles = import.meta.glob<string>('../../../words/en/articles/*.md', {
  eager: true,
  query: '?raw',
  import: 'default',
})
